"""Small positive definite systems."""

from __future__ import annotations

from math import sqrt

from poise.arrays import Array
from poise.cartesian.kernels import compiled


@compiled
def solve_positive(matrix: Array, right: Array, size: int) -> None:
    """Solve A x = b by Cholesky's factorisation, in place.

    Args:
        matrix: A in its lower triangle, overwritten by the factor, at least (size, size).
        right: b, overwritten by x.
        size: Number of unknowns.
    """
    for j in range(size):
        total = matrix[j, j]
        for k in range(j):
            total -= matrix[j, k] * matrix[j, k]
        # What rounding makes of a zero pivot must not become a division by zero.
        pivot = sqrt(total) if total > 1e-300 else 1e-150
        matrix[j, j] = pivot
        for i in range(j + 1, size):
            total = matrix[i, j]
            for k in range(j):
                total -= matrix[i, k] * matrix[j, k]
            matrix[i, j] = total / pivot
    for i in range(size):
        total = right[i]
        for k in range(i):
            total -= matrix[i, k] * right[k]
        right[i] = total / matrix[i, i]
    for i in range(size - 1, -1, -1):
        total = right[i]
        for k in range(i + 1, size):
            total -= matrix[k, i] * right[k]
        right[i] = total / matrix[i, i]
