"""What solving a tick level by level gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from poise.qp import KktResiduals, QpSolution, QpStatus
from poise.qp.hierarchy import HierarchicalSolution, HierarchyStatus
from poise.scenes.solution import SceneProblem, SceneSolution

if TYPE_CHECKING:
    from poise.scenes.explanation import Explanation

_STATUS = {
    HierarchyStatus.SOLVED: QpStatus.SOLVED,
    HierarchyStatus.INFEASIBLE: QpStatus.INFEASIBLE,
    HierarchyStatus.ITERATION_LIMIT: QpStatus.ITERATION_LIMIT,
    HierarchyStatus.INACCURATE: QpStatus.INACCURATE,
}


@dataclass(frozen=True, slots=True, eq=False)
class HierarchicalSceneSolution(SceneSolution):
    """A tick solved level by level.

    Attributes:
        hierarchy: The levels' results, and the limits that hold each of them back. ``qp`` has
            the same point and outcome, without multipliers: one cost has them, levels do not.
    """

    hierarchy: HierarchicalSolution

    @classmethod
    def of(
        cls, problem: SceneProblem, hierarchy: HierarchicalSolution
    ) -> HierarchicalSceneSolution:
        """From the levels' solution."""
        return cls(problem, _as_qp(problem, hierarchy), hierarchy)

    @property
    def warm_start(self) -> HierarchicalSolution:
        """What the next tick can begin with."""
        return self.hierarchy

    def explain(self) -> Explanation:
        """Cost shares, and which limits hold which priority back; or limits that conflict."""
        from poise.scenes.explanation import explain_levels  # it is about this class

        return explain_levels(self)


def _as_qp(problem: SceneProblem, hierarchy: HierarchicalSolution) -> QpSolution:
    program, x = problem.program, hierarchy.x
    rows = len(program.layout.variables) + program.A.shape[0] + program.C.shape[0]
    off = hierarchy.hard_residual
    gradient = max((level.stationarity for level in hierarchy.levels), default=0.0)
    residuals = KktResiduals(off, off, gradient, 0.0, 0.0)
    return QpSolution(
        status=_STATUS[hierarchy.status],
        x=x,
        multipliers=np.full(rows, np.nan),
        objective=0.5 * float(x @ program.H @ x) + float(program.g @ x),
        residuals=residuals,
        raw_residuals=residuals,
        iterations=hierarchy.iterations,
        backend="hierarchy",
        polished=False,
        layout=program.layout,
        sides=_sides(problem, hierarchy, rows),
        violated=hierarchy.violated,
    )


def _sides(problem: SceneProblem, hierarchy: HierarchicalSolution, rows: int) -> NDArray[np.int8]:
    """Which limits hold a level back, row by row."""
    layout = problem.program.layout
    places: Mapping[str, int] = {
        name: k
        for k, name in enumerate((*layout.variables, *layout.equalities, *layout.inequalities))
    }
    sides = np.zeros(rows, dtype=np.int8)
    for limit in hierarchy.acting:
        sides[places[limit.name]] = 1 if limit.side == "upper" else -1
    return sides
