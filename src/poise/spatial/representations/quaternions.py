"""Orientations as unit quaternions, in both orders of their entries."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.errors import DefinitionError
from poise.spatial.quaternion import (
    quat_wxyz_from_rotation,
    quat_xyzw_from_rotation,
    rotation_from_quat_wxyz,
    rotation_from_quat_xyzw,
)
from poise.spatial.representations.orientations import OrientationRepresentation
from poise.spatial.rotation import UNIT_TOLERANCE


class _Quaternion(OrientationRepresentation):
    singularity = (
        "It has no singularity: every angular velocity has its rates. Of the two signs, w ≥ 0 "
        "is read, and at w = 0 the first non-zero entry positive."
    )

    @property
    def _units(self) -> Array:
        """All plain numbers."""
        return np.ones(4)

    def _admit(self, values: Array) -> Array:
        length = float(np.linalg.norm(values))
        if abs(length - 1.0) > UNIT_TOLERANCE:
            raise DefinitionError(
                f"values must be a quaternion of length 1, got {values.tolist()} of length "
                f"{length:g}."
            )
        return values / length

    def _matrix_rate(self, values: Array, rates: Array) -> Array:
        return self._matrix(rates)  # it is linear

    def constraints(self, values: Array) -> Array:
        """The quaternion keeps its length."""
        return values[np.newaxis]


@dataclass(frozen=True)
class QuaternionXYZW(_Quaternion):
    """A unit quaternion in the order x, y, z, w."""

    def _rotation(self, values: Array) -> Array:
        return rotation_from_quat_xyzw(values)

    def _values(self, rotation: Array) -> Array:
        return quat_xyzw_from_rotation(rotation)

    def _matrix(self, values: Array) -> Array:
        # ω is the vector part of 2 q̇ q*.
        imaginary, w = values[:3], values[3]
        return 2 * np.column_stack((w * np.eye(3) + pin.skew(imaginary), -imaginary))


@dataclass(frozen=True)
class QuaternionWXYZ(_Quaternion):
    """A unit quaternion in the order w, x, y, z."""

    def _rotation(self, values: Array) -> Array:
        return rotation_from_quat_wxyz(values)

    def _values(self, rotation: Array) -> Array:
        return quat_wxyz_from_rotation(rotation)

    def _matrix(self, values: Array) -> Array:
        w, imaginary = values[0], values[1:]
        return 2 * np.column_stack((-imaginary, w * np.eye(3) + pin.skew(imaginary)))
