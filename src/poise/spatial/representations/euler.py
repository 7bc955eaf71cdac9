"""Orientations as two or three angles of successive turns."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin
from typing import ClassVar

import numpy as np

from poise.arrays import Array
from poise.errors import DefinitionError
from poise.spatial.orientation import (
    axis_angle_from_rotation,
    rotation_from_rpy,
    rpy_from_rotation,
)
from poise.spatial.representations.orientations import OrientationRepresentation
from poise.spatial.representations.representation import FIT_TOLERANCE
from poise.spatial.representations.turns import X, Y, Z, turned, turning

_ROUNDING = 1e-14
"""A few roundings: a tilt below this says nothing about its direction."""


@dataclass(frozen=True)
class _SuccessiveTurns(OrientationRepresentation):
    """Turns by angles that are linear in the values."""

    degrees: bool = False

    axes: ClassVar[tuple[Array, ...]]
    angles: ClassVar[Array]
    """The matrix from values to the angles of the turns."""

    @property
    def _units(self) -> Array:
        return np.full(self.angles.shape[1], pi / 180 if self.degrees else 1.0)

    def _rotation(self, values: Array) -> Array:
        return turned(self.axes, self.angles @ values)[0]

    def _matrix(self, values: Array) -> Array:
        return turned(self.axes, self.angles @ values)[1] @ self.angles

    def _matrix_rate(self, values: Array, rates: Array) -> Array:
        columns = turned(self.axes, self.angles @ values)[1]
        return turning(columns, self.angles @ rates) @ self.angles

    @abstractmethod
    def _values(self, rotation: Array) -> Array: ...


@dataclass(frozen=True)
class RollPitchYaw(_SuccessiveTurns):
    """Roll, pitch and yaw, R = R_z(yaw) R_y(pitch) R_x(roll): URDF's ``rpy``.

    Args:
        degrees: The angles are in degrees, not radians.
    """

    axes = (Z, Y, X)
    angles = np.eye(3)[::-1]
    singularity = (
        "At pitch ±90° only one combination of roll and yaw is defined; the values read give "
        "the rotation back, but it can only move about its pitch and the vertical axis."
    )

    def _rotation(self, values: Array) -> Array:
        return rotation_from_rpy(values)

    def _values(self, rotation: Array) -> Array:
        return rpy_from_rotation(rotation)


@dataclass(frozen=True)
class EulerZYZ(_SuccessiveTurns):
    """α, β, γ of turns about z, the new y and the new z: R_z(α) R_y(β) R_z(γ), β in [0, π].

    Args:
        degrees: The angles are in degrees, not radians.
    """

    axes = (Z, Y, Z)
    angles = np.eye(3)
    singularity = (
        "At β = 0 and 180° only one combination of α and γ is defined, and γ = 0 is read; "
        "there it can only move about the axis of β and about z."
    )

    def _values(self, rotation: Array) -> Array:
        (xx, xy, xz), (yx, yy, yz), (_, _, zz) = rotation.tolist()
        tilt = hypot(xz, yz)
        beta = atan2(tilt, zz)
        if tilt < _ROUNDING:
            return np.array((atan2(-xy, yy), beta, 0.0))
        alpha = atan2(yz, xz)
        # γ is what is left once α is undone, so that together they lose nothing near β = 0.
        c, s = cos(alpha), sin(alpha)
        return np.array((alpha, beta, atan2(c * yx - s * xx, c * yy - s * xy)))


@dataclass(frozen=True)
class PolarAzimuth(_SuccessiveTurns):
    """The direction of the z axis, reached without a turn about it: polar angle, azimuth.

    R = R_z(φ) R_y(θ) R_z(−φ): z tilts by the polar angle θ in [0, π] towards the azimuth φ.
    Only these rotations, about horizontal axes, have values.

    Args:
        degrees: The angles are in degrees, not radians.
    """

    axes = (Z, Y, Z)
    angles = np.array(((0.0, 1.0), (1.0, 0.0), (0.0, -1.0)))
    singularity = (
        "It can only turn such that z tilts and its rotation stays about a horizontal axis. At "
        "polar angle 0 the azimuth is free and read as 0; there z can only tilt towards the "
        "azimuth it has. At 180° an azimuth in (−180°, 0] is read."
    )

    def _values(self, rotation: Array) -> Array:
        x, y, z = axis_angle_from_rotation(rotation).tolist()
        if abs(z) > FIT_TOLERANCE:
            raise DefinitionError(
                f"rotation must be about a horizontal axis to have a polar angle and an azimuth, "
                f"got axis-angle {[x, y, z]} with z above {FIT_TOLERANCE:g} rad."
            )
        polar = hypot(x, y)
        return np.array((polar, atan2(-x, y) if polar else 0.0))
