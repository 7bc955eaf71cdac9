"""Successive turns about axes that turn along: rotation, rates and their derivative."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from poise.arrays import Array

X, Y, Z = np.eye(3)
"""The axes of a frame, seen from itself."""


def turned(axes: tuple[Array, ...], angles: Array) -> tuple[Array, Array]:
    """The rotation after turns about each axis in turn, and how it moves with the angles.

    Args:
        axes: One unit vector per turn, in the frame that the turns before it have reached.
        angles: Shape (n,), [rad].

    Returns:
        The rotation R = R₁ R₂ …, shape (3, 3), and B, shape (3, n), with ω = B times the rates
        of the angles: its columns are the axes seen from outside.
    """
    rotation = np.eye(3)
    columns = []
    for axis, angle in zip(axes, angles, strict=True):
        columns.append(rotation @ axis)
        rotation = rotation @ pin.exp3(angle * axis)
    return rotation, np.column_stack(columns)


def turning(columns: Array, rates: Array) -> Array:
    """The derivative of B of :func:`turned`: each axis is carried by the turns before it.

    Args:
        columns: B, shape (3, n).
        rates: Rates of the angles, shape (n,), [rad/s].

    Returns:
        Ḃ, shape (3, n).
    """
    carried = np.cumsum(columns * rates, axis=1) - columns * rates
    return np.cross(carried, columns, axis=0)
