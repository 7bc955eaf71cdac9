"""The tree of bodies and joints of a compiled MuJoCo model, as a Pinocchio model.

MuJoCo places a body by its pose in its parent and then moves it by each of its joints in turn,
``T = T_parent_body  ∏ₖ T(pₖ) Jₖ(qₖ − refₖ) T(−pₖ)``, with pₖ the joint's anchor in the body.
Pinocchio has one joint per body, so all joints but the last move bodies without mass, and ``ref``
goes into the placements. Source: MuJoCo documentation, "Computation" (``mj_kinematics``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.model.mjcf_names import body_name, joint_names, site_name, unused_name

CompiledModel: TypeAlias = Any
"""A ``mujoco.MjModel``; MuJoCo itself is not imported here."""

FREE, BALL, SLIDE, HINGE = 0, 1, 2, 3
"""Values of ``mujoco.mjtJoint``."""

ROOT_JOINT = "root_joint"


@dataclass(slots=True)
class JointTree:
    """A Pinocchio model under construction.

    Attributes:
        model: The model so far.
        joints: Pairs (MuJoCo joint, Pinocchio joint) of those joints that both models have.
        ignored: Sentences on what was left out.
        base: The MuJoCo body that was given a floating base, if any.
    """

    model: pin.Model
    joints: list[tuple[int, int]] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    base: int | None = None


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a MuJoCo body is: its pose in the frame of a Pinocchio joint, and its own frame."""

    joint: int
    pose: pin.SE3
    frame: int


def build_tree(compiled: CompiledModel, floating_base: bool | None) -> JointTree:
    """Build joints, inertias, frames, position limits, keyframes and gravity.

    Args:
        compiled: The compiled ``mujoco.MjModel``.
        floating_base: See :func:`poise.model.mjcf.model_from_mjcf`.

    Raises:
        ValueError: No single tree of bodies is fit to get the floating base asked for.
    """
    tree = JointTree(pin.Model())
    tree.model.name = _model_name(compiled)
    tree.model.gravity = pin.Motion(_gravity(compiled), np.zeros(3))
    if floating_base and FREE not in compiled.jnt_type:
        tree.base = _only_tree(compiled)
    world = tree.model.addBodyFrame("world", 0, pin.SE3.Identity(), 0)
    places = [_Place(0, pin.SE3.Identity(), world)]
    names = joint_names(compiled)
    for body in range(1, compiled.nbody):
        parent = places[compiled.body_parentid[body]]
        places.append(_add_body(tree, compiled, body, parent, names, floating_base))
    for site in range(compiled.nsite):
        _add_site(tree.model, compiled, site, places[compiled.site_bodyid[site]])
    _set_unbounded(tree.model)
    _set_position_limits(tree, compiled)
    for key in range(compiled.nkey):
        name = compiled.key(key).name or f"key{key}"
        q = _configuration(tree, compiled, compiled.key_qpos[key])
        tree.model.referenceConfigurations[name] = q
    return tree


def _model_name(compiled: CompiledModel) -> str:
    return bytes(compiled.names).split(b"\0", 1)[0].decode(errors="replace") or "robot"


def _gravity(compiled: CompiledModel) -> Array:
    switched_off = bool(compiled.opt.disableflags & (1 << 7))  # mjtDisableBit.mjDSBL_GRAVITY
    return np.zeros(3) if switched_off else np.array(compiled.opt.gravity)


def _only_tree(compiled: CompiledModel) -> int:
    """The body to put on a floating base: root of the only moving tree, else the only body."""
    top = [body for body in range(1, compiled.nbody) if compiled.body_parentid[body] == 0]
    moving_roots = {int(compiled.body_rootid[body]) for body in compiled.jnt_bodyid}
    candidates = sorted(moving_roots) or top
    if len(candidates) != 1:
        names = ", ".join(repr(body_name(compiled, body)) for body in candidates) or "none"
        raise ValueError(
            f"a floating base needs exactly one tree of bodies to carry, but there are: {names}."
        )
    return candidates[0]


def _add_body(
    tree: JointTree,
    compiled: CompiledModel,
    body: int,
    parent: _Place,
    names: Sequence[str],
    floating_base: bool | None,
) -> _Place:
    model, joint, frame = tree.model, parent.joint, parent.frame
    pose = parent.pose * _pose(compiled.body_pos[body], compiled.body_quat[body])
    if body == tree.base:
        name = unused_name(ROOT_JOINT, set(names))
        joint, pose = model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), name), _I
        frame = model.addJointFrame(joint, frame)
    for k in range(compiled.body_jntnum[body]):
        index = int(compiled.body_jntadr[body]) + k
        if compiled.jnt_type[index] == FREE and floating_base is False:
            continue
        kind, before, after = _joint(compiled, index)
        placement = _I if compiled.jnt_type[index] == FREE else pose * before
        joint, pose = model.addJoint(joint, kind, placement, names[index]), after
        frame = model.addJointFrame(joint, frame)
        tree.joints.append((index, joint))
    if joint > 0:
        model.appendBodyToJoint(joint, _inertia(compiled, body), pose)
    return _Place(joint, pose, model.addBodyFrame(body_name(compiled, body), joint, pose, frame))


