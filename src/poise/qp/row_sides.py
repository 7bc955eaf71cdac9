"""The limits of a program one by one: each side of each row as one inequality  row · x ≤ limit.

A lower limit is the upper limit of the negated row. Rows are divided by their norms, so that a
violation is a distance in x, whatever unit a row is written in.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array
from poise.qp.problem import QuadraticProgram

_ENDLESS = 1e20
"""Limits from here on count as absent, as solver packages have it."""


@dataclass(frozen=True, slots=True, eq=False)
class RowSides:
    """The sides of the rows of a program that set a limit; bounds first, as in its stack.

    Attributes:
        rows: Index into the stack [bounds; equalities; inequalities], shape (m,).
        signs: +1 for an upper limit, −1 for a lower one, shape (m,).
        norms: Length of the row in its own unit; 1 for a row of zeros, shape (m,).
        matrix: sign · row / norm, shape (m, n).
        limits: sign · limit / norm, shape (m,).
        fixed: Whether the row's two limits are equal, so that it is an equality, shape (m,).
    """

    rows: NDArray[np.intp]
    signs: Array
    norms: Array
    matrix: Array
    limits: Array
    fixed: NDArray[np.bool_]

    @classmethod
    def of(cls, problem: QuadraticProgram) -> RowSides:
        """All sides of a program: upper limits of all rows, then lower ones."""
        lower, upper = problem.row_lower, problem.row_upper
        above, below = (upper < _ENDLESS).nonzero()[0], (lower > -_ENDLESS).nonzero()[0]
        rows = np.concatenate((above, below))
        signs = np.concatenate((np.ones(above.size), -np.ones(below.size)))
        stack = np.concatenate((np.eye(problem.n), problem.rows))
        norms = np.linalg.norm(stack, axis=1)
        norms[norms == 0.0] = 1.0
        norms = norms[rows]
        return cls(
            rows,
            signs,
            norms,
            stack[rows] * (signs / norms)[:, None],
            np.concatenate((upper[above], lower[below])) * signs / norms,
            (lower == upper)[rows],
        )

    def take(self, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> RowSides:
        """Some of the sides, by mask or by index."""
        return RowSides(
            self.rows[chosen],
            self.signs[chosen],
            self.norms[chosen],
            self.matrix[chosen],
            self.limits[chosen],
            self.fixed[chosen],
        )

    def joined(self, others: RowSides) -> RowSides:
        """These sides, then the others."""
        return RowSides(
            np.concatenate((self.rows, others.rows)),
            np.concatenate((self.signs, others.signs)),
            np.concatenate((self.norms, others.norms)),
            np.concatenate((self.matrix, others.matrix)),
            np.concatenate((self.limits, others.limits)),
            np.concatenate((self.fixed, others.fixed)),
        )

    def same_members(self, chosen: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Mask of the chosen sides, of an equality both; shape (m,)."""
        mask = np.zeros(self.rows.size, dtype=bool)
        mask[chosen] = True
        return mask | (self.fixed & np.isin(self.rows, self.rows[chosen]))
