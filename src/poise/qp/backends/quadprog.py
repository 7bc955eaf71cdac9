"""quadprog: the dual method of Goldfarb and Idnani (GPL; only with the extra ``gpl``).

Goldfarb, Idnani, "A numerically stable dual method for solving strictly convex quadratic
programs", Mathematical Programming 27, 1983.
"""

from __future__ import annotations

from typing import ClassVar, final

import numpy as np

from poise.arrays import Array
from poise.qp.backends.backend import Backend
from poise.qp.backends.one_sided import OneSided, one_sided
from poise.qp.backends.packages import import_package
from poise.qp.problem import QuadraticProgram
from poise.qp.raw import RawAnswer
from poise.qp.solution import QpSolution, QpStatus

_SHIFT = 1e-9
"""Added to the diagonal of a semidefinite H, relative to its largest entry; the polish, which
works with the true H, takes the effect out again."""


@final
class Quadprog(Backend):
    """quadprog. It has neither a warm start nor settings; both are ignored."""

    name: ClassVar[str] = "quadprog"
    default_tolerance: ClassVar[float] = 1e-16
    default_max_iterations: ClassVar[int] = 10_000

    def _load(self) -> None:
        import_package("quadprog", "gpl")

    def _solve(self, problem: QuadraticProgram, warm_start: QpSolution | None) -> RawAnswer:
        limits = one_sided(problem)
        # quadprog's tolerances are absolute, so the cost is brought to size one.
        size = float(problem.H.diagonal().max()) or 1.0
        H = problem.H / size
        for shift in (0.0, _SHIFT):
            try:
                return _call(problem, H + shift * np.eye(problem.n), size, limits)
            except ValueError as error:
                if "positive definite" not in str(error):
                    raise
        return RawAnswer(QpStatus.FAILED)


def _call(problem: QuadraticProgram, H: Array, size: float, limits: OneSided) -> RawAnswer:
    import quadprog

    # quadprog wants  rows x ≥ limit  with the rows as columns, and at least one of them.
    matrix, limit = np.zeros((problem.n, 1)), -np.ones(1)
    if limits.limit.shape[0]:
        matrix, limit = np.ascontiguousarray(-limits.matrix.T), -limits.limit
    try:
        answer = quadprog.solve_qp(H, -problem.g / size, matrix, limit, limits.equalities)
    except ValueError as error:
        if "inconsistent" in str(error):
            return RawAnswer(QpStatus.INFEASIBLE)
        raise
    x, iterations = answer[0], int(answer[3][0])
    lagrangian = size * answer[4][: limits.limit.shape[0]]
    multipliers = limits.multipliers(problem.layout.row_count, lagrangian)
    return RawAnswer(QpStatus.SOLVED, x, multipliers, iterations)
