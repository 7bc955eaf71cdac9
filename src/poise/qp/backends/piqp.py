"""PIQP: a proximal interior-point method.

Schwan, Jiang, Kuhn, Jones, "PIQP: a proximal interior-point quadratic programming solver", IEEE
Conference on Decision and Control, 2023.
"""

from __future__ import annotations

from types import ModuleType
from typing import ClassVar, final

import numpy as np

from poise.qp.backends.backend import Backend
from poise.qp.backends.packages import import_plain_build
from poise.qp.problem import QuadraticProgram
from poise.qp.raw import RawAnswer
from poise.qp.solution import QpSolution, QpStatus

_CLAIMS = {
    1: QpStatus.SOLVED,
    -1: QpStatus.ITERATION_LIMIT,
    -2: QpStatus.INFEASIBLE,
    -3: QpStatus.UNBOUNDED,
}


@final
class Piqp(Backend):
    """PIQP, dense. It has no warm start; one given is ignored."""

    name: ClassVar[str] = "piqp"
    default_tolerance: ClassVar[float] = 1e-10
    default_max_iterations: ClassVar[int] = 250

    def _load(self) -> None:
        _package()

    def _solve(self, problem: QuadraticProgram, warm_start: QpSolution | None) -> RawAnswer:
        solver = _package().DenseSolver()
        settings = solver.settings
        settings.eps_abs = settings.eps_duality_gap_abs = self.tolerance
        settings.eps_rel = settings.eps_duality_gap_rel = 0.0
        settings.max_iter = self.max_iterations
        settings.num_threads = 1
        n, me = problem.n, problem.equality_count
        # PIQP prints a warning about rows without any limit, so it does not get them.
        limited = (np.isfinite(problem.lower) | np.isfinite(problem.upper)).nonzero()[0]
        mi = limited.shape[0]
        solver.setup(
            np.asfortranarray(problem.H),
            problem.g,
            np.asfortranarray(problem.A) if me else None,
            problem.b if me else None,
            np.asfortranarray(problem.C[limited]) if mi else None,
            problem.lower[limited] if mi else None,
            problem.upper[limited] if mi else None,
            problem.lower_x,
            problem.upper_x,
        )
        claim = _CLAIMS.get(int(solver.solve()), QpStatus.FAILED)
        result = solver.result
        multipliers = np.zeros(problem.layout.row_count)
        multipliers[:n] = result.z_bu - result.z_bl
        multipliers[n : n + me] = result.y
        multipliers[n + me + limited] = result.z_u - result.z_l
        return RawAnswer(claim, np.array(result.x), multipliers, int(result.info.iter))


def _package() -> ModuleType:
    return import_plain_build("piqp", "piqp_python", "instruction_set", "qp")
