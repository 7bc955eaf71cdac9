"""Can the cost of a program fall without end? Independent of any backend.

It can exactly when the rows can be satisfied and some direction d keeps all of them (A d = 0, and
no row with a limit moves towards it), is flat (H d = 0) and falls (gᵀ d < 0). The projection of
−g onto the cone of flat directions that keep the rows is such a d, or zero. By Moreau's
decomposition it is what a non-negative least-squares fit leaves of −g (Lawson & Hanson, Solving
Least Squares Problems, 1974, ch. 23).
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh
from scipy.optimize import nnls

from poise.arrays import Array
from poise.qp.problem import QuadraticProgram

_FLAT = 1e-14
"""Eigenvalue of H, relative to its largest, that counts as zero: a few roundings of H itself. The
smallest regulariser in use, 1e-8 beside weights of 1e4, is a hundred times larger."""

_FALLING = 1e-9
"""Length of the projection, relative to ‖g‖, from which it is not rounding."""

_STEPS_PER_COLUMN = 30
"""Iterations of the fit; Lawson and Hanson's own limit is 3."""


def falling_direction(problem: QuadraticProgram) -> Array | None:
    """A direction, shape (n,), along which the cost falls and no row sets a limit; None if none."""
    length = float(np.linalg.norm(problem.g))
    if length == 0.0:
        return None
    curvature, directions = eigh(problem.H)
    curved = directions[:, curvature > _FLAT * max(float(curvature[-1]), 0.0)]
    if curved.shape[1] == problem.n:
        return None
    held, limited = _normals(problem)
    columns = np.concatenate((curved, -curved, held.T, -held.T, limited.T), axis=1)
    if columns.shape[1] == 0:
        return np.asarray(-problem.g)
    try:
        weights, _ = nnls(
            columns, -problem.g / length, maxiter=_STEPS_PER_COLUMN * columns.shape[1]
        )
    except RuntimeError:  # the fit did not converge, so nothing is proven
        return None
    rest = -problem.g / length - columns.dot(weights)
    return rest if float(np.linalg.norm(rest)) > _FALLING else None


def _normals(problem: QuadraticProgram) -> tuple[Array, Array]:
    """Unit normals of the rows held from both sides, and of limited ones, pointing outwards."""
    rows = np.concatenate((np.eye(problem.n), problem.rows))
    norm = np.linalg.norm(rows, axis=1)
    norm[norm == 0.0] = 1.0
    rows /= norm[:, None]
    above, below = np.isfinite(problem.row_upper), np.isfinite(problem.row_lower)
    both = above & below
    return rows[both], np.concatenate((rows[above & ~both], -rows[below & ~both]))
