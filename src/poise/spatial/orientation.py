"""Orientations: axis-angle vectors, roll-pitch-yaw, errors and interpolation.

A rotation is a 3×3 matrix ``R_a_b`` whose columns are the axes of b seen from a.
"""

from __future__ import annotations

from math import atan2, cos, hypot, sin

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, number, vector
from poise.spatial.rotation import rotation_matrix, unit_quaternion


def rotation_from_axis_angle(axis_angle: ArrayLike) -> Array:
    """Rotation by ``|axis_angle|`` about its direction (the exponential map).

    Args:
        axis_angle: Scaled axis, shape (3,), [rad].

    Returns:
        Rotation matrix, shape (3, 3).

    Raises:
        ShapeError: Not three numbers.
        DefinitionError: An entry is not finite.
    """
    rotation: Array = pin.exp3(vector("axis_angle", axis_angle, 3))
    return rotation


def axis_angle_from_rotation(rotation: ArrayLike) -> Array:
    """Scaled axis of a rotation, its length in [0, π] (the logarithm).

    Exact near angle 0 and near π. At π, where both directions of the axis are right, the
    first non-zero coordinate is positive.

    Args:
        rotation: Rotation matrix, shape (3, 3).

    Returns:
        Scaled axis, shape (3,), [rad], the same seen from both sides of the rotation.

    Raises:
        ShapeError: Not a 3×3 matrix.
        DefinitionError: Not a rotation.
    """
    return _logarithm(rotation_matrix("rotation", rotation))


def orientation_error(rotation: Array, target: Array) -> Array:
    """What turns ``rotation`` into ``target``: R log(Rᵀ R*), in the outer ("world") axes.

    Runs several times per control tick and therefore trusts its arguments; check what comes
    from outside with :func:`poise.spatial.rotation_matrix`.

    Args:
        rotation: R, shape (3, 3).
        target: R*, shape (3, 3), seen from the same frame as R.

    Returns:
        Scaled axis e, shape (3,), [rad], with exp(e) R = R* and length in [0, π].
    """
    # R log(Rᵀ R*) = log(R (Rᵀ R*) Rᵀ) = log(R* Rᵀ): one product instead of two.
    return _logarithm(target @ rotation.T)


def interpolate_rotation(start: ArrayLike, end: ArrayLike, fraction: float) -> Array:
    """Rotation on the shortest way from start to end at constant speed (slerp).

    Args:
        start: Rotation at fraction 0, shape (3, 3).
        end: Rotation at fraction 1, shape (3, 3).
        fraction: How far along, in [0, 1].

    Returns:
        Rotation matrix, shape (3, 3).

    Raises:
        ShapeError: Not 3×3 matrices.
        DefinitionError: Not rotations, or fraction outside [0, 1].
    """
    fraction = number("fraction", fraction, minimum=0.0, maximum=1.0)
    first = rotation_matrix("start", start)
    error = orientation_error(first, rotation_matrix("end", end))
    rotation: Array = pin.exp3(fraction * error) @ first
    return rotation


def rotation_from_rpy(rpy: ArrayLike) -> Array:
    """Rotation R_z(yaw) R_y(pitch) R_x(roll): URDF's ``rpy``, about fixed x, then y, then z.

    Args:
        rpy: Roll, pitch and yaw, shape (3,), [rad].

    Returns:
        Rotation matrix, shape (3, 3).

    Raises:
        ShapeError: Not three numbers.
        DefinitionError: An entry is not finite.
    """
    roll, pitch, yaw = vector("rpy", rpy, 3).tolist()
    rotation: Array = pin.rpy.rpyToMatrix(roll, pitch, yaw)
    return rotation


def rpy_from_rotation(rotation: ArrayLike) -> Array:
    """Roll, pitch and yaw of a rotation; the inverse of :func:`rotation_from_rpy`.

    At pitch ±π/2 only one combination of roll and yaw is defined. The result still gives the
    rotation back.

    Args:
        rotation: Rotation matrix, shape (3, 3).

    Returns:
        Roll in (−π, π], pitch in [−π/2, π/2], yaw in (−π, π], shape (3,), [rad].

    Raises:
        ShapeError: Not a 3×3 matrix.
        DefinitionError: Not a rotation.
    """
    rows = rotation_matrix("rotation", rotation).tolist()
    (xx, xy, xz), (yx, yy, yz), (zx, _, _) = rows
    pitch = atan2(-zx, hypot(xx, yx))
    yaw = atan2(yx, xx)
    # Roll is what is left once yaw is undone. Unlike atan2(zy, zz) this holds at pitch ±π/2,
    # where yaw is decided by rounding.
    sine, cosine = sin(yaw), cos(yaw)
    roll = atan2(sine * xz - cosine * yz, cosine * yy - sine * xy)
    return np.array((roll, pitch, yaw))


def _logarithm(rotation: Array) -> Array:
    x, y, z, w = unit_quaternion(rotation)
    sine = hypot(x, y, z)  # of half the angle; hypot neither under- nor overflows
    if sine == 0.0:
        return np.zeros(3)
    # atan2 keeps all digits at both ends: sine ≈ 0 near the identity, w ≈ 0 near π.
    scale = 2.0 * atan2(sine, w) / sine
    return np.array((x * scale, y * scale, z * scale))
