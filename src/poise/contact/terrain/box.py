"""Boxes, and stairs made of them."""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from poise.arrays import Array, number, vector
from poise.contact.terrain.plane import Plane
from poise.contact.terrain.surface import BOX
from poise.contact.terrain.terrain import Shape, Terrain
from poise.errors import DefinitionError

_BURIED = 1.0  # m by which stairs reach below the ground: their undersides touch nothing


class Box(Terrain):
    """A solid box, upright, with its exact signed distance.

    Args:
        center: Its centre, world, shape (3,) [m].
        size: Full lengths along its x, its y and world z, shape (3,) [m].
        heading: Of its x axis, about world z from world x [rad].

    Raises:
        DefinitionError, ShapeError: A length that is not > 0, or an argument no vector.
    """

    __slots__ = ("center", "heading", "size")

    def __init__(self, center: ArrayLike, size: ArrayLike, heading: float = 0.0) -> None:
        self.center: Array = vector("center", center, 3)
        self.size: Array = vector("size", size, 3)
        if (self.size <= 0.0).any():
            raise DefinitionError(f"size must be > 0 along every axis, got {self.size.tolist()}.")
        self.heading = number("heading", heading)

    def __repr__(self) -> str:
        """Centre, size and heading."""
        return f"Box(center={self.center}, size={self.size}, heading={self.heading:g})"

    def shapes(self) -> tuple[Shape, ...]:
        """The box itself."""
        row = (*map(float, self.center), *(0.5 * float(s) for s in self.size))
        return (Shape(BOX, (*row, math.cos(self.heading), math.sin(self.heading))),)


class Steps(Terrain):
    """Stairs that rise from the ground z = 0.

    Args:
        rise: Height of a step [m].
        run: Depth of a tread [m].
        count: Number of steps.
        width: Of the stairs [m].
        start: Where the first riser stands, in the middle of the width, world x and y [m].
        heading: Direction of the ascent, about world z from world x [rad].

    Raises:
        DefinitionError: A size that is not > 0, or fewer than one step.
    """

    __slots__ = ("_boxes", "count", "rise", "run")

    def __init__(
        self,
        rise: float,
        run: float,
        count: int,
        width: float = 2.0,
        start: ArrayLike = (0.5, 0.0),
        heading: float = 0.0,
    ) -> None:
        self.rise = number("rise", rise, above=0.0)
        self.run = number("run", run, above=0.0)
        if number("count", count, minimum=1) != int(count):
            raise DefinitionError(f"count must be a whole number, got {count!r}.")
        self.count = int(count)
        number("width", width, above=0.0)
        x, y = vector("start", start, 2)
        c, s = math.cos(number("heading", heading)), math.sin(heading)
        boxes = []
        for k in range(count):
            # Each reaches below all later ones to the end, so no hidden face is near a tread.
            middle, length = 0.5 * (k + count) * run, (count - k) * run
            top = (k + 1) * rise
            center = (x + c * middle, y + s * middle, 0.5 * (top - _BURIED))
            boxes.append(Box(center, (length, width, top + _BURIED), heading))
        self._boxes = tuple(boxes)

    def __repr__(self) -> str:
        """Rise, run and count."""
        return f"Steps(rise={self.rise:g}, run={self.run:g}, count={self.count})"

    def shapes(self) -> tuple[Shape, ...]:
        """The ground and a box for each step."""
        return (*Plane().shapes(), *(shape for box in self._boxes for shape in box.shapes()))
