"""Our own verdict on a hierarchy's answer, from the problem as it was given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from poise.arrays import Array, frozen
from poise.qp.hierarchy.problem import HierarchicalProblem, Level
from poise.qp.hierarchy.solution import (
    ActingLimit,
    HierarchicalSolution,
    HierarchyStatus,
    LevelResult,
)
from poise.qp.hierarchy.stage import Sides
from poise.qp.hierarchy.tolerances import DISTURBANCE, HARD, STATIONARY
from poise.qp.solution import ViolatedRow

_NAMED_ROWS = 10


class Step(NamedTuple):
    """A level when it was done.

    Attributes:
        x: The point then.
        freedom: Number of free directions it had.
        stationarity: Gradient left, relative.
        tries: Working sets tried.
        found: Whether the right one was found.
        sides: The working set, over all limited rows of the problem.
        acting: Those that press on it and are none of its own.
    """

    x: Array
    freedom: int
    stationarity: float
    tries: int
    found: bool
    sides: Sides
    acting: Sides


def infeasible(problem: HierarchicalProblem, x: Array, tries: int) -> HierarchicalSolution:
    """The answer where no point fulfils the hard rows."""
    off = _hard_residuals(problem, x)
    levels = tuple(
        _level_result(level, Step(x, 0, 0.0, 0, True, _NO_ROWS, _NO_ROWS), x)
        for level in problem.levels
    )
    return HierarchicalSolution(
        HierarchyStatus.INFEASIBLE,
        frozen(x),
        levels,
        (),
        _violated(problem, off),
        float(off.max(initial=0.0)),
        tries,
        (),
    )


def judged(problem: HierarchicalProblem, steps: Sequence[Step]) -> HierarchicalSolution:
    """The answer after all levels, and the reference as the last step."""
    x = steps[-1].x
    levels = tuple(
        _level_result(level, step, x) for level, step in zip(problem.levels, steps, strict=False)
    )
    off = _hard_residuals(problem, x)
    worst = float(off.max(initial=0.0))
    exact = (
        np.isfinite(x).all()
        and worst <= HARD
        and all(level.disturbance <= DISTURBANCE for level in levels)
        and all(step.stationarity <= STATIONARY for step in steps)
    )
    status = HierarchyStatus.SOLVED if exact else HierarchyStatus.INACCURATE
    if not all(step.found for step in steps):
        status = HierarchyStatus.ITERATION_LIMIT
    return HierarchicalSolution(
        status,
        frozen(x),
        levels,
        _acting(problem, steps),
        _violated(problem, off),
        worst,
        sum(step.tries for step in steps),
        tuple(step.sides for step in steps),
    )


def hard_rows_hold(problem: HierarchicalProblem, x: Array) -> bool:
    """Whether a point fulfils the hard rows within the tolerance."""
    return bool((_hard_residuals(problem, x) <= HARD).all())


def _hard_residuals(problem: HierarchicalProblem, x: Array) -> Array:
    """How far the equalities, bounds and inequalities are off, relative to their numbers."""
    hard = problem.hard
    parts = []
    if hard.b.size:
        size = np.maximum(_sizes(hard.A, x), np.abs(hard.b))
        parts.append(np.abs(hard.A.dot(x) - hard.b) / size)
    if hard.lower_x.size:
        parts.append(
            np.abs(x - np.clip(x, hard.lower_x, hard.upper_x)) / np.maximum(1.0, np.abs(x))
        )
    if hard.lower.size:
        values = hard.G.dot(x)
        beyond = values - np.clip(values, hard.lower, hard.upper)
        parts.append(np.abs(beyond) / np.maximum(_sizes(hard.G, x), np.abs(values - beyond)))
    return np.concatenate(parts) if parts else np.empty(0)


def _level_result(level: Level, step: Step, x: Array) -> LevelResult:
    residual, violation, size = _residuals(level, x)
    then = _residuals(level, step.x)[:2]
    change = np.abs(np.concatenate((residual, violation)) - np.concatenate(then))
    cost = level.weights * residual, level.limit_weights * violation
    return LevelResult(
        level.name,
        frozen(residual),
        frozen(violation),
        0.5 * float(cost[0].dot(cost[0]) + cost[1].dot(cost[1])),
        step.freedom,
        float((change / size).max(initial=0.0)),
        step.stationarity,
        step.tries,
    )


def _residuals(level: Level, x: Array) -> tuple[Array, Array, Array]:
    """A x − b, the violations, and the size of the numbers in each row."""
    A, G = level.A, level.G
    residual = A.dot(x) - level.b if level.b.size else np.empty(0)
    values = G.dot(x) if level.lower.size else np.empty(0)
    violation = values - np.clip(values, level.lower, level.upper)
    size = np.concatenate(
        (
            np.maximum(_sizes(A, x), np.abs(level.b)) if level.b.size else residual,
            np.maximum(_sizes(G, x), np.abs(values - violation)) if values.size else values,
        )
    )
    return residual, violation, size


def _sizes(rows: Array, x: Array) -> Array:
    """max(1, ‖row‖ ‖x‖)."""
    norms = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    return np.asarray(np.maximum(1.0, norms * float(np.sqrt(x.dot(x)))))


def _violated(problem: HierarchicalProblem, off: Array) -> tuple[ViolatedRow, ...]:
    names = problem.hard.row_names + _hard_limit_names(problem)
    worst = np.argsort(-off, kind="stable")[:_NAMED_ROWS]
    return tuple(ViolatedRow(names[row], float(off[row])) for row in worst if off[row] > HARD)


def _acting(problem: HierarchicalProblem, steps: Sequence[Step]) -> tuple[ActingLimit, ...]:
    names = _hard_limit_names(problem)
    for level in problem.levels:
        names += level.limit_names
    levels = (*(level.name for level in problem.levels), "reference")
    return tuple(
        ActingLimit(names[row], "upper" if step.acting[row] > 0 else "lower", level)
        for level, step in zip(levels, steps, strict=True)
        for row in step.acting.nonzero()[0]
    )


def _hard_limit_names(problem: HierarchicalProblem) -> tuple[str, ...]:
    bounds = problem.variable_names if problem.hard.lower_x.size else ()
    return bounds + problem.hard.limit_names


_NO_ROWS: Sides = np.empty(0, dtype=np.int8)
