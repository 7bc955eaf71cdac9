"""Joint velocities that belong to the tasks' reference velocities."""

from __future__ import annotations

import numpy as np
import scipy.linalg

from poise.arrays import Array

# Rows that must hold weigh this much more than the largest row that should.
_HARDNESS = 1e2
# Relative to the tasks' largest diagonal entry: picks the smallest of equally good velocities.
_DAMPING = 1e-6


def constrained_velocity(matrix: Array, wanted: Array, fixed: Array) -> Array:
    """The v that minimises ‖matrix v − wanted‖² with ``fixed v`` (nearly) zero.

    Good to about one part in ten thousand of the velocities, which is plenty for feeding friction
    forward: only signs and sizes near zero count there.

    Args:
        matrix: Weighted task Jacobians, shape (k, nv).
        wanted: Weighted reference velocities, shape (k,).
        fixed: Jacobian of what must not move, shape (m, nv).

    Returns:
        Shape (nv,).
    """
    if not wanted.any():
        return np.zeros(matrix.shape[1])
    normal = matrix.T @ matrix
    largest = max(float(normal.diagonal().max()), 1e-12)
    normal += _HARDNESS**2 * largest * (fixed.T @ fixed)
    normal.flat[:: normal.shape[0] + 1] += _DAMPING * largest
    factor = scipy.linalg.cho_factor(normal, check_finite=False)
    velocity: Array = scipy.linalg.cho_solve(factor, wanted @ matrix, check_finite=False)
    return velocity
