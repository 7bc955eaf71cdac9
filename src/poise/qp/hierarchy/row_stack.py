"""Equality rows and limited rows as one stack; an equality has two equal limits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise.arrays import Array


@dataclass(frozen=True, slots=True, eq=False)
class RowStack:
    """Rows  lower ≤ matrix x ≤ upper,  the equalities first.

    Attributes:
        matrix: Shape (k, n).
        lower: Shape (k,).
        upper: Shape (k,).
        norms: Of the rows of the matrix, shape (k,).
    """

    matrix: Array
    lower: Array
    upper: Array
    norms: Array

    @classmethod
    def of(cls, equal: tuple[Array, Array], limited: tuple[Array, Array, Array]) -> RowStack:
        """Stack A x = b over lower ≤ G x ≤ upper; the arrays are shared where one is empty."""
        (A, b), (G, lower, upper) = equal, limited
        if not b.shape[0]:
            matrix = G
        elif not lower.shape[0]:
            matrix, lower, upper = A, b, b
        else:
            matrix = np.concatenate((A, G))
            lower, upper = np.concatenate((b, lower)), np.concatenate((b, upper))
        return cls(matrix, lower, upper, np.sqrt(np.einsum("ij,ij->i", matrix, matrix)))

    def excess(self, x: Array) -> tuple[Array, Array]:
        """How far each row is off, > 0 above, and the size of the numbers in it.

        The size is max(1, |limit|, ‖row‖ ‖x‖): what rounding is relative to.
        """
        if not self.lower.shape[0]:
            return self.lower, self.lower
        values = self.matrix.dot(x)
        within = np.minimum(np.maximum(values, self.lower), self.upper)
        size = self.norms * float(np.sqrt(x.dot(x)))
        np.maximum(size, np.abs(within), out=size)
        return values - within, np.maximum(size, 1.0, out=size)
