"""ProxQP: a proximal augmented Lagrangian method.

Bambade, El-Kazdadi, Taylor, Carpentier, "PROX-QP: yet another quadratic programming solver for
robotics and beyond", Robotics: Science and Systems, 2022.
"""

from __future__ import annotations

from types import ModuleType
from typing import ClassVar, final

import numpy as np

from poise.qp.backends.backend import Backend
from poise.qp.backends.packages import import_plain_build
from poise.qp.backends.two_sided import limited_rows
from poise.qp.problem import QuadraticProgram
from poise.qp.raw import RawAnswer
from poise.qp.solution import QpSolution, QpStatus

_INFINITY = 1e20
"""ProxQP's own infinity."""

_CLAIMS = {
    "PROXQP_SOLVED": QpStatus.SOLVED,
    "PROXQP_MAX_ITER_REACHED": QpStatus.ITERATION_LIMIT,
    "PROXQP_PRIMAL_INFEASIBLE": QpStatus.INFEASIBLE,
    "PROXQP_SOLVED_CLOSEST_PRIMAL_FEASIBLE": QpStatus.INFEASIBLE,
    "PROXQP_DUAL_INFEASIBLE": QpStatus.UNBOUNDED,
}


@final
class Proxqp(Backend):
    """ProxQP, dense. A warm start is the previous variables and multipliers."""

    name: ClassVar[str] = "proxqp"
    default_tolerance: ClassVar[float] = 1e-9
    default_max_iterations: ClassVar[int] = 2_000

    def _load(self) -> None:
        _package()

    def _solve(self, problem: QuadraticProgram, warm_start: QpSolution | None) -> RawAnswer:
        module = _package().proxqp
        n, me = problem.n, problem.equality_count
        # Bounds become rows: a warm start of the package's own bounds raises (wrong size of z).
        rows, matrix = limited_rows(problem, equalities=False)
        solver = module.dense.QP(n, me, rows.shape[0])
        settings = solver.settings
        settings.eps_abs, settings.eps_rel = self.tolerance, 0.0
        settings.max_iter = self.max_iterations
        lower = np.maximum(problem.row_lower[rows], -_INFINITY)
        upper = np.minimum(problem.row_upper[rows], _INFINITY)
        equalities = (problem.A, problem.b) if me else (None, None)
        inequalities = (matrix, lower, upper) if rows.shape[0] else (None, None, None)
        solver.init(problem.H, problem.g, *equalities, *inequalities)
        if warm_start is None:
            solver.solve()
        else:
            settings.initial_guess = module.InitialGuess.WARM_START
            solver.solve(warm_start.x, warm_start.y, warm_start.multipliers[rows])
        results = solver.results
        multipliers = np.zeros(problem.layout.row_count)
        multipliers[n : n + me] = results.y
        multipliers[rows] = results.z
        claim = _CLAIMS.get(results.info.status.name, QpStatus.FAILED)
        return RawAnswer(claim, np.array(results.x), multipliers, int(results.info.iter))


def _package() -> ModuleType:
    return import_plain_build("proxsuite", "proxsuite_pywrap", "instructionset", "qp")
