"""The cost of a tick, term by term: every task and every regulariser, none hidden."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from poise.arrays import Array
from poise.scenes.solution import SceneProblem

Kind = Literal["task", "regulariser", "rate", "slack"]


@dataclass(frozen=True, slots=True, eq=False)
class CostTerm:
    """One term of the cost.

    Attributes:
        name: The task's or the penalty's name.
        kind: ``"task"``, ``"regulariser"``, ``"rate"`` (a delta penalty) or ``"slack"``.
        value: What it adds to the cost, ≥ 0.
        residual: What a task is missed by, J q̈ + J̇v − a* or f − f*, in the axes of its weights
            [m/s², rad/s², N, N·m]; NaN on rows of weight 0. None for other kinds.
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
    return (*_task_terms(problem, x), *_penalty_terms(problem, x))


def objective_constant(problem: SceneProblem) -> float:
    """What ½ xᵀ H x + gᵀ x lacks of the sum of squares: its value at x = 0."""
    terms = cost_terms(problem, np.zeros(problem.variables.size))
    return float(sum(term.value for term in terms))


def _task_terms(problem: SceneProblem, x: Array) -> list[CostTerm]:
    weights = problem.tasks.weights_by_task()
    units = problem.tasks.units_by_task(problem.variables)
    terms = []
    for name, weighted in problem.tasks.weighted_residuals(x, problem.variables).items():
        weight = weights[name]
        residual = np.full(weighted.size, np.nan)
        np.divide(weighted, weight, out=residual, where=weight > 0)
        value = 0.5 * float(weighted @ weighted)
        terms.append(CostTerm(name, "task", value, residual, units[name]))
    return terms


def _penalty_terms(problem: SceneProblem, x: Array) -> list[CostTerm]:
    penalties, variables = problem.penalties, problem.variables
    acceleration, forces = x[variables.acceleration], x[variables.forces]
    terms = [
        CostTerm(
            "acceleration", "regulariser", 0.5 * penalties.acceleration * _square(acceleration)
        )
    ]
    if forces.size:
        value = 0.5 * penalties.contact_wrench * _square(forces)
        terms.append(CostTerm("contact wrench", "regulariser", value))
    before = problem.previous.acceleration
    if penalties.acceleration_delta > 0 and before is not None:
        value = penalties.acceleration_delta * _square(acceleration - before)
        terms.append(CostTerm("acceleration delta", "rate", value))
    if penalties.contact_wrench_delta > 0:
        for contact in variables.contacts:
            wrench = problem.previous.wrench_of(contact)
            if wrench is not None:
                change = _square(x[variables.force[contact.name]] - wrench)
                value = penalties.contact_wrench_delta * change
                terms.append(CostTerm(f"contact wrench delta {contact.name}", "rate", value))
    for name, index in variables.slack.items():
        value = penalties.friction_cone_slack * float(x[index]) ** 2
        terms.append(CostTerm(f"friction cone slack {name}", "slack", value))
    return terms


def _square(vector: Array) -> float:
    return float(vector @ vector)
