"""The terms of a cost that are no tasks: each adds itself, and each can be read off."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Literal

import numpy as np

from poise.arrays import Array
from poise.tasks import AffineMap

Kind = Literal["task", "regulariser", "rate", "slack", "share"]


@dataclass(frozen=True, slots=True, eq=False)
class Cost(ABC):
    """One term.

    Attributes:
        name: What explanations call it.
        kind: What it is for.
    """

    name: str
    kind: Kind

    @abstractmethod
    def add_to(self, H: Array, g: Array) -> None:
        """Add it to ½ xᵀ H x + gᵀ x, in place."""

    @abstractmethod
    def value(self, x: Array) -> float:
        """What it adds to the cost at x, ≥ 0."""

    @abstractmethod
    def rows(self, n: int) -> tuple[Array, Array]:
        """A (k, n) and b (k,) of ½ ‖A x − b‖², the same cost; rows of weight 0 left out."""


@dataclass(frozen=True, slots=True, eq=False)
class DiagonalCost(Cost):
    """½ Σ weight (x[place] − target)².

    Attributes:
        place: Which variables.
        weight: One number, or one per variable, ≥ 0.
        target: Likewise.
    """

    place: slice
    weight: Array | float
    target: Array | float = 0.0

    def add_to(self, H: Array, g: Array) -> None:
        """On the diagonal."""
        step = H.shape[0] + 1
        first, last = self.place.start * step, (self.place.stop - 1) * step + 1
        H.reshape(-1)[first:last:step] += self.weight
        if not isinstance(self.target, float) or self.target != 0.0:
            g[self.place] -= self.weight * self.target

    def value(self, x: Array) -> float:
        """The weighted square."""
        missed = x[self.place] - self.target
        return 0.5 * float(np.sum(self.weight * missed * missed))

    def rows(self, n: int) -> tuple[Array, Array]:
        """One row per variable."""
        count = self.place.stop - self.place.start
        root = np.sqrt(np.broadcast_to(self.weight, count))
        target = np.broadcast_to(self.target, count)
        kept = np.flatnonzero(root)
        A = np.zeros((kept.size, n))
        A[np.arange(kept.size), self.place.start + kept] = root[kept]
        return A, root[kept] * target[kept]


@dataclass(frozen=True, slots=True, eq=False)
class AffineCost(Cost):
    """½ weight ‖map(x)‖².

    Attributes:
        weight: ≥ 0.
        map: What shall be small.
    """

    weight: float
    map: AffineMap

    def add_to(self, H: Array, g: Array) -> None:
        """Everywhere the map reaches."""
        H += self.weight * (self.map.matrix.T @ self.map.matrix)
        g += self.weight * (self.map.offset @ self.map.matrix)

    def value(self, x: Array) -> float:
        """The weighted square."""
        y = self.map(x)
        return 0.5 * self.weight * float(y @ y)

    def rows(self, n: int) -> tuple[Array, Array]:
        """The map's."""
        del n
        root = np.sqrt(self.weight)
        return root * self.map.matrix, -root * self.map.offset
