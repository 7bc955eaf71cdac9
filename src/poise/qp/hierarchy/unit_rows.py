"""The rows of one level, or the hard ones, divided by their norms.

Then neither units nor weights decide about rank, and one tolerance fits all limits.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array
from poise.qp.hierarchy.limits import Limits
from poise.qp.hierarchy.problem import HardRows, Level
from poise.qp.hierarchy.row_stack import RowStack
from poise.qp.hierarchy.tolerances import HARD, NEGLIGIBLE_ROW


@dataclass(frozen=True, slots=True, eq=False)
class UnitRows:
    """Equality rows and limited rows of norm one; those that can do nothing are left out.

    Attributes:
        A: Equality rows, shape (p, n); limited rows whose two limits are equal are among them.
        b: Right-hand sides, shape (p,).
        weights: What the residuals of A are multiplied with in the cost, shape (p,).
        limits: Limited rows, k of them.
        limit_weights: What violations are multiplied with in the cost, shape (k,).
        rest_holds: Whether zero rows, which are left out, hold as they are: 0 = 1 does not.
    """

    A: Array
    b: Array
    weights: Array
    limits: Limits
    limit_weights: Array
    rest_holds: bool


def of_level(level: Level, n: int, first: int) -> UnitRows:
    """Unit rows of a level, whose limited rows are numbered from ``first`` on."""
    weights = np.concatenate((level.weights, level.limit_weights))
    return _unit_rows(level.stack, level.b.shape[0], weights, (n, first))


def of_hard_rows(hard: HardRows, n: int) -> UnitRows:
    """Unit rows of the hard rows; their limited rows are numbered bounds first, if any."""
    stack, me = hard.stack, hard.b.shape[0]
    if hard.lower_x.size:
        G = np.concatenate((np.eye(n), hard.G)) if hard.lower.size else np.eye(n)
        lower = np.concatenate((hard.lower_x, hard.lower))
        upper = np.concatenate((hard.upper_x, hard.upper))
        stack = RowStack.of((hard.A, hard.b), (G, lower, upper))
    return _unit_rows(stack, me, np.ones(stack.lower.shape[0]), (n, 0))


def _unit_rows(stack: RowStack, me: int, weights: Array, place: tuple[int, int]) -> UnitRows:
    n, first = place
    norms = stack.norms
    if not norms.shape[0]:
        stack = RowStack(np.empty((0, n)), norms, norms, norms)
    used = (weights > 0.0) & (norms > 0.0)
    used[:me] &= norms[:me] > NEGLIGIBLE_ROW * norms[:me].max(initial=0.0)
    equal = used & (stack.lower == stack.upper)
    limited = used & ~equal & ((stack.lower > -np.inf) | (stack.upper < np.inf))
    at, on = equal.nonzero()[0], limited.nonzero()[0]
    size = norms[on]
    limits = Limits(
        stack.matrix[on] / size[:, None],
        stack.lower[on] / size,
        stack.upper[on] / size,
        on + (first - me),
    )
    scale = norms[at]
    return UnitRows(
        stack.matrix[at] / scale[:, None],
        stack.lower[at] / scale,
        weights[at] * scale,
        limits,
        weights[on] * size,
        _hold_at_zero(stack, ~used & (weights > 0.0)),
    )


def _hold_at_zero(stack: RowStack, rows: NDArray[np.bool_]) -> bool:
    return not rows.any() or bool(
        ((stack.lower[rows] <= HARD) & (stack.upper[rows] >= -HARD)).all()
    )
