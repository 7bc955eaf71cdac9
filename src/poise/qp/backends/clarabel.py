"""Clarabel: an interior-point method for conic programs.

Goulart, Chen, "Clarabel: an interior-point solver for conic programs with quadratic objectives",
arXiv:2405.12762, 2024.
"""

from __future__ import annotations

from typing import ClassVar, final

import numpy as np

from poise.qp.backends.backend import Backend
from poise.qp.backends.one_sided import one_sided
from poise.qp.backends.packages import import_package
from poise.qp.problem import QuadraticProgram
from poise.qp.raw import RawAnswer
from poise.qp.solution import QpSolution, QpStatus

_CLAIMS = {
    "Solved": QpStatus.SOLVED,
    "AlmostSolved": QpStatus.INACCURATE,
    "InsufficientProgress": QpStatus.INACCURATE,
    "PrimalInfeasible": QpStatus.INFEASIBLE,
    "AlmostPrimalInfeasible": QpStatus.INFEASIBLE,
    "DualInfeasible": QpStatus.UNBOUNDED,
    "AlmostDualInfeasible": QpStatus.UNBOUNDED,
    "MaxIterations": QpStatus.ITERATION_LIMIT,
}

_CERTIFICATE = 1e-12
"""Tolerance of Clarabel's infeasibility certificates. Its default, 1e-8, calls a cost whose flat
directions are held by a regulariser of 1e-8 unbounded."""


@final
class Clarabel(Backend):
    """Clarabel. It has no warm start; one given is ignored."""

    name: ClassVar[str] = "clarabel"
    default_tolerance: ClassVar[float] = 1e-9
    default_max_iterations: ClassVar[int] = 200

    def _load(self) -> None:
        import_package("clarabel", "qp")

    def _solve(self, problem: QuadraticProgram, warm_start: QpSolution | None) -> RawAnswer:
        import clarabel
        from scipy.sparse import csc_matrix

        limits = one_sided(problem)
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.max_iter = self.max_iterations
        settings.max_threads = 1
        settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = self.tolerance
        settings.tol_infeas_abs = settings.tol_infeas_rel = _CERTIFICATE
        cones = []
        if limits.equalities:
            cones.append(clarabel.ZeroConeT(limits.equalities))
        if limits.limit.shape[0] > limits.equalities:
            cones.append(clarabel.NonnegativeConeT(limits.limit.shape[0] - limits.equalities))
        # Clarabel loses its way at the end of some paths whose cost has entries of 1e4.
        size = problem.gradient_scale
        solver = clarabel.DefaultSolver(
            csc_matrix(problem.H / size),
            problem.g / size,
            csc_matrix(limits.matrix),
            limits.limit,
            cones,
            settings,
        )
        answer = solver.solve()
        claim = _CLAIMS.get(str(answer.status), QpStatus.FAILED)
        x, z = np.array(answer.x), size * np.array(answer.z)
        multipliers = limits.multipliers(problem.layout.row_count, z)
        return RawAnswer(claim, x, multipliers, int(answer.iterations))
