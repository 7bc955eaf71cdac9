"""The form other packages want: bounds written as rows of one matrix, lower and upper limits."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array
from poise.qp.problem import QuadraticProgram


def limited_rows(problem: QuadraticProgram, equalities: bool) -> tuple[NDArray[np.intp], Array]:
    """Rows of the stack [bounds; equalities; inequalities] that limit anything, as one matrix.

    Args:
        problem: The program.
        equalities: Include the rows of A, as rows with two equal limits.

    Returns:
        The rows' indices in the stack, and the matrix with one row for each.
    """
    n = problem.n
    limited = np.isfinite(problem.row_lower) | np.isfinite(problem.row_upper)
    if not equalities:
        limited[n : n + problem.equality_count] = False
    index = limited.nonzero()[0]
    bounds = index[index < n]
    matrix = np.zeros((index.shape[0], n))
    matrix[np.arange(bounds.shape[0]), bounds] = 1.0
    matrix[bounds.shape[0] :] = problem.rows[index[bounds.shape[0] :] - n]
    return index, matrix
