"""Quaternions, with the order of their entries in each name: ``quat_xyzw`` or ``quat_wxyz``."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, vector
from poise.errors import DefinitionError
from poise.spatial.rotation import UNIT_TOLERANCE, rotation_matrix, unit_quaternion


def rotation_from_quat_xyzw(quat_xyzw: ArrayLike) -> Array:
    """Rotation of a unit quaternion in Pinocchio's, ROS's and SciPy's order.

    Args:
        quat_xyzw: x, y, z, w, shape (4,), of length 1 up to rounding.

    Returns:
        Rotation matrix, shape (3, 3).

    Raises:
        ShapeError: Not four numbers.
        DefinitionError: Its length is not 1.
    """
    quaternion = vector("quat_xyzw", quat_xyzw, 4)
    length = float(np.linalg.norm(quaternion))
    if abs(length - 1.0) > UNIT_TOLERANCE:
        raise DefinitionError(
            f"quat_xyzw must have length 1, got {quaternion.tolist()} of length {length:g}."
        )
    rotation: Array = pin.Quaternion(quaternion / length).toRotationMatrix()
    return rotation


def rotation_from_quat_wxyz(quat_wxyz: ArrayLike) -> Array:
    """Rotation of a unit quaternion in MuJoCo's order; see :func:`rotation_from_quat_xyzw`."""
    w, x, y, z = vector("quat_wxyz", quat_wxyz, 4).tolist()
    return rotation_from_quat_xyzw((x, y, z, w))


def quat_xyzw_from_rotation(rotation: ArrayLike) -> Array:
    """Unit quaternion of a rotation, x, y, z, w, with w ≥ 0.

    At w = 0 the first non-zero coordinate is positive, so that the answer is unique.

    Args:
        rotation: Rotation matrix, shape (3, 3).

    Returns:
        Unit quaternion, shape (4,).

    Raises:
        ShapeError: Not a 3×3 matrix.
        DefinitionError: Not a rotation.
    """
    return np.array(unit_quaternion(rotation_matrix("rotation", rotation)))


def quat_wxyz_from_rotation(rotation: ArrayLike) -> Array:
    """Unit quaternion of a rotation, w, x, y, z; see :func:`quat_xyzw_from_rotation`."""
    x, y, z, w = unit_quaternion(rotation_matrix("rotation", rotation))
    return np.array((w, x, y, z))
