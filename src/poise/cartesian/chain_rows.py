"""The way from one frame of a robot to another, as rows for the compiled loops."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from poise.arrays import Array, frozen
from poise.errors import DefinitionError
from poise.model import RobotModel

_ROW = 16


@dataclass(frozen=True, slots=True)
class _Motion:
    """How a joint moves: by scale · (the leading joint's position) + offset about or along axis."""

    leader: int
    axis: Array
    slides: bool
    scale: float
    offset: float


def chain_rows(
    robot: RobotModel, frames: tuple[str, str], positions: Array, locked: frozenset[str]
) -> tuple[list[int], list[int], Array]:
    """Joints on the way, the rows of those that move, and the way itself.

    Args:
        robot: The robot.
        frames: At the start and at the end of the way.
        positions: Of all joints of the robot, shape (na,); used for the locked ones.
        locked: Names of the joints that do not move.

    Returns:
        Pinocchio's indices of all joints on the way; rows of the moving ones in joint-wise arrays;
        the array that :mod:`poise.cartesian.kernels` describes.
    """
    model = robot.pin_model
    start, end = robot.place(frames[0]), robot.place(frames[1])
    up, down = _way(model, start.joint, end.joint)
    passed: list[int] = []
    rows: list[int] = []
    lines: list[Array] = []
    fixed = start.placement.inverse()
    for joint, direction in [*((j, -1.0) for j in up), *((j, 1.0) for j in down)]:
        passed.append(joint)
        placement = model.jointPlacements[joint]
        if direction > 0.0:
            fixed = fixed * placement
        motion = _motion(model, joint)
        leader = model.names[motion.leader]
        row = robot.joint_row(leader)
        if leader in locked or motion.scale == 0.0:
            value = motion.scale * positions[row] + motion.offset
            fixed = fixed * _moved(motion, direction * value)
        else:
            if row not in rows:
                rows.append(row)
            align = _z_to(motion.axis)
            lines.append(
                _line(fixed * align, (direction * motion.scale, direction * motion.offset))
            )
            lines[-1][14:] = float(motion.slides), rows.index(row)
            fixed = align.inverse()
        if direction < 0.0:
            fixed = fixed * placement.inverse()
    lines.append(_line(fixed * end.placement, (0.0, 0.0)))
    return passed, rows, frozen(np.array(lines))


def _way(model: pin.Model, start: int, end: int) -> tuple[list[int], list[int]]:
    """Joints to go up from the start, in that order, and then down to the end."""
    first, second = list(model.supports[start]), list(model.supports[end])
    common = set(first) & set(second)
    return [j for j in first[::-1] if j not in common], [j for j in second if j not in common]


def _motion(model: pin.Model, joint: int) -> _Motion:
    kind = model.joints[joint]
    mimics = kind.shortname() == "JointModelMimic"
    if not mimics and kind.nv != 1:
        raise DefinitionError(
            f"base and tip are joined by {model.names[joint]!r}, which has {kind.nv} degrees of "
            "freedom; choose a base frame beyond it."
        )
    data = kind.createData()
    kind.calc(data, pin.neutral(model))
    subspace = np.array(data.S).ravel()
    slides = not subspace[3:].any()
    if subspace[:3].any() and not slides:
        raise DefinitionError(f"joint {model.names[joint]!r} is a screw, which chains cannot have.")
    axis = subspace[:3] if slides else subspace[3:]
    if not mimics:
        return _Motion(joint, axis, slides, 1.0, 0.0)
    leaders = dict(zip(model.mimicking_joints, model.mimicked_joints, strict=True))
    inner = kind.extract()
    # The subspace of a joint that mimics is scaled; with scale 0 it says nothing, nor needs to.
    direction = axis / inner.scaling if inner.scaling else np.array([0.0, 0.0, 1.0])
    return _Motion(leaders[joint], direction, slides, inner.scaling, inner.offset)


def _moved(motion: _Motion, value: float) -> pin.SE3:
    if motion.slides:
        return pin.SE3(np.eye(3), value * motion.axis)
    return pin.SE3(pin.exp3(value * motion.axis), np.zeros(3))


def _z_to(axis: Array) -> pin.SE3:
    """A rotation that takes z to a unit axis."""
    turn = pin.Quaternion.FromTwoVectors(np.array([0.0, 0.0, 1.0]), axis)
    return pin.SE3(turn.toRotationMatrix(), np.zeros(3))


def _line(pose: pin.SE3, motion: tuple[float, float]) -> Array:
    line = np.zeros(_ROW)
    line[:9], line[9:12], line[12:14] = pose.rotation.ravel(), pose.translation, motion
    return line
