"""The robot of a MuJoCo world: its bodies and joints from the file, and nothing more."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import mujoco
import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.errors import SimulationError
from poise.model.mjcf_assets import remove_missing_assets
from poise.model.mjcf_names import body_name, joint_names, site_name
from poise.model.robot_model import RobotModel
from poise.sim.mujoco_urdf import following_joints, urdf_for_mujoco


def robot_spec(robot: RobotModel) -> mujoco.MjSpec:
    """The robot alone: bodies and joints, its locked joints welded, its own joint friction.

    Raises:
        SimulationError: The robot has no file, or a joint cannot be locked.
        ValueError: MuJoCo refuses the file.
    """
    spec = file_spec(robot)
    if robot.source.kind == "mjcf":
        _strip(spec)
    elif not any("Mimic" in joint.shortname() for joint in robot.pin_model.joints):
        _delete(spec, spec.equalities)  # Pinocchio took mimic joints as independent
    _weld(spec, robot)
    _set_base(spec, robot)
    _set_joints(spec, robot)
    return spec


def wxyz(rotation: Array) -> list[float]:
    """MuJoCo's quaternion of a rotation matrix."""
    quaternion = pin.Quaternion(rotation)
    return [quaternion.w, quaternion.x, quaternion.y, quaternion.z]


def file_spec(robot: RobotModel) -> mujoco.MjSpec:
    """The robot's file as MuJoCo reads it, each body and joint with a name.

    Raises:
        SimulationError: The robot has no file.
        ValueError: MuJoCo refuses the file.
    """
    if robot.is_mobile:
        raise SimulationError(
            f"robot '{robot.name}' is on a mobile base, which its file knows nothing of, so MuJoCo "
            "cannot have it. SoftContactSimulator (simulator: soft) and RigidContactSimulator can."
        )
    source = robot.source
    if source.kind == "pinocchio":
        raise SimulationError(
            f"robot '{robot.name}' was built from a pin.Model, which MuJoCo cannot read. Load it "
            "from its URDF or MJCF file, or use SoftContactSimulator."
        )
    if source.kind == "urdf":
        spec = mujoco.MjSpec.from_string(urdf_for_mujoco(source.text))
        spec.compiler.fusestatic = False  # bodies keep their names
        return spec
    if source.path is not None:
        spec = mujoco.MjSpec.from_file(str(source.path))
    else:
        spec = mujoco.MjSpec.from_string(source.text)
    remove_missing_assets(spec, Path() if source.path is None else source.path.parent)
    _name_all(spec)
    return spec


def _name_all(spec: mujoco.MjSpec) -> None:
    """Give bodies, joints and sites without a name those that the robot's model gives them."""
    compiled = spec.compile()
    names = joint_names(compiled)
    for body in spec.bodies:
        body.name = body_name(compiled, body.id)
    for joint in spec.joints:
        joint.name = names[joint.id]
    for site in spec.sites:
        site.name = site_name(compiled, site.id)


def _strip(spec: mujoco.MjSpec) -> None:
    """Take out of an MJCF what is not the mechanism: its own actuators, contacts, springs."""
    for elements in (
        *(spec.sensors, spec.actuators, spec.keys, spec.equalities, spec.tendons),
        *(spec.excludes, spec.pairs, spec.cameras, spec.lights),
    ):
        _delete(spec, elements)
    for geom in spec.geoms:
        geom.contype = geom.conaffinity = 0
    for joint in spec.joints:
        joint.stiffness = np.zeros_like(joint.stiffness)
    for body in spec.bodies:
        body.gravcomp = 0.0


def _delete(spec: mujoco.MjSpec, elements: Sequence[object]) -> None:
    for element in list(elements):
        spec.delete(element)


def _is_free(joint: mujoco.MjsJoint) -> bool:
    return bool(joint.type == mujoco.mjtJoint.mjJNT_FREE)


def _set_base(spec: mujoco.MjSpec, robot: RobotModel) -> None:
    """Free the base, or fix it, where the file has it otherwise."""
    free = [joint for joint in spec.joints if _is_free(joint)]
    if robot.floating_base and not free:
        base = spec.body(robot.base_frame) if robot.source.kind == "mjcf" else None
        base = base or spec.worldbody.first_body()
        base.add_freejoint(name=robot.pin_model.names[1])
    elif not robot.floating_base:
        _delete(spec, free)


def _held_joints(robot: RobotModel) -> dict[str, float]:
    """Position of each joint that is held: those locked, and those that follow a locked one."""
    held = dict(robot.source.locked_joints)
    if not held or robot.source.kind != "urdf":
        return held
    independent = set(robot.pin_model.names)
    for name, (leader, multiplier, offset) in following_joints(robot.source.text).items():
        if leader in held and name not in held and name not in independent:
            held[name] = multiplier * held[leader] + offset
    return held


def _weld(spec: mujoco.MjSpec, robot: RobotModel) -> None:
    """Replace each joint that is held by the pose it is held at."""
    held = _held_joints(robot)
    if not held:
        return
    compiled = spec.compile()
    _delete(spec, [e for e in spec.equalities if e.name1 in held or e.name2 in held])
    for name, value in held.items():
        joint = spec.joint(name)
        body = joint.parent
        if len(body.joints) > 1:
            raise SimulationError(f"Joint {name!r} shares its body; MuJoCo cannot lock it alone.")
        row = compiled.joint(name).id
        axis, shift = compiled.jnt_axis[row], value - compiled.qpos0[compiled.jnt_qposadr[row]]
        if joint.type == mujoco.mjtJoint.mjJNT_SLIDE:
            motion = pin.SE3(np.eye(3), shift * axis)
        else:
            anchor = pin.SE3(np.eye(3), np.array(compiled.jnt_pos[row]))
            motion = anchor * pin.SE3(pin.exp3(shift * axis), np.zeros(3)) * anchor.inverse()
        at = compiled.body(body.name)
        w, x, y, z = at.quat
        pose = pin.SE3(pin.Quaternion(w, x, y, z), np.array(at.pos)) * motion
        body.pos, body.quat = pose.translation, wxyz(pose.rotation)
        body.alt.type = mujoco.mjtOrientation.mjORIENTATION_QUAT
        spec.delete(joint)


def _set_joints(spec: mujoco.MjSpec, robot: RobotModel) -> None:
    """The robot's own damping, dry friction and rotor inertia, whatever the file says."""
    for joint in spec.joints:
        row = next(
            (robot.joint_row(n) for n in (joint.name, f"{joint.name}.x") if n in robot.joint_names),
            None,
        )
        joint.damping = np.zeros_like(joint.damping)
        joint.frictionloss = joint.armature = 0.0
        if row is not None:
            damping = np.zeros_like(joint.damping)
            damping[(0,) * damping.ndim] = robot.damping[row]
            joint.damping = damping
            joint.frictionloss = robot.friction[row]
            joint.armature = robot.armature[row]
