"""The cost of a tick, term by term: every task and every regulariser, none hidden."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from poise.arrays import Array
from poise.scenes.cost import Kind
from poise.scenes.solution import SceneProblem


@dataclass(frozen=True, slots=True, eq=False)
class CostTerm:
    """One term of the cost.

    Attributes:
        name: The task's or the penalty's name.
        kind: ``"task"``, ``"regulariser"``, ``"rate"`` (a delta penalty), ``"slack"`` or
            ``"share"`` (of a scaled task).
        value: What it adds to the cost, ≥ 0; nothing for a hard or scaled task.
        residual: What a task is missed by, J q̈ + J̇v − a*, J v − v* or f − f*, in the axes of
            its weights; NaN on rows of weight 0. None for other kinds.
        units: Unit of each entry of the residual.
    """

    name: str
    kind: Kind
    value: float
    residual: Array | None = None
    units: tuple[str, ...] = ()

    def worst_by_unit(self) -> dict[str, float]:
        """The largest residual of the rows of each unit; rows of weight 0 do not count."""
        worst: dict[str, float] = {}
        if self.residual is not None:
            for unit, missed in zip(self.units, np.abs(self.residual).tolist(), strict=True):
                if not math.isnan(missed):
                    worst[unit] = max(worst.get(unit, 0.0), missed)
        return worst


def cost_terms(problem: SceneProblem, x: Array) -> tuple[CostTerm, ...]:
    """Every term of the cost at x; they add up to the objective plus its constant.

    Args:
        problem: The tick's problem.
        x: Accelerations, forces and slacks, shape (n,).
    """
    rest = (CostTerm(cost.name, cost.kind, cost.value(x)) for cost in problem.costs)
    return (*_task_terms(problem, x), *rest)


def objective_constant(problem: SceneProblem) -> float:
    """What ½ xᵀ H x + gᵀ x lacks of the sum of squares: its value at x = 0."""
    terms = cost_terms(problem, np.zeros(problem.variables.size))
    return float(sum(term.value for term in terms))


def _task_terms(problem: SceneProblem, x: Array) -> list[CostTerm]:
    weights = problem.tasks.weights_by_task()
    units = problem.tasks.units_by_task(problem.variables)
    soft = problem.tasks.soft_tasks()
    terms = []
    for name, residual in problem.tasks.residuals(x, problem.variables).items():
        weighted = weights[name] * residual
        value = 0.5 * float(weighted @ weighted) if name in soft else 0.0
        missed = np.where(weights[name] > 0, residual, np.nan)
        terms.append(CostTerm(name, "task", value, missed, units[name]))
    return terms
