"""Is the cost convex? Only then is a point that satisfies the optimality conditions an optimum."""

from __future__ import annotations

from scipy.linalg.lapack import dpotrf

from poise.qp.problem import QuadraticProgram
from poise.qp.tolerances import CONVEXITY


def is_convex(problem: QuadraticProgram) -> bool:
    """Whether H is positive semidefinite but for rounding, by a Cholesky factorisation."""
    shifted = problem.H.copy()
    diagonal = shifted.reshape(-1)[:: problem.n + 1]
    diagonal += CONVEXITY * float(abs(diagonal).max()) + _ZERO
    _, info = dpotrf(shifted.T, lower=0, clean=0, overwrite_a=1)
    return bool(info == 0)


_ZERO = 1e-300
"""Makes an H that is zero altogether, a linear program, pass."""
