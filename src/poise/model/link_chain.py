"""Chains of links described joint by joint, and the Pinocchio model of one chain or a tree.

A link is fixed transform, joint, fixed transform: ``T = origin · joint(q) · tip``. Denavit–
Hartenberg rows of either convention and joints "about an axis, then a translation" are all of
this form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np
import pinocchio as pin

from poise.arrays import Array, did_you_mean
from poise.errors import DefinitionError

JointKind: TypeAlias = Literal["revolute", "prismatic", "fixed"]

ROOT_FRAME = "base_link"
"""Name of the frame that chains without another hook start at."""


@dataclass(frozen=True, slots=True)
class JointLimits:
    """Limits of one joint and its rotor inertia.

    Attributes:
        lower: Lower position limit [rad, m].
        upper: Upper position limit [rad, m].
        velocity: Speed limit [rad/s, m/s].
        effort: Torque or force limit [N·m, N].
        armature: Rotor inertia seen at the joint [kg·m², kg].
    """

    lower: float = -np.inf
    upper: float = np.inf
    velocity: float = np.inf
    effort: float = np.inf
    armature: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class ChainLink:
    """A link and the joint before it.

    Attributes:
        name: Name of the link's frame, which lies at the end of ``tip``.
        joint: Name of the joint.
        kind: "revolute", "prismatic" or "fixed".
        axis: Unit axis of the joint, in the axes after ``origin``, shape (3,).
        origin: Fixed pose before the joint.
        tip: Fixed pose after the joint.
        inertia: Mass, centre of mass and inertia about it, in the link's frame.
        limits: Limits of the joint.
    """

    name: str
    joint: str
    kind: JointKind
    axis: Array
    origin: pin.SE3 = field(default_factory=pin.SE3.Identity)
    tip: pin.SE3 = field(default_factory=pin.SE3.Identity)
    inertia: pin.Inertia = field(default_factory=pin.Inertia.Zero)
    limits: JointLimits = field(default_factory=JointLimits)


@dataclass(frozen=True, slots=True, eq=False)
class LinkChain:
    """Links one after the other, with a fixed pose before the first and after the last.

    Attributes:
        links: The links, from the hook outwards.
        tip: Name of the frame at the end.
        hook: Name of the frame the chain starts at: the tip of another chain, or the root.
        base: Pose of the first link's root in the hook frame.
        end: Pose of the tip frame in the last link's frame.
    """

    links: Sequence[ChainLink]
    tip: str
    hook: str = ROOT_FRAME
    base: pin.SE3 = field(default_factory=pin.SE3.Identity)
    end: pin.SE3 = field(default_factory=pin.SE3.Identity)


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """Where the next link starts: a frame, its joint, and its pose in the joint's axes."""

    frame: int
    joint: int
    pose: pin.SE3


def model_of_chains(
    name: str, chains: Sequence[LinkChain], *, floating_base: bool = False
) -> pin.Model:
    """The model of chains that hang on the root or on each other's tips.

    Joints are numbered chain by chain in the order given, except that the chains on a tip follow
    it before the next chain of the root does, as Pinocchio's algorithms need.

    Args:
        name: Name of the robot.
        chains: The chains; a chain comes after the one it hangs on.
        floating_base: Whether the root moves freely.

    Raises:
        DefinitionError: A frame or joint name twice, or a hook that is no tip of a chain before.
    """
    model = pin.Model()
    model.name = name
    root = 0
    if floating_base:
        root = model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "root_joint")
    frame = model.addBodyFrame(ROOT_FRAME, root, pin.SE3.Identity(), 0)
    tips = {ROOT_FRAME: _Place(frame, root, pin.SE3.Identity())}
    for chain in _depth_first(chains):
        tips[chain.tip] = _append(model, tips[chain.hook], chain)
    return model


def _depth_first(chains: Sequence[LinkChain]) -> list[LinkChain]:
    known = [ROOT_FRAME]
    children: dict[str, list[LinkChain]] = {ROOT_FRAME: []}
    for chain in chains:
        if chain.hook not in known:
            raise DefinitionError(
                f"hook of chain {chain.tip!r} must be {ROOT_FRAME!r} or the tip of a chain before "
                f"it, got {chain.hook!r}. {did_you_mean(chain.hook, known)}"
            )
        children[chain.hook].append(chain)
        children.setdefault(chain.tip, [])
        known.append(chain.tip)
    ordered: list[LinkChain] = []
    waiting = children[ROOT_FRAME][::-1]
    while waiting:
        chain = waiting.pop()
        ordered.append(chain)
        waiting += children[chain.tip][::-1]
    return ordered


def _append(model: pin.Model, start: _Place, chain: LinkChain) -> _Place:
    """Add one chain; returns its tip."""
    place = _Place(start.frame, start.joint, start.pose * chain.base)
    for link in chain.links:
        _require_new(model, link.name)
        place = _append_link(model, place, link)
    _require_new(model, chain.tip)
    pose = place.pose * chain.end
    frame = pin.Frame(chain.tip, place.joint, place.frame, pose, pin.FrameType.OP_FRAME)
    return _Place(model.addFrame(frame), place.joint, pose)


def _append_link(model: pin.Model, place: _Place, link: ChainLink) -> _Place:
    root = place.pose * link.origin
    if link.kind == "fixed":
        joint, pose, parent = place.joint, root * link.tip, place.frame
    else:
        if model.existJointName(link.joint):
            raise DefinitionError(f"joint names must differ, but {link.joint!r} comes twice.")
        limits = link.limits
        joint = model.addJoint(
            *(place.joint, _joint_model(link), root, link.joint),
            *(np.array([limits.effort]), np.array([limits.velocity])),
            *(np.array([limits.lower]), np.array([limits.upper])),
        )
        armature = np.array(model.armature)
        armature[-1] = limits.armature
        model.armature = armature
        parent = model.addJointFrame(joint, place.frame)
        pose = link.tip
    model.appendBodyToJoint(joint, link.inertia, pose)
    return _Place(model.addBodyFrame(link.name, joint, pose, parent), joint, pose)


def _joint_model(link: ChainLink) -> pin.JointModel:
    """A joint about or along the axis; Pinocchio has faster ones for the coordinate axes."""
    revolute = link.kind == "revolute"
    for axis, kinds in zip(
        np.eye(3),
        (
            (pin.JointModelRX, pin.JointModelPX),
            (pin.JointModelRY, pin.JointModelPY),
            (pin.JointModelRZ, pin.JointModelPZ),
        ),
        strict=True,
    ):
        if np.array_equal(link.axis, axis):
            return kinds[0]() if revolute else kinds[1]()
    if revolute:
        return pin.JointModelRevoluteUnaligned(link.axis)
    return pin.JointModelPrismaticUnaligned(link.axis)


def _require_new(model: pin.Model, frame: str) -> None:
    if model.existFrame(frame):
        raise DefinitionError(f"frame names must differ, but {frame!r} comes twice.")
