"""The form many packages want: equalities, then rows with an upper limit only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array
from poise.qp.problem import QuadraticProgram


@dataclass(frozen=True, slots=True, eq=False)
class OneSided:
    """A program's limits as  matrix x (= | ≤) limit.

    Attributes:
        matrix: The equalities, then one row per finite limit; a lower limit is negated.
        limit: One entry per row.
        equalities: How many of the first rows are equalities.
        row: Row of the stack [bounds; equalities; inequalities] each came from.
        sign: −1 where a lower limit was negated, else +1.
    """

    matrix: Array
    limit: Array
    equalities: int
    row: NDArray[np.intp]
    sign: Array

    def multipliers(self, row_count: int, values: Array) -> Array:
        """Multipliers of these rows as multipliers of the stack, shape (row_count,)."""
        result = np.zeros(row_count)
        np.add.at(result, self.row, self.sign * values)
        return result


def one_sided(problem: QuadraticProgram) -> OneSided:
    """Write the limits of a program as equalities and upper limits; absent ones disappear."""
    n = problem.n
    lower, upper = problem.row_lower, problem.row_upper
    fixed = lower == upper
    equal = fixed.nonzero()[0]
    below = (np.isfinite(upper) & ~fixed).nonzero()[0]
    above = (np.isfinite(lower) & ~fixed).nonzero()[0]
    row = np.concatenate((equal, below, above))
    sign = np.ones(row.shape[0])
    sign[equal.shape[0] + below.shape[0] :] = -1.0
    limit = sign * np.where(sign > 0.0, upper[row], lower[row])
    matrix = np.zeros((row.shape[0], n))
    general = row >= n
    matrix[general] = problem.rows[row[general] - n]
    bounds = (~general).nonzero()[0]
    matrix[bounds, row[bounds]] = 1.0
    return OneSided(matrix * sign[:, None], limit, equal.shape[0], row, sign)
