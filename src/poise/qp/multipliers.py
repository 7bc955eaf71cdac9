"""Multipliers for an answer that came without them."""

from __future__ import annotations

import numpy as np
from scipy.optimize import nnls

from poise.arrays import Array
from poise.qp.problem import QuadraticProgram

# A row this close to its limit, relative to 1 + |value|, may push.
_NEAR = 1e-6


def estimated_multipliers(problem: QuadraticProgram, x: Array) -> Array:
    """Forces of the rows at their limits that come nearest to balancing the cost's gradient.

    Non-negative least squares (Lawson & Hanson, Solving Least Squares Problems, 1974, ch. 23): at
    the optimum they balance it; near it they tell which rows hold it, which the polish needs.

    Args:
        problem: The program.
        x: A point near its optimum, shape (n,).

    Returns:
        Multipliers of the stack [bounds; equalities; inequalities], signed as poise's.
    """
    rows = np.concatenate((np.eye(problem.n), problem.A, problem.C))
    values = rows @ x
    margin = _NEAR * (1.0 + np.abs(values))
    at_upper = (values >= problem.row_upper - margin).nonzero()[0]
    at_lower = (values <= problem.row_lower + margin).nonzero()[0]
    pushing = np.concatenate((rows[at_upper], -rows[at_lower]))
    multipliers = np.zeros(rows.shape[0])
    if pushing.shape[0]:
        forces, _ = nnls(pushing.T, -(problem.H @ x + problem.g))
        np.add.at(multipliers, at_upper, forces[: at_upper.size])
        np.subtract.at(multipliers, at_lower, forces[at_upper.size :])
    return multipliers
