"""Small positive definite systems."""

from __future__ import annotations

from math import sqrt

from poise.arrays import Array
from poise.cartesian.kernels import compiled


@compiled
def solve_positive(matrix: Array, right: Array, size: int) -> None:
    """Solve A x = b by Cholesky's factorisation, in place.

    Args:
        matrix: A in its lower triangle, at least (size, size); overwritten by its factor, the
            diagonal inverted.
        right: b, overwritten by x.
        size: Number of unknowns.
    """
    for j in range(size):
        total = matrix[j, j]
        for k in range(j):
            total -= matrix[j, k] * matrix[j, k]
        inverse = _inverse_root(total)
        matrix[j, j] = inverse
        for i in range(j + 1, size):
            total = matrix[i, j]
            for k in range(j):
                total -= matrix[i, k] * matrix[j, k]
            matrix[i, j] = total * inverse
    for i in range(size):
        total = right[i]
        for k in range(i):
            total -= matrix[i, k] * right[k]
        right[i] = total * matrix[i, i]
    for i in range(size - 1, -1, -1):
        total = right[i]
        for k in range(i + 1, size):
            total -= matrix[k, i] * right[k]
        right[i] = total * matrix[i, i]


@compiled
def solve_six(a: Array, x: Array) -> None:
    """The same for six unknowns, written out: this is where most of a search's time goes."""
    d0 = _inverse_root(a[0, 0])
    l10, l20, l30, l40, l50 = a[1, 0] * d0, a[2, 0] * d0, a[3, 0] * d0, a[4, 0] * d0, a[5, 0] * d0
    d1 = _inverse_root(a[1, 1] - l10 * l10)
    l21, l31 = (a[2, 1] - l20 * l10) * d1, (a[3, 1] - l30 * l10) * d1
    l41, l51 = (a[4, 1] - l40 * l10) * d1, (a[5, 1] - l50 * l10) * d1
    d2 = _inverse_root(a[2, 2] - l20 * l20 - l21 * l21)
    l32 = (a[3, 2] - l30 * l20 - l31 * l21) * d2
    l42 = (a[4, 2] - l40 * l20 - l41 * l21) * d2
    l52 = (a[5, 2] - l50 * l20 - l51 * l21) * d2
    d3 = _inverse_root(a[3, 3] - l30 * l30 - l31 * l31 - l32 * l32)
    l43 = (a[4, 3] - l40 * l30 - l41 * l31 - l42 * l32) * d3
    l53 = (a[5, 3] - l50 * l30 - l51 * l31 - l52 * l32) * d3
    d4 = _inverse_root(a[4, 4] - l40 * l40 - l41 * l41 - l42 * l42 - l43 * l43)
    l54 = (a[5, 4] - l50 * l40 - l51 * l41 - l52 * l42 - l53 * l43) * d4
    d5 = _inverse_root(a[5, 5] - l50 * l50 - l51 * l51 - l52 * l52 - l53 * l53 - l54 * l54)
    y0 = x[0] * d0
    y1 = (x[1] - l10 * y0) * d1
    y2 = (x[2] - l20 * y0 - l21 * y1) * d2
    y3 = (x[3] - l30 * y0 - l31 * y1 - l32 * y2) * d3
    y4 = (x[4] - l40 * y0 - l41 * y1 - l42 * y2 - l43 * y3) * d4
    y5 = (x[5] - l50 * y0 - l51 * y1 - l52 * y2 - l53 * y3 - l54 * y4) * d5
    y5 *= d5
    y4 = (y4 - l54 * y5) * d4
    y3 = (y3 - l43 * y4 - l53 * y5) * d3
    y2 = (y2 - l32 * y3 - l42 * y4 - l52 * y5) * d2
    y1 = (y1 - l21 * y2 - l31 * y3 - l41 * y4 - l51 * y5) * d1
    y0 = (y0 - l10 * y1 - l20 * y2 - l30 * y3 - l40 * y4 - l50 * y5) * d0
    x[0], x[1], x[2], x[3], x[4], x[5] = y0, y1, y2, y3, y4, y5


@compiled
def _inverse_root(pivot: float) -> float:
    # What rounding makes of a zero pivot must not become a division by zero.
    return 1.0 / sqrt(pivot) if pivot > 1e-300 else 1e150


@compiled
def sum_of_squares(columns: Array, chosen: Array, damping: float, a: Array) -> None:
    """Σ cⱼ cⱼᵀ + damping · I over the columns whose ``chosen`` is not 0: lower triangle, (6, 6)."""
    s00 = 0.0
    s10 = s11 = 0.0
    s20 = s21 = s22 = 0.0
    s30 = s31 = s32 = s33 = 0.0
    s40 = s41 = s42 = s43 = s44 = 0.0
    s50 = s51 = s52 = s53 = s54 = s55 = 0.0
    for j in range(columns.shape[0]):
        if chosen[j] == 0.0:
            continue
        c0, c1, c2 = columns[j, 0], columns[j, 1], columns[j, 2]
        c3, c4, c5 = columns[j, 3], columns[j, 4], columns[j, 5]
        s00 += c0 * c0
        s10 += c1 * c0
        s11 += c1 * c1
        s20 += c2 * c0
        s21 += c2 * c1
        s22 += c2 * c2
        s30 += c3 * c0
        s31 += c3 * c1
        s32 += c3 * c2
        s33 += c3 * c3
        s40 += c4 * c0
        s41 += c4 * c1
        s42 += c4 * c2
        s43 += c4 * c3
        s44 += c4 * c4
        s50 += c5 * c0
        s51 += c5 * c1
        s52 += c5 * c2
        s53 += c5 * c3
        s54 += c5 * c4
        s55 += c5 * c5
    a[0, 0] = s00 + damping
    a[1, 0], a[1, 1] = s10, s11 + damping
    a[2, 0], a[2, 1], a[2, 2] = s20, s21, s22 + damping
    a[3, 0], a[3, 1], a[3, 2], a[3, 3] = s30, s31, s32, s33 + damping
    a[4, 0], a[4, 1], a[4, 2], a[4, 3], a[4, 4] = s40, s41, s42, s43, s44 + damping
    a[5, 0], a[5, 1], a[5, 2], a[5, 3], a[5, 4], a[5, 5] = s50, s51, s52, s53, s54, s55 + damping
