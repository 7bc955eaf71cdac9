"""The way from one value of a task to another."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.spatial import rotation_from_axis_angle
from poise.tasks import Target


def between(
    first: pin.SE3 | Array, last: pin.SE3 | Array, share: tuple[float, float, float]
) -> Target:
    """The target on the straight way between two values, with its velocity and acceleration.

    Positions and joints go straight, orientations turn about one axis that stays; for a pose the
    two happen together.

    Args:
        first: A pose, a position (3,), a rotation (3, 3) or joint positions (na,).
        last: Likewise.
        share: Share of the way gone, with its rates [–, 1/s, 1/s²].
    """
    gone, rate, rate2 = share
    if isinstance(first, pin.SE3):
        assert isinstance(last, pin.SE3)  # noqa: S101 - both are values of one task
        shift = last.translation - first.translation
        turn, angle = _turn(first.rotation, last.rotation, gone)
        way = np.concatenate((shift, angle))
        pose = pin.SE3(turn, first.translation + gone * shift)
        return Target(pose, rate * way, rate2 * way)
    start, end = np.asarray(first), np.asarray(last)
    if start.shape == (3, 3):
        turn, angle = _turn(start, end, gone)
        return Target(turn, rate * angle, rate2 * angle)
    return Target(start + gone * (end - start), rate * (end - start), rate2 * (end - start))


def _turn(first: Array, last: Array, gone: float) -> tuple[Array, Array]:
    """The rotation on the way, and the whole way as axis times angle, world axes."""
    angle: Array = pin.log3(last @ first.T)
    return rotation_from_axis_angle(gone * angle) @ first, angle
