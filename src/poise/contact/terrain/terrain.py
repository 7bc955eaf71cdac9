"""What the robot stands on: a signed distance to the ground, with its derivatives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array
from poise.contact.laws.elementary import Numbers, namespace, sqrt
from poise.contact.terrain.surface import Surface, surface
from poise.errors import ShapeError

ROW_SIZE = 8
"""Numbers that describe one shape."""


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """One solid of a terrain, as numbers.

    Attributes:
        code: Which formula.
        row: Its numbers, padded to ``ROW_SIZE``.
        table: More numbers, shape (n,): the coefficients of a height field.
    """

    code: int
    row: tuple[float, ...]
    table: Array = field(default_factory=lambda: np.zeros(0))


@dataclass(frozen=True, slots=True, eq=False)
class PackedTerrain:
    """All solids of a terrain, as compiled and array code read them.

    Attributes:
        codes: Of each solid.
        rows: Of each solid.
        table: The tables of all, one after the other, shape (n,).
    """

    codes: tuple[int, ...]
    rows: tuple[tuple[float, ...], ...]
    table: Array


class Terrain(ABC):
    """Ground of one or several solids; where they overlap, the one that lies deepest counts.

    The *gap* of a point is its signed distance: positive outside, negative inside, continuous
    everywhere, so a spring along its gradient derives from a potential and gains no energy. Every
    method takes points of shape (..., 3) [m] in arrays of any library.
    """

    __slots__ = ("_packed",)

    @abstractmethod
    def shapes(self) -> tuple[Shape, ...]:
        """The solids it is made of."""

    @property
    def packed(self) -> PackedTerrain:
        """All solids as numbers, put together once."""
        try:
            return self._packed
        except AttributeError:
            self._packed: PackedTerrain = pack(self.shapes())
            return self._packed

    @property
    def arrays(self) -> tuple[NDArray[np.int64], Array, Array]:
        """The same as arrays for compiled loops: codes, rows, table."""
        packed = self.packed
        return np.array(packed.codes), np.array(packed.rows), packed.table

    def surface(self, x: Numbers, y: Numbers, z: Numbers) -> Surface:
        """The gap and all its derivatives, entry by entry, for coordinates of any shape."""
        packed = self.packed
        return surface(packed.codes, packed.rows, packed.table, x, y, z)

    def distance(self, points: Any) -> Any:
        """The gap of each point, shape (...) [m]."""
        return self.surface(*coordinates("points", points))[0]

    def gradient(self, points: Any) -> Any:
        """Gradient of the gap, shape (..., 3); of unit length where the distance is exact."""
        found = self.surface(*coordinates("points", points))
        return namespace(found[0]).stack(found[1:4], axis=-1)

    def normal(self, points: Any) -> Any:
        """Unit normal out of the ground below each point, world axes, shape (..., 3)."""
        gradient = self.gradient(points)
        square = namespace(gradient).sum(gradient * gradient, axis=-1)
        return gradient / sqrt(square)[..., None]

    def curvature(self, points: Any) -> Any:
        """Second derivatives of the gap, shape (..., 3, 3) [1/m]: how its gradient turns."""
        xx, xy, xz, yy, yz, zz = self.surface(*coordinates("points", points))[4:]
        xp = namespace(xx)
        rows = [xp.stack(row, axis=-1) for row in ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))]
        return xp.stack(rows, axis=-2)


def pack(shapes: tuple[Shape, ...]) -> PackedTerrain:
    """Put the numbers of several solids together."""
    rows, tables, start = [], [], 0
    for shape in shapes:
        row = [*shape.row, *[0.0] * (ROW_SIZE - len(shape.row))]
        if shape.table.size:
            row[6] = float(start)
        rows.append(tuple(row))
        tables.append(shape.table)
        start += shape.table.size
    return PackedTerrain(tuple(s.code for s in shapes), tuple(rows), np.concatenate(tables))


def coordinates(name: str, points: Any) -> tuple[Any, Any, Any]:
    """The x, y and z of points of shape (..., 3).

    Raises:
        ShapeError: The last axis has not three entries.
    """
    if not hasattr(points, "shape"):
        points = np.asarray(points, dtype=np.float64)
    if not points.shape or points.shape[-1] != 3:
        raise ShapeError(f"{name} must have shape (..., 3), got {tuple(points.shape)}.")
    return points[..., 0], points[..., 1], points[..., 2]
