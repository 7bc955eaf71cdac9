"""Degrees at the interface for joints that turn, and only for those."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, array_of_shape, vector
from poise.errors import DefinitionError


def is_ready(values: ArrayLike, shape: tuple[int, ...]) -> TypeGuard[Array]:
    """Whether a kernel can take an array as it is: right but for what is not finite."""
    return (
        type(values) is np.ndarray
        and values.shape == shape
        and values.dtype == np.float64
        and values.flags.carray
    )


class JointUnits:
    """Joint-wise arrays of a caller, to and from radians and metres.

    Args:
        turns: True for each joint that turns, False where it slides, length n.
        degrees: Whether the caller speaks degrees; sliding joints are in metres all the same.
    """

    def __init__(self, turns: Sequence[bool], degrees: bool) -> None:
        if not isinstance(degrees, bool):
            raise DefinitionError(f"degrees must be True or False, got {degrees!r}.")
        self.degrees = degrees
        self.size = len(turns)
        self._shape = (self.size,)
        self._factor = np.where(turns, np.pi / 180.0, 1.0) if degrees else np.ones(self.size)

    def inside(self, name: str, values: ArrayLike) -> Array:
        """A checked joint-wise array in radians and metres (and their derivatives by time).

        Raises:
            ShapeError, DefinitionError: A wrong size, or not finite.
        """
        checked = vector(name, values, self.size)
        return checked * self._factor if self.degrees else checked

    def rows_for_kernel(self, name: str, values: ArrayLike, count: int | None = None) -> Array:
        """Like :meth:`for_kernel` for ``count`` rows, or for as many as there are."""
        rows = np.shape(values)[:1] if count is None else (count,)
        return array_of_shape(name, values, (*rows, self.size)) * self._factor

    def motion(
        self, q: ArrayLike, qdot: ArrayLike | None, qdotdot: ArrayLike | None
    ) -> tuple[Array, Array, Array]:
        """The caller's positions, velocities and accelerations; those absent are zero."""
        still = np.zeros(self.size)
        return (
            self.inside("q", q),
            still if qdot is None else self.inside("qdot", qdot),
            still if qdotdot is None else self.inside("qdotdot", qdotdot),
        )

    def for_kernel(self, name: str, values: ArrayLike) -> Array:
        """Like :meth:`inside`; arrays that can be right are left to the kernel to check.

        Always writable: a kernel is compiled anew for read-only arrays.
        """
        if not self.degrees and is_ready(values, self._shape):
            return values
        return vector(name, values, self.size) * self._factor

    def outside(self, values: Array) -> Array:
        """A joint-wise array in the caller's units."""
        return values / self._factor if self.degrees else values
