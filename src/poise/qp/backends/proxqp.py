"""ProxQP: a proximal augmented Lagrangian method.

Bambade, El-Kazdadi, Taylor, Carpentier, "PROX-QP: yet another quadratic programming solver for
robotics and beyond", Robotics: Science and Systems, 2022.
"""

from __future__ import annotations

from typing import ClassVar, final

import numpy as np

from poise.qp.backends.backend import Backend
from poise.qp.backends.packages import import_extension
from poise.qp.problem import QuadraticProgram
from poise.qp.raw import RawAnswer
from poise.qp.solution import QpSolution, QpStatus

_BUILD = "proxsuite_pywrap"
"""The plain build. The one with AVX-512, which the package picks by itself where the processor
has it, crashes in processes that have loaded Pinocchio and MuJoCo."""

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
        import_extension("proxsuite", _BUILD, "qp")

    def _solve(self, problem: QuadraticProgram, warm_start: QpSolution | None) -> RawAnswer:
        module = import_extension("proxsuite", _BUILD, "qp").proxqp
        n, me, mi = problem.n, problem.equality_count, len(problem.layout.inequalities)
        lower = np.maximum(problem.row_lower, -_INFINITY)
        upper = np.minimum(problem.row_upper, _INFINITY)
        boxed = bool((upper[:n] < _INFINITY).any() or (lower[:n] > -_INFINITY).any())
        solver = module.dense.QP(n, me, mi, boxed)
        settings = solver.settings
        settings.eps_abs, settings.eps_rel = self.tolerance, 0.0
        settings.max_iter = self.max_iterations
        rows = slice(n + me, None)
        cost = (problem.H, problem.g)
        equalities = (problem.A, problem.b) if me else (None, None)
        inequalities = (problem.C, lower[rows], upper[rows]) if mi else (None, None, None)
        if boxed:
            solver.init(*cost, *equalities, *inequalities, lower[:n], upper[:n])
        else:
            solver.init(*cost, *equalities, *inequalities)
        if warm_start is None:
            solver.solve()
        else:
            settings.initial_guess = module.InitialGuess.WARM_START
            z = np.concatenate((warm_start.z, warm_start.z_x)) if boxed else warm_start.z
            solver.solve(warm_start.x, warm_start.y, z)
        results = solver.results
        multipliers = np.zeros(problem.layout.row_count)
        multipliers[n : n + me] = results.y
        multipliers[rows] = results.z[:mi]
        if boxed:
            multipliers[:n] = results.z[mi:]
        claim = _CLAIMS.get(results.info.status.name, QpStatus.FAILED)
        return RawAnswer(claim, np.array(results.x), multipliers, int(results.info.iter))
