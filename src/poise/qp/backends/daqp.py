"""DAQP: a dual active-set method for small dense programs; the default.

Arnström, Bemporad, Axehill, "A dual active-set solver for embedded quadratic programming using
recursive LDLᵀ updates", IEEE Trans. Automatic Control 67(8), 2022.
"""

from __future__ import annotations

from typing import ClassVar, final

import numpy as np

from poise.qp.backends.backend import Backend
from poise.qp.backends.packages import import_package
from poise.qp.problem import QuadraticProgram
from poise.qp.raw import RawAnswer
from poise.qp.solution import QpSolution, QpStatus

_ACTIVE, _AT_LOWER, _EQUALITY = 1, 2, 5
"""DAQP's flags of a row: in the initial working set; there at its lower limit; always held."""

_CLAIMS = {
    1: QpStatus.SOLVED,
    2: QpStatus.SOLVED,
    4: QpStatus.INACCURATE,
    -1: QpStatus.INFEASIBLE,
    -3: QpStatus.UNBOUNDED,
    -4: QpStatus.ITERATION_LIMIT,
}

_WITH_NUMBERS = (1, 2, 4, -2, -4)
"""Exit flags after which x was written; after the others it is uninitialised memory."""

_INFINITY = 1e30
"""DAQP's own infinity."""


@final
class Daqp(Backend):
    """DAQP, through its one-call interface.

    That interface beats a reused workspace here: it eliminates the equalities first, which a
    workspace being updated does not, and it leaves no state behind. A warm start is the previous
    set of active rows.
    """

    name: ClassVar[str] = "daqp"
    default_tolerance: ClassVar[float] = 1e-9
    default_max_iterations: ClassVar[int] = 10_000

    def _load(self) -> None:
        import_package("daqp", "qp")

    def _solve(self, problem: QuadraticProgram, warm_start: QpSolution | None) -> RawAnswer:
        import daqp

        n, me = problem.n, problem.equality_count
        total = problem.layout.row_count
        sense = np.zeros(total, dtype=np.intc)
        if warm_start is not None:
            _mark(sense[:n], warm_start.z_x)
            _mark(sense[n + me :], warm_start.z)
        sense[n : n + me] = _EQUALITY
        lower = np.maximum(problem.row_lower, -_INFINITY)
        upper = np.minimum(problem.row_upper, _INFINITY)
        # DAQP takes writable arrays only, though it does not write to them.
        x, _, flag, info = daqp.solve(
            problem.H.copy(),
            problem.g.copy(),
            problem.rows.copy(),
            upper,
            lower,
            sense,
            primal_tol=self.tolerance,
            iter_limit=self.max_iterations,
        )
        claim = _CLAIMS.get(flag, QpStatus.FAILED)
        if flag not in _WITH_NUMBERS:
            return RawAnswer(claim, iterations=info["iterations"])
        return RawAnswer(claim, x, info["lam"], info["iterations"])


def _mark(sense: np.ndarray, multipliers: np.ndarray) -> None:
    sense[multipliers > 0.0] = _ACTIVE
    sense[multipliers < 0.0] = _ACTIVE | _AT_LOWER
