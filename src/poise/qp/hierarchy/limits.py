"""Limited rows of norm one, with their numbers among all limited rows of a hierarchy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array

Indices: TypeAlias = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Limits:
    """Rows  lower ≤ G x ≤ upper,  ‖G row‖ = 1.

    Attributes:
        G: Shape (k, n).
        lower: Shape (k,).
        upper: Shape (k,).
        ids: Number of each row among all limited rows of the problem, shape (k,).
    """

    G: Array
    lower: Array
    upper: Array
    ids: Indices

    def only(self, rows: Indices) -> Limits:
        """Some of the rows."""
        return Limits(self.G[rows], self.lower[rows], self.upper[rows], self.ids[rows])

    def along_with(self, other: Limits) -> Limits:
        """These rows, then others."""
        if not other.ids.size:
            return self
        return Limits(
            np.concatenate((self.G, other.G)),
            np.concatenate((self.lower, other.lower)),
            np.concatenate((self.upper, other.upper)),
            np.concatenate((self.ids, other.ids)),
        )
