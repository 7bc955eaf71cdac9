"""OSQP: the alternating direction method of multipliers.

Stellato et al., "OSQP: an operator splitting solver for quadratic programs", Mathematical
Programming Computation 12(4), 2020.
"""

from __future__ import annotations

from typing import ClassVar, final

import numpy as np

from poise.qp.backends.backend import Backend
from poise.qp.backends.packages import import_package
from poise.qp.backends.two_sided import limited_rows
from poise.qp.problem import QuadraticProgram
from poise.qp.raw import RawAnswer
from poise.qp.solution import QpSolution, QpStatus

_INFINITY = 1e30
"""OSQP's own infinity."""

_RHO_INTERVAL = 50
"""Iterations between changes of the step size. OSQP's default counts time and so gives answers
that depend on how busy the machine is."""

_CLAIMS = {
    "solved": QpStatus.SOLVED,
    "solved inaccurate": QpStatus.INACCURATE,
    "primal infeasible": QpStatus.INFEASIBLE,
    "primal infeasible inaccurate": QpStatus.INFEASIBLE,
    "dual infeasible": QpStatus.UNBOUNDED,
    "dual infeasible inaccurate": QpStatus.UNBOUNDED,
    "maximum iterations reached": QpStatus.ITERATION_LIMIT,
}


@final
class Osqp(Backend):
    """OSQP. A warm start is the previous variables and multipliers."""

    name: ClassVar[str] = "osqp"
    default_tolerance: ClassVar[float] = 1e-9
    default_max_iterations: ClassVar[int] = 20_000

    def _load(self) -> None:
        import_package("osqp", "qp")

    def _solve(self, problem: QuadraticProgram, warm_start: QpSolution | None) -> RawAnswer:
        import osqp
        from scipy.sparse import csc_matrix

        rows, matrix = limited_rows(problem, equalities=True)
        solver = osqp.OSQP()
        solver.setup(
            csc_matrix(np.triu(problem.H)),
            problem.g.copy(),
            csc_matrix(matrix),
            np.maximum(problem.row_lower[rows], -_INFINITY),
            np.minimum(problem.row_upper[rows], _INFINITY),
            verbose=False,
            eps_abs=self.tolerance,
            eps_rel=0.0,
            max_iter=self.max_iterations,
            polishing=False,
            adaptive_rho=1,
            adaptive_rho_interval=_RHO_INTERVAL,
        )
        if warm_start is not None:
            solver.warm_start(x=warm_start.x.copy(), y=warm_start.multipliers[rows])
        answer = solver.solve(raise_error=False)
        claim = _CLAIMS.get(answer.info.status, QpStatus.FAILED)
        multipliers = np.zeros(problem.layout.row_count)
        multipliers[rows] = answer.y
        return RawAnswer(claim, np.array(answer.x), multipliers, int(answer.info.iter))
