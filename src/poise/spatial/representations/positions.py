"""Positions in Cartesian, cylindrical and spherical coordinates."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, number, vector
from poise.spatial.representations.representation import Representation


class PositionRepresentation(Representation):
    """Numbers that describe a position; its velocity is ṗ [m/s], its acceleration p̈ [m/s²]."""

    def position(self, values: ArrayLike) -> Array:
        """The position that the values describe.

        Args:
            values: Shape (n,).

        Returns:
            p, shape (3,), [m].

        Raises:
            ShapeError: Not n numbers.
            DefinitionError: Not values of this representation.
        """
        return self._position(self._read(values))

    def values(self, position: ArrayLike) -> Array:
        """The values of a position; undoes :meth:`position`.

        Args:
            position: p, shape (3,), [m].

        Returns:
            Shape (n,).

        Raises:
            ShapeError: Not three numbers.
            DefinitionError: An entry is not finite.
        """
        return self._values(vector("position", position, 3)) / self._units

    @abstractmethod
    def _position(self, values: Array) -> Array: ...

    @abstractmethod
    def _values(self, position: Array) -> Array: ...


@dataclass(frozen=True)
class CartesianPosition(PositionRepresentation):
    """x, y, z [m]."""

    singularity = "It has no singularity."

    @property
    def _units(self) -> Array:
        """All metres."""
        return np.ones(3)

    def _position(self, values: Array) -> Array:
        return values

    def _values(self, position: Array) -> Array:
        return position

    def _matrix(self, values: Array) -> Array:
        return np.eye(3)

    def _matrix_rate(self, values: Array, rates: Array) -> Array:
        return np.zeros((3, 3))


@dataclass(frozen=True)
class CylindricalPosition(PositionRepresentation):
    """Distance ρ ≥ 0 from the z axis [m], azimuth φ about it from x, height z [m].

    Args:
        degrees: The azimuth is in degrees, not radians.
    """

    degrees: bool = False

    singularity = (
        "On the z axis the azimuth is free and read as 0; there it can only move along the "
        "azimuth it has, and along z."
    )

    @property
    def _units(self) -> Array:
        """Metre, angle, metre."""
        return np.array((1.0, pi / 180 if self.degrees else 1.0, 1.0))

    def _admit(self, values: Array) -> Array:
        number("values[0] (distance)", values[0], minimum=0.0)
        return values

    def _position(self, values: Array) -> Array:
        distance, azimuth, height = values.tolist()
        return np.array((distance * cos(azimuth), distance * sin(azimuth), height))

    def _values(self, position: Array) -> Array:
        x, y, z = position.tolist()
        distance = hypot(x, y)
        return np.array((distance, atan2(y, x) if distance else 0.0, z))

    def _matrix(self, values: Array) -> Array:
        distance, azimuth, _ = values.tolist()
        outward, sideward = _horizontal(azimuth)
        return np.column_stack((outward, distance * sideward, (0.0, 0.0, 1.0)))

    def _matrix_rate(self, values: Array, rates: Array) -> Array:
        distance, azimuth, _ = values.tolist()
        speed, turn, _ = rates.tolist()
        outward, sideward = _horizontal(azimuth)
        second = speed * sideward - distance * turn * outward
        return np.column_stack((turn * sideward, second, np.zeros(3)))


@dataclass(frozen=True)
class SphericalPosition(PositionRepresentation):
    """Distance r ≥ 0 from the origin [m], polar angle θ from the z axis, azimuth φ from x.

    Args:
        degrees: The angles are in degrees, not radians.
    """

    degrees: bool = False

    singularity = (
        "On the z axis the azimuth is free and read as 0, at the origin the polar angle too; "
        "there it can only move within the vertical plane of its azimuth, or along its ray."
    )

    @property
    def _units(self) -> Array:
        """Metre, angle, angle."""
        angle = pi / 180 if self.degrees else 1.0
        return np.array((1.0, angle, angle))

    def _admit(self, values: Array) -> Array:
        number("values[0] (distance)", values[0], minimum=0.0)
        return values

    def _position(self, values: Array) -> Array:
        ray: Array = values[0] * _ray_frame(values)[0]
        return ray

    def _values(self, position: Array) -> Array:
        x, y, z = position.tolist()
        across = hypot(x, y)
        polar = atan2(across, z) if across or z else 0.0
        return np.array((hypot(x, y, z), polar, atan2(y, x) if across else 0.0))

    def _matrix(self, values: Array) -> Array:
        distance, polar, _ = values.tolist()
        ray, downward, sideward = _ray_frame(values)
        return np.column_stack((ray, distance * downward, distance * sin(polar) * sideward))

    def _matrix_rate(self, values: Array, rates: Array) -> Array:
        distance, polar, azimuth = values.tolist()
        speed, tilt, turn = rates.tolist()
        ray, downward, sideward = _ray_frame(values)
        ray_rate = tilt * downward + sin(polar) * turn * sideward
        downward_rate = -tilt * ray + cos(polar) * turn * sideward
        radius = distance * sin(polar)
        radius_rate = speed * sin(polar) + distance * cos(polar) * tilt
        return np.column_stack(
            (
                ray_rate,
                speed * downward + distance * downward_rate,
                radius_rate * sideward - radius * turn * _horizontal(azimuth)[0],
            )
        )


def _horizontal(azimuth: float) -> tuple[Array, Array]:
    """The unit vectors outward at an azimuth and sideward, along its growth."""
    c, s = cos(azimuth), sin(azimuth)
    return np.array((c, s, 0.0)), np.array((-s, c, 0.0))


def _ray_frame(values: Array) -> tuple[Array, Array, Array]:
    """The unit vectors along which distance, polar angle and azimuth grow."""
    _, polar, azimuth = values.tolist()
    outward, sideward = _horizontal(azimuth)
    up = np.array((0.0, 0.0, 1.0))
    c, s = cos(polar), sin(polar)
    return s * outward + c * up, c * outward - s * up, sideward
