"""Comparing limits and joint dynamics with what MuJoCo reads out of the same file.

The world that poise builds takes armature, damping and friction from the robot, so it cannot judge
them; here MuJoCo reads the file by itself, with its own actuators.
"""

from __future__ import annotations

import math
from xml.etree.ElementTree import Element

import mujoco
import numpy as np

from poise.model.robot_model import RobotModel
from poise.model.xml import parse_xml
from poise.sim.mujoco_bridge.ledger import Ledger
from poise.sim.mujoco_bridge.report import Quantity
from poise.sim.mujoco_robot import file_spec

_SCALAR = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))


def compare_joint_properties(robot: RobotModel, ledger: Ledger) -> None:
    """Position, velocity and effort limits, armature, damping and dry friction of each joint.

    MuJoCo has no velocity limits; those of a URDF are compared with the file's own text. It drops
    limits that are equal and efforts of zero, which the review of the file names.
    """
    model = file_spec(robot).compile()
    rows = {model.joint(i).name: i for i in range(model.njnt)}
    for row, name in enumerate(robot.joint_names):
        if name in rows and int(model.jnt_type[rows[name]]) in _SCALAR:
            _compare_range(robot, row, model, rows[name], ledger)
            _compare_effort(robot, row, model, rows[name], ledger)
            _compare_joint_dynamics(robot, row, model, rows[name], ledger)
    if robot.source.kind == "urdf":
        for joint in parse_xml(robot.source.text, robot.name).findall("joint"):
            _compare_velocity(robot, joint, ledger)


def _compare_range(
    robot: RobotModel, row: int, model: mujoco.MjModel, joint: int, ledger: Ledger
) -> None:
    ours = float(robot.lower_position[row]), float(robot.upper_position[row])
    limited = bool(model.jnt_limited[joint])
    if ours[0] == ours[1] and not limited:
        return
    theirs = model.jnt_range[joint] if limited else (-math.inf, math.inf)
    for side, mine, other in zip(("lower", "upper"), ours, theirs, strict=True):
        where = f"{side} limit of {robot.joint_names[row]}"
        ledger.note(Quantity.POSITION_LIMIT, _gap(mine, float(other)), where)


def _compare_effort(
    robot: RobotModel, row: int, model: mujoco.MjModel, joint: int, ledger: Ledger
) -> None:
    ours = float(robot.effort_limit[row])
    if robot.source.kind == "mjcf":
        _compare_strength(robot, row, model, joint, ledger)
    elif ours > 0.0:
        low, high = model.jnt_actfrcrange[joint]
        theirs = min(-low, high) if model.jnt_actfrclimited[joint] else math.inf
        ledger.note(Quantity.EFFORT_LIMIT, _gap(ours, theirs), robot.joint_names[row])


def _compare_strength(
    robot: RobotModel, row: int, model: mujoco.MjModel, joint: int, ledger: Ledger
) -> None:
    """The torque that MuJoCo's own motors give when driven as hard as they go.

    Only where constant gains act on the joint alone: a servo's force depends on the state.
    """
    transmission = int(mujoco.mjtTrn.mjTRN_JOINT)
    motors = np.flatnonzero(
        (model.actuator_trntype == transmission) & (model.actuator_trnid[:, 0] == joint)
    )
    plain = (
        (model.actuator_gaintype[motors] == int(mujoco.mjtGain.mjGAIN_FIXED))
        & (model.actuator_biastype[motors] == int(mujoco.mjtBias.mjBIAS_NONE))
        & (model.actuator_dyntype[motors] == int(mujoco.mjtDyn.mjDYN_NONE))
    )
    ours = float(robot.effort_limit[row])
    if not motors.size or not plain.all() or not math.isfinite(ours):
        return
    data = mujoco.MjData(model)
    sides = []
    for sign in (-1.0, 1.0):
        for motor in motors:
            gear = model.actuator_gear[model.actuator_outadr[motor]][0]
            gain = model.actuator_gainprm[motor][0]
            data.ctrl[model.actuator_ctrladr[motor]] = sign * 1e9 * np.sign(gear * gain)
        mujoco.mj_forward(model, data)
        sides.append(sign * float(data.qfrc_actuator[model.jnt_dofadr[joint]]))
    ledger.note(Quantity.EFFORT_LIMIT, _gap(ours, max(min(sides), 0.0)), robot.joint_names[row])


def _compare_joint_dynamics(
    robot: RobotModel, row: int, model: mujoco.MjModel, joint: int, ledger: Ledger
) -> None:
    """Of the Pinocchio model: a known robot may have its friction switched off."""
    dof = int(model.jnt_dofadr[joint])
    entry = robot.nv - robot.na + row
    carrier = int(model.jnt_actuatorid[joint])
    gear = float(model.actuator_gear[model.actuator_outadr[carrier]][0]) if carrier >= 0 else 0.0
    motor = gear**2 * np.array(
        (model.actuator_armature[carrier], model.actuator_damping[carrier])
        if carrier >= 0
        else (0.0, 0.0)
    )
    name = robot.joint_names[row]
    for label, ours, theirs in (
        ("armature", robot.pin_model.armature[entry], model.dof_armature[dof] + motor[0]),
        ("damping", robot.pin_model.damping[entry], model.dof_damping[dof] + motor[1]),
        ("friction", robot.pin_model.friction[entry], model.dof_frictionloss[dof]),
    ):
        ledger.note(Quantity.JOINT_DYNAMICS, ours - theirs, f"{label} of {name}")


def _compare_velocity(robot: RobotModel, joint: Element, ledger: Ledger) -> None:
    name, limit = joint.get("name", ""), joint.find("limit")
    if limit is not None and name in robot.joint_names:
        theirs = float(limit.get("velocity", "inf"))
        ours = float(robot.velocity_limit[robot.joint_row(name)])
        ledger.note(Quantity.VELOCITY_LIMIT, _gap(ours, theirs), name)


def _gap(one: float, other: float) -> float:
    """Difference of two numbers, relative above 1; none where both are the same infinity."""
    return 0.0 if one == other else abs(one - other) / max(1.0, min(abs(one), abs(other)))
