"""Flat ground."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, number, vector
from poise.contact.terrain.surface import PLANE
from poise.contact.terrain.terrain import Shape, Terrain
from poise.errors import DefinitionError


class Plane(Terrain):
    """A plane; the default is the ground z = 0.

    Args:
        normal: Out of the ground, world axes, shape (3,), any length > 0.
        point: A point on it, shape (3,) [m].

    Raises:
        DefinitionError, ShapeError: The normal is zero, or an argument no vector.
    """

    __slots__ = ("point", "unit_normal")

    def __init__(
        self, normal: ArrayLike = (0.0, 0.0, 1.0), point: ArrayLike = (0.0, 0.0, 0.0)
    ) -> None:
        self.point: Array = vector("point", point, 3)
        direction = vector("normal", normal, 3)
        length = float(np.linalg.norm(direction))
        if length < 1e-9:
            raise DefinitionError("normal must not be zero.")
        self.unit_normal: Array = direction / length

    def __repr__(self) -> str:
        """Normal and point."""
        return f"{type(self).__name__}(normal={self.unit_normal}, point={self.point})"

    def shapes(self) -> tuple[Shape, ...]:
        """The plane itself."""
        n = [float(x) for x in self.unit_normal]
        return (Shape(PLANE, (*n, float(self.unit_normal @ self.point))),)


class Slope(Plane):
    """An inclined plane through the origin.

    Args:
        angle: Between the plane and the horizontal [rad]; positive rises along the heading.
        heading: Direction of the steepest ascent, about world z from world x [rad].
        height: Of the plane above the origin [m].

    Raises:
        DefinitionError: An angle of 90° or more, or an argument that is no number.
    """

    __slots__ = ("angle", "heading")

    def __init__(self, angle: float, heading: float = 0.0, height: float = 0.0) -> None:
        self.angle = number("angle", angle, above=-math.pi / 2)
        if self.angle >= math.pi / 2:
            raise DefinitionError(f"angle must be < {math.pi / 2:.4f} (radians), got {angle:g}.")
        self.heading = number("heading", heading)
        sine = math.sin(self.angle)
        normal = (
            -sine * math.cos(self.heading),
            -sine * math.sin(self.heading),
            math.cos(self.angle),
        )
        super().__init__(normal, (0.0, 0.0, number("height", height)))
