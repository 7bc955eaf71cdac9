"""Orthogonal decompositions of a set of rows: what they span, and what is left free.

QR with column pivoting of the transposed rows (Golub & Van Loan, Matrix Computations, 4th ed.,
§5.4.2): the pivots tell the rank, the rows that span, and an orthonormal basis of the rest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg.lapack import dgels, dgeqp3, dorgqr, dtrtrs

from poise.arrays import Array
from poise.qp.hierarchy.tolerances import RANK

_BLOCK = 32


@dataclass(frozen=True, slots=True, eq=False)
class RowSpace:
    """rows[order] = triangleᵀ spanᵀ, but for a remainder below the rank tolerance.

    Attributes:
        order: The k rows in the order of their pivots; the first ``rank`` of them span all.
        triangle: Shape (rank, k), upper trapezoidal; below the diagonal it is not to be read.
        span: Orthonormal basis of what the rows span, shape (m, rank).
        free: Orthonormal basis of the directions in which no row changes, shape (m, m − rank).
    """

    order: NDArray[np.intp]
    triangle: Array
    span: Array
    free: Array

    @property
    def rank(self) -> int:
        """How many of the rows are independent."""
        return int(self.triangle.shape[0])

    def point(self, values: Array) -> Array:
        """Coordinates t for which the first rank rows at span·t have these values, (rank,)."""
        r = self.rank
        if r == 0:
            return np.empty(0)
        return np.asarray(dtrtrs(self.triangle[:, :r], values[self.order[:r]], trans=1)[0])

    def nearest(self, values: Array, weights: Array) -> Array:
        """Coordinates t for which all rows at span·t are nearest to these values, (rank,).

        Rows beyond the rank make it a least-squares problem with the given weights. The heaviest
        come first, without which QR loses the light ones (Higham, Accuracy and Stability of
        Numerical Algorithms, 2nd ed., §20.3).
        """
        if self.rank == self.order.shape[0] or self.rank == 0:
            return self.point(values)
        weight = weights[self.order]
        heavy = np.argsort(-weight, kind="stable")
        scaled = weight[heavy]
        matrix = np.triu(self.triangle).T[heavy] * scaled[:, None]
        _, answer, _ = dgels(matrix, scaled * values[self.order][heavy])
        return np.asarray(answer[: self.rank])

    def without_remainder(self, rows: Array) -> Array:
        """The rows' parts in the span; in what is left rounding would pass for a direction."""
        return np.asarray(rows.dot(self.span).dot(self.span.T))

    def combination(self, gradient: Array) -> Array:
        """Factors of the first rank rows whose combination is a gradient's part in the span."""
        r = self.rank
        if r == 0:
            return np.empty(0)
        return np.asarray(dtrtrs(self.triangle[:, :r], self.span.T.dot(gradient))[0])


def row_space(rows: Array) -> RowSpace:
    """Decompose rows of norm ≤ 1, shape (k, m), of which neither k nor m is zero."""
    k, m = rows.shape
    factor, order, tau, _, _ = dgeqp3(rows.T, lwork=2 * k + (k + 1) * _BLOCK)
    size = min(k, m)
    diagonal = np.abs(factor.diagonal())
    rank = int((diagonal > RANK).sum())
    if k >= m:
        square = factor[:, :m]
    else:
        square = np.empty((m, m), order="F")
        square[:, :k] = factor
    basis, _, _ = dorgqr(square, tau[:size], lwork=m * _BLOCK)
    return RowSpace(order - 1, factor[:rank], basis[:, :rank], basis[:, rank:])
