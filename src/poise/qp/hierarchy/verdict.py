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
    off = hard_residuals(problem, x)
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


def judged(problem: HierarchicalProblem, steps: Sequence[Step], off: Array) -> HierarchicalSolution:
    """The answer after all levels, and the reference as the last step.

    Args:
        problem: The hierarchy.
        steps: One per level and one for the reference.
        off: The hard residuals at the last step.
    """
    x = steps[-1].x
    levels = tuple(
        _level_result(level, step, x) for level, step in zip(problem.levels, steps, strict=False)
    )
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


def hard_residuals(problem: HierarchicalProblem, x: Array) -> Array:
    """How far equalities, bounds and inequalities are off, relative to the numbers in them."""
    hard = problem.hard
    excess, size = hard.stack.excess(x)
    off = np.abs(excess) / size
    if not hard.lower_x.size:
        return off
    beyond = np.maximum(hard.lower_x - x, x - hard.upper_x)
    bounds = np.maximum(beyond, 0.0) / np.maximum(1.0, np.abs(x))
    me = hard.b.size
    return np.concatenate((off[:me], bounds, off[me:]))


def _level_result(level: Level, step: Step, x: Array) -> LevelResult:
    excess, size = level.stack.excess(x)
    disturbance = 0.0
    if step.x is not x:
        change = np.abs(excess - level.stack.excess(step.x)[0]) / size
        disturbance = float(change.max(initial=0.0))
    me = level.b.shape[0]
    residual, violation = excess[:me], excess[me:]
    weighted = np.concatenate((level.weights * residual, level.limit_weights * violation))
    return LevelResult(
        level.name,
        frozen(residual),
        frozen(violation),
        0.5 * float(weighted.dot(weighted)),
        step.freedom,
        disturbance,
        step.stationarity,
        step.tries,
    )


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