_I = pin.SE3.Identity()


def _pose(position: Array, quat_wxyz: Array) -> pin.SE3:
    w, x, y, z = quat_wxyz
    return pin.SE3(pin.Quaternion(w, x, y, z).normalized().matrix(), np.array(position))


def _joint(compiled: CompiledModel, index: int) -> tuple[Any, pin.SE3, pin.SE3]:
    """Joint model, its placement in the body before it moves, and the body's pose after it."""
    kind = compiled.jnt_type[index]
    anchor = pin.SE3(np.eye(3), np.array(compiled.jnt_pos[index]))
    if kind == FREE:
        return pin.JointModelFreeFlyer(), _I, _I
    if kind == BALL:
        return pin.JointModelSpherical(), anchor, anchor.inverse()
    axis = np.array(compiled.jnt_axis[index])
    reference = float(compiled.qpos0[compiled.jnt_qposadr[index]])
    along = [i for i in range(3) if np.array_equal(axis, np.eye(3)[i])]
    if kind == SLIDE:
        aligned = (pin.JointModelPX, pin.JointModelPY, pin.JointModelPZ)
        joint = aligned[along[0]]() if along else pin.JointModelPrismaticUnaligned(axis)
        return joint, pin.SE3(np.eye(3), -reference * axis), _I
    aligned = (pin.JointModelRX, pin.JointModelRY, pin.JointModelRZ)
    joint = aligned[along[0]]() if along else pin.JointModelRevoluteUnaligned(axis)
    back = pin.SE3(pin.exp3(-reference * axis), np.zeros(3))
    return joint, anchor * back, anchor.inverse()


def _inertia(compiled: CompiledModel, body: int) -> pin.Inertia:
    principal = _pose(compiled.body_ipos[body], compiled.body_iquat[body])
    rotation = principal.rotation
    inertia = rotation @ np.diag(compiled.body_inertia[body]) @ rotation.T
    return pin.Inertia(float(compiled.body_mass[body]), principal.translation, inertia)


def _add_site(model: pin.Model, compiled: CompiledModel, site: int, place: _Place) -> None:
    pose = place.pose * _pose(compiled.site_pos[site], compiled.site_quat[site])
    name = site_name(compiled, site)
    model.addFrame(pin.Frame(name, place.joint, place.frame, pose, pin.FrameType.OP_FRAME))


def _set_unbounded(model: pin.Model) -> None:
    """Start from no limit at all; Pinocchio's own defaults differ between its versions."""
    for name in ("PositionLimit", "VelocityLimit", "EffortLimit"):
        size = model.nq if name == "PositionLimit" else model.nv
        setattr(model, f"lower{name}", np.full(size, -np.inf))
        setattr(model, f"upper{name}", np.full(size, np.inf))


def _set_position_limits(tree: JointTree, compiled: CompiledModel) -> None:
    for index, joint in tree.joints:
        if not compiled.jnt_limited[index]:
            continue
        if compiled.jnt_type[index] == BALL:
            tree.ignored.append(
                f"The limit of ball joint {tree.model.names[joint]!r} "
                f"({compiled.jnt_range[index][1]:g} rad from its reference) was left out."
            )
            continue
        entry = tree.model.idx_qs[joint]
        tree.model.lowerPositionLimit[entry] = compiled.jnt_range[index][0]
        tree.model.upperPositionLimit[entry] = compiled.jnt_range[index][1]


def _configuration(tree: JointTree, compiled: CompiledModel, qpos: Array) -> Array:
    """MuJoCo's ``qpos`` in Pinocchio's layout, shape (nq,)."""
    q: Array = pin.neutral(tree.model)
    if tree.base is not None:
        pose = _pose(compiled.body_pos[tree.base], compiled.body_quat[tree.base])
        q[:7] = pin.SE3ToXYZQUAT(pose)
    for index, joint in tree.joints:
        start, address = tree.model.idx_qs[joint], compiled.jnt_qposadr[index]
        values = np.array(qpos[address : address + tree.model.nqs[joint]])
        if compiled.jnt_type[index] in (FREE, BALL):
            quat_wxyz = values[-4:] / np.linalg.norm(values[-4:])
            values[-4:] = np.roll(quat_wxyz, -1)
        q[start : start + len(values)] = values
    return q
