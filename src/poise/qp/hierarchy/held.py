"""The exact optimum of a level for a given set of held rows, by orthogonal decomposition.

A hard row that is held is an equality; a soft row that is held is violated, and its violation is
a residual like that of an equality row. What remains is least squares under equalities: the held
hard rows are eliminated by their null space, then the residuals are minimised in it (Björck,
Numerical Methods for Least Squares Problems, 1996, §5.1.3; for hierarchies Escande, Mansard,
Wieber, Int. J. Robotics Research 33(7), 2014). Normal equations, which square the condition
number, appear nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise.arrays import Array
from poise.qp.hierarchy.limits import Indices
from poise.qp.hierarchy.row_space import RowSpace, row_space
from poise.qp.hierarchy.stage import Sides, Stage
from poise.qp.hierarchy.tolerances import MULTIPLIER


@dataclass(frozen=True, slots=True, eq=False)
class HeldOptimum:
    """Optimum of a stage with some rows held and the other limits left out.

    Attributes:
        y: The shortest optimal point, shape (m,).
        values: F y, shape (h + s,).
        sides: The rows held; without those that the other ones imply.
        multipliers: Force of each held row on the point, ≥ 0 where it holds the point back and
            for a soft row that is violated, shape (h + s,).
        noise: What rounding alone can make of a multiplier.
        free: Basis of the directions that change no residual and no held row, shape (m, m').
        stationarity: What is left of the gradient, relative to the terms in it.
    """

    y: Array
    values: Array
    sides: Sides
    multipliers: Array
    noise: float
    free: Array
    stationarity: float


@dataclass(frozen=True, slots=True, eq=False)
class _Walls:
    """The hard rows of a working set: y lies where all of them hold, moved along ``free``."""

    held: Indices
    space: RowSpace | None
    y: Array
    free: Array | None


def held_optimum(stage: Stage, sides: Sides) -> HeldOptimum:
    """Minimise a stage's cost with the rows of a working set held.

    Args:
        stage: The stage, with at least one free direction.
        sides: The working set.
    """
    walls = _walls(stage, sides)
    rows, target, weights = _residual_rows(stage, sides)
    y, free, residual = walls.y, walls.free, target - rows.dot(walls.y)
    if rows.shape[0] and (free is None or free.shape[1]):
        space = row_space(rows if free is None else rows.dot(free))
        if free is not None and space.rank < rows.shape[0]:
            rows = row_space(rows).without_remainder(rows)
            residual = target - rows.dot(y)
            space = row_space(rows.dot(free))
        step = space.span.dot(space.nearest(residual, weights))
        y = y + (step if free is None else free.dot(step))
        free = space.free if free is None else free.dot(space.free)
        # Independent rows leave no residual but rounding, which must not look like a force.
        independent = space.rank == rows.shape[0]
        residual = np.zeros(rows.shape[0]) if independent else target - rows.dot(y)
    load = weights * weights
    size = float((load * (np.abs(target) + float(np.sqrt(y.dot(y))))).max(initial=0.0))
    gradient = -(load * residual).dot(rows)
    sides, multipliers, rest = _forces(stage, sides, walls, gradient)
    values = stage.F.dot(y)
    soft = stage.hard_count
    limits = np.where(sides[soft:] > 0, stage.upper[soft:], stage.lower[soft:])
    beyond = np.where(sides[soft:] != 0, values[soft:] - limits, 0.0)
    multipliers[soft:] = stage.soft_weights**2 * beyond * sides[soft:]
    return HeldOptimum(
        y,
        values,
        sides,
        multipliers,
        MULTIPLIER * size,
        np.eye(stage.m) if free is None else free,
        rest / size if size else 0.0,
    )


def _walls(stage: Stage, sides: Sides) -> _Walls:
    held = sides[: stage.hard_count].nonzero()[0]
    if not held.size:
        return _Walls(held, None, np.zeros(stage.m), None)
    space = row_space(stage.F[held])
    limits = np.where(sides[held] > 0, stage.upper[held], stage.lower[held])
    return _Walls(held, space, space.span.dot(space.point(limits)), space.free)


def _residual_rows(stage: Stage, sides: Sides) -> tuple[Array, Array, Array]:
    """Rows, targets and weights of the residuals: equality rows and violated soft rows."""
    h = stage.hard_count
    broken = sides[h:].nonzero()[0]
    if not broken.size:
        return stage.C, stage.target, stage.weights
    at = broken + h
    limits = np.where(sides[at] > 0, stage.upper[at], stage.lower[at])
    return (
        np.concatenate((stage.C, stage.F[at])),
        np.concatenate((stage.target, limits)),
        np.concatenate((stage.weights, stage.soft_weights[broken])),
    )


def _forces(
    stage: Stage, sides: Sides, walls: _Walls, gradient: Array
) -> tuple[Sides, Array, float]:
    """Sides without dependent hard rows, multipliers of the others, and the gradient's rest."""
    multipliers = np.zeros(sides.shape[0])
    if walls.space is None:
        return sides, multipliers, float(np.abs(gradient).max())
    kept = walls.held[walls.space.order[: walls.space.rank]]
    force = walls.space.combination(-gradient)
    multipliers[kept] = force * sides[kept]
    rest = gradient + force.dot(stage.F[kept])
    if kept.size < walls.held.size:
        independent = sides.copy()
        independent[walls.held] = 0
        independent[kept] = sides[kept]
        sides = independent
    return sides, multipliers, float(np.abs(rest).max())
