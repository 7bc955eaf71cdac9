"""Comparing kinematics and dynamics at one state."""

from __future__ import annotations

import mujoco
import numpy as np

from poise.arrays import Array
from poise.sim.mujoco_bridge.ledger import Ledger
from poise.sim.mujoco_bridge.report import Quantity
from poise.sim.mujoco_bridge.twin import Twin


def compare_kinematics(twin: Twin, ledger: Ledger) -> None:
    """Poses and velocities of all frames, and the centre of mass."""
    twist = np.zeros(6)
    for place, kind, index in twin.places:
        is_site = kind == int(mujoco.mjtObj.mjOBJ_SITE)
        position = (twin.data.site_xpos if is_site else twin.data.xpos)[index]
        rotation = (twin.data.site_xmat if is_site else twin.data.xmat)[index].reshape(3, 3)
        pose = twin.snapshot.pose(place)
        name = place.name
        ledger.note(Quantity.FRAME_POSITION, _norm(pose.translation - position), name)
        # To first order the angle between the two, without the loss of digits of arccos.
        turn = _norm(pose.rotation - rotation) / np.sqrt(2.0)
        ledger.note(Quantity.FRAME_ROTATION, turn, name)
        mujoco.mj_objectVelocity(twin.model, twin.data, kind, index, twist, 0)
        ours = twin.snapshot.twist(place, "world")
        ledger.note(Quantity.FRAME_VELOCITY, _norm(ours[:3] - twist[3:]), name)
        ledger.note(Quantity.FRAME_ANGULAR_VELOCITY, _norm(ours[3:] - twist[:3]), name)
    _compare_com(twin, ledger)


def compare_dynamics(twin: Twin, v: Array, random: np.random.Generator, ledger: Ledger) -> None:
    """Mass matrix, bias forces, inverse dynamics with a random acceleration, forces on links."""
    q, snapshot, layout = twin.snapshot.state.q, twin.snapshot, twin.layout
    turn = layout.velocity_map(q)
    inertia = snapshot.M
    weight = 1.0 / np.sqrt(np.maximum(np.diag(inertia), 1e-12))
    error = np.abs(weight * (turn.T @ twin.inertia @ turn - inertia) * weight[:, None])
    row, column = np.unravel_index(np.argmax(error), error.shape)
    pair = twin.dof_names[row] + ("" if row == column else f" with {twin.dof_names[column]}")
    ledger.note(Quantity.MASS_MATRIX, float(error[row, column]), pair)

    def note(quantity: Quantity, theirs: Array, ours: Array) -> None:
        # Where no joint carries weight, rounding must not be compared with rounding.
        floor = np.sqrt(twin.robot.total_mass) * (1.0 + np.linalg.norm(twin.robot.gravity))
        scale = max(float(np.abs(weight * ours).max()), float(floor))
        ledger.note_each(quantity, weight * (theirs - ours) / scale, twin.dof_names)

    for quantity, a in (
        (Quantity.BIAS_FORCE, np.zeros(twin.robot.nv)),
        (Quantity.INVERSE_DYNAMICS, random.normal(size=twin.robot.nv)),
    ):
        # Mimic joints follow with no acceleration of their own beyond their leader's, and the base
        # has one in MuJoCo's coordinates when it has none in Pinocchio's.
        qacc = layout.acceleration_to_mujoco(q, v, a)
        theirs = layout.force_from_mujoco(q, twin.inertia @ qacc + twin.data.qfrc_bias)
        note(quantity, theirs, inertia @ a + snapshot.h)
    if twin.places:
        theirs, ours = _force_on_a_link(twin, random)
        note(Quantity.EXTERNAL_FORCE, layout.force_from_mujoco(q, theirs), ours)


def compare_layout(twin: Twin, v: Array, ledger: Ledger) -> None:
    """State, acceleration and force there and back, and what MuJoCo says of mimic joints."""
    q, layout, names = twin.snapshot.state.q, twin.layout, twin.dof_names
    q_back, v_back = layout.from_mujoco(*layout.to_mujoco(q, v))
    ledger.note(Quantity.ROUND_TRIP, float(np.abs(q_back - q).max(initial=0.0)), "q")
    a = v[::-1].copy()
    forms = (
        (v_back, v),
        (layout.acceleration_from_mujoco(q, v, layout.acceleration_to_mujoco(q, v, a)), a),
        (layout.force_from_mujoco(q, layout.force_to_mujoco(q, a)), a),
    )
    for back, given in forms:
        ledger.note_each(Quantity.ROUND_TRIP, back - given, names)
    equality = twin.data.efc_type == int(mujoco.mjtConstraint.mjCNSTR_EQUALITY)
    for position, index in zip(
        twin.data.efc_pos[equality], twin.data.efc_id[equality], strict=True
    ):
        joint = twin.model.joint(int(twin.model.eq_obj1id[index])).name
        ledger.note(Quantity.MIMIC, float(position), joint)


def _compare_com(twin: Twin, ledger: Ledger) -> None:
    moving = twin.model.body_weldid > 0
    masses = twin.model.body_mass[moving]
    mass = float(masses.sum())
    ours = twin.robot.total_mass
    ledger.note(Quantity.MASS, (mass - ours) / ours if ours > 0.0 else mass, "all moving bodies")
    if mass <= 0.0:
        return
    com = masses @ twin.data.xipos[moving] / mass
    ledger.note(Quantity.COM_POSITION, _norm(com - twin.snapshot.com), "centre of mass")
    # MuJoCo's centre of mass of the world counts what is fixed, which adds no momentum.
    velocity = twin.data.subtree_linvel[0] * twin.model.body_subtreemass[0] / mass
    ledger.note(Quantity.COM_VELOCITY, _norm(velocity - twin.snapshot.com_velocity), "its velocity")


def _force_on_a_link(twin: Twin, random: np.random.Generator) -> tuple[Array, Array]:
    """Generalised forces of a random wrench at a random frame, world axes: MuJoCo's, and ours."""
    place, kind, index = twin.places[int(random.integers(len(twin.places)))]
    wrench = random.normal(size=6) * max(twin.robot.total_mass, 1.0)
    is_site = kind == int(mujoco.mjtObj.mjOBJ_SITE)
    body = int(twin.model.site_bodyid[index]) if is_site else index
    point = (twin.data.site_xpos if is_site else twin.data.xpos)[index]
    theirs = np.zeros(twin.model.nv)
    mujoco.mj_applyFT(twin.model, twin.data, wrench[:3], wrench[3:], point, body, theirs)
    return theirs, twin.snapshot.jacobian(place, "world").T @ wrench


def _norm(vector: Array) -> float:
    return float(np.linalg.norm(vector))
