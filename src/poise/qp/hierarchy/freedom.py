"""What is decided so far: a point, the directions still free, and the limits still in play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from poise.arrays import Array
from poise.qp.hierarchy.held import HeldOptimum, held_optimum
from poise.qp.hierarchy.limits import Indices, Limits
from poise.qp.hierarchy.stage import Sides, Stage
from poise.qp.hierarchy.tolerances import RANK, TOUCHING
from poise.qp.hierarchy.unit_rows import UnitRows


@dataclass(frozen=True, slots=True, eq=False)
class Freedom:
    """The points that are still equally good: x + basis y within the limits.

    Attributes:
        x: One of them, shape (n,).
        basis: Orthonormal, shape (n, m).
        limits: Those that can still be met.
        feasible: Whether x is known to fulfil the limits.
    """

    x: Array
    basis: Array
    limits: Limits
    feasible: bool


class LevelStage(NamedTuple):
    """A level within the freedom left for it.

    Attributes:
        stage: The least-squares problem.
        limits: The rows of its F: the hard ones, then the level's own.
    """

    stage: Stage
    limits: Limits


def stage_of(freedom: Freedom, rows: UnitRows) -> LevelStage:
    """A level's rows along the free directions; limits that nothing can move are left out."""
    C, target = rows.A.dot(freedom.basis), rows.b - rows.A.dot(freedom.x)
    return _with_limits(freedom, (C, target, rows.weights), (rows.limits, rows.limit_weights))


def reference_stage(freedom: Freedom, reference: Array, weights: Array) -> LevelStage:
    """The pull to the reference along the free directions."""
    target = reference - freedom.x
    if weights.min() == weights.max():
        # The basis is orthonormal: the distance is that of its coordinates.
        m = freedom.basis.shape[1]
        costs = (np.eye(m), target.dot(freedom.basis), np.ones(m))
    else:
        costs = (freedom.basis, target, weights)
    return _with_limits(freedom, costs, (freedom.limits.only(_NONE), np.empty(0)))


def decided(freedom: Freedom, level: LevelStage, optimum: HeldOptimum) -> tuple[Freedom, Sides]:
    """What is left after a level, and the rows it is held by or violates.

    Rows that press with a force, and violated ones, hold at every optimum of the level, so they
    are fixed with it. Others that merely touch stay in play.
    """
    stage, h = level.stage, level.stage.hard_count
    bar = np.empty(stage.F.shape[0])
    bar[:h] = optimum.noise
    bar[h:] = stage.soft_weights**2 * stage.margin[h:]
    fixed = np.where(optimum.multipliers > bar, optimum.sides, 0).astype(np.int8)
    free = optimum.free
    if (fixed != optimum.sides).any():
        free = held_optimum(stage, fixed).free
    left = level.limits if not fixed.any() else level.limits.only((fixed == 0).nonzero()[0])
    x = freedom.x + freedom.basis.dot(optimum.y)
    return Freedom(x, freedom.basis.dot(free), left, True), fixed


def _with_limits(
    freedom: Freedom, costs: tuple[Array, Array, Array], soft: tuple[Limits, Array]
) -> LevelStage:
    limits, soft_weights = freedom.limits.along_with(soft[0]), soft[1]
    hard = freedom.limits.ids.shape[0]
    F = limits.G.dot(freedom.basis)
    movable = np.einsum("ij,ij->i", F, F) > RANK**2
    if not movable.all():
        kept = movable.nonzero()[0]
        limits, F, soft_weights = limits.only(kept), F[kept], soft_weights[movable[hard:]]
        hard = int(movable[:hard].sum())
    at = limits.G.dot(freedom.x)
    lower, upper = limits.lower - at, limits.upper - at
    if freedom.feasible:
        # x fulfils them but for rounding, and so must y = 0.
        np.minimum(lower[:hard], 0.0, out=lower[:hard])
        np.maximum(upper[:hard], 0.0, out=upper[:hard])
    margin = TOUCHING * (1.0 + np.minimum(np.abs(limits.lower), np.abs(limits.upper)))
    return LevelStage(Stage(*costs, F, lower, upper, soft_weights, margin), limits)


_NONE: Indices = np.empty(0, dtype=np.intp)
