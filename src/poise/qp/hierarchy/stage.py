"""One level within the freedom that the levels above have left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array

Sides: TypeAlias = NDArray[np.int8]
"""Per limited row: 1 held at its upper limit, −1 at its lower one, 0 free."""


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """Least squares over y, where x + basis·y is the point.

        ½ ‖weights · (C y − target)‖² + ½ ‖soft_weights · violation of the soft rows‖²,

    subject to the hard rows. The rows of F are the hard ones, then the soft ones.

    Attributes:
        C: Equality rows, shape (p, m).
        target: Shape (p,).
        weights: Shape (p,).
        F: Limited rows, shape (h + s, m).
        lower: Lower limits of F y, shape (h + s,).
        upper: Upper limits of F y, shape (h + s,).
        soft_weights: Of the soft rows, shape (s,).
        margin: By how much a limit may be passed without counting as violated, shape (h + s,).
    """

    C: Array
    target: Array
    weights: Array
    F: Array
    lower: Array
    upper: Array
    soft_weights: Array
    margin: Array

    @property
    def hard_count(self) -> int:
        """Number of hard rows, h."""
        return int(self.F.shape[0] - self.soft_weights.shape[0])

    @property
    def m(self) -> int:
        """Number of free directions."""
        return int(self.C.shape[1])

    def excess(self, values: Array) -> Array:
        """By how much F y is beyond its limits: > 0 above the upper, < 0 below the lower one."""
        return np.asarray(
            np.maximum(values - self.upper, 0.0) + np.minimum(values - self.lower, 0.0)
        )
