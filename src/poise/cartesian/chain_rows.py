"""The way from one frame of a robot to another, as rows for the compiled loops."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from poise.arrays import Array, frozen
from poise.model import RobotModel
from poise.model.joint_movement import JointMovement, joint_movement

_ROW = 16


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
        motion = joint_movement(model, joint)
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


def _moved(motion: JointMovement, value: float) -> pin.SE3:
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
