"""Where the hard rows hold, or are violated least."""

from __future__ import annotations

import numpy as np

from poise.arrays import Array
from poise.qp.backends.backend import Backend
from poise.qp.hierarchy.freedom import Freedom, stage_of
from poise.qp.hierarchy.limits import Limits
from poise.qp.hierarchy.row_space import row_space
from poise.qp.hierarchy.search import optimum_of
from poise.qp.hierarchy.tolerances import HARD, TOUCHING
from poise.qp.hierarchy.unit_rows import UnitRows


def within_equalities(hard: UnitRows, n: int) -> Freedom:
    """The shortest point that fulfils the hard equalities best, and the directions they leave."""
    x, basis = np.zeros(n), np.eye(n)
    if hard.A.shape[0]:
        space = row_space(hard.A)
        x, basis = space.span.dot(space.nearest(hard.b, hard.weights)), space.free
    limits = hard.limits
    at = limits.G.dot(x)
    feasible = bool(((limits.lower <= at) & (at <= limits.upper)).all())
    return Freedom(x, basis, limits, feasible)


def least_violation(freedom: Freedom, hard: UnitRows, backend: Backend) -> tuple[Freedom, int]:
    """Among the points that fulfil the equalities, one that violates the limits least.

    The hard limits as a level of their own: nothing is hard about them, so y = 0 is a start.

    Returns:
        The point, with ``feasible`` telling whether it fulfils all hard rows, and the working
        sets tried.
    """
    n = freedom.x.shape[0]
    nothing = Limits(np.empty((0, n)), np.empty(0), np.empty(0), np.empty(0, dtype=np.intp))
    limits = hard.limits
    alone = UnitRows(
        np.empty((0, n)), np.empty(0), np.empty(0), limits, np.ones(limits.ids.shape[0]), True
    )
    start = Freedom(freedom.x, freedom.basis, nothing, True)
    x, tries = freedom.x, 0
    if freedom.basis.shape[1]:
        outcome = optimum_of(stage_of(start, alone).stage, backend)
        x, tries = x + freedom.basis.dot(outcome.optimum.y), outcome.tries
    return Freedom(x, freedom.basis, limits, _holds(hard, x)), tries


def _holds(hard: UnitRows, x: Array) -> bool:
    """Whether all hard rows hold but for rounding."""
    limits = hard.limits
    at = limits.G.dot(x)
    size = 1.0 + np.minimum(np.abs(limits.lower), np.abs(limits.upper))
    beyond = np.maximum(limits.lower - at, at - limits.upper)
    apart = np.abs(hard.A.dot(x) - hard.b)
    length = float(np.sqrt(x.dot(x)))
    return hard.rest_holds and bool(
        (beyond <= _FEASIBLE * size).all()
        and (apart <= HARD * (1.0 + np.maximum(np.abs(hard.b), length))).all()
    )


_FEASIBLE = 10.0 * TOUCHING
"""Limits that are met within this are met: the search already accepts a tenth of it."""
