"""Which rows of a program are held at a limit: the guess from a point, and its corrections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array
from poise.qp.problem import QuadraticProgram
from poise.qp.residuals import KktPoint

Sides: TypeAlias = NDArray[np.int8]
"""Per row of the stack: UPPER, LOWER, FREE, or EQUALITY; shape (n + me + mi,)."""

Rows: TypeAlias = NDArray[np.intp]
"""Indices into the stack of rows."""

UPPER, LOWER, FREE, EQUALITY = 1, -1, 0, 2

_TOUCHING = 1e-9
"""A backend's answer may pass a limit by this much (its own tolerance) and not be held by it."""

_VIOLATED = 1e-11
"""Relative violation that puts a free row into the working set: a thousand roundings, and far
below the bar, so that the bar never depends on a row left out."""

_WRONG_SIGN = 1e-14
"""Multiplier, relative to the cost gradient, from which a sign counts as wrong. A tiny regulariser
makes true multipliers tiny: 1e-8 ‖f‖² with 100 N gives 1e-6 beside gradients of 1e5."""


@dataclass(frozen=True, slots=True, eq=False)
class Contradictions:
    """Rows that contradict a working set.

    Attributes:
        drop: Held rows whose multiplier has the wrong sign; indices into the stack.
        add: Free rows that are violated; indices into the stack.
        violation: Violation of the rows in ``add``, relative to max(1, |value|).
    """

    drop: Rows
    add: Rows
    violation: Array


def guess(problem: QuadraticProgram, point: KktPoint) -> Sides:
    """Working set of a point near the optimum.

    A row is held where its multiplier exceeds its slack. For an exact answer one of the two is
    zero; an interior-point answer has multiplier · slack = µ for all rows, and which of the two
    is larger tells where its path leads (Wright, Primal-Dual Interior-Point Methods, 1997, ch. 7).
    """
    multipliers = point.multipliers
    lower, upper = problem.row_lower, problem.row_upper
    above, below = point.values - upper, lower - point.values
    at_upper = (multipliers > 0.0) & (multipliers > -_TOUCHING - above)
    at_lower = (multipliers < 0.0) & (-multipliers > -_TOUCHING - below)
    sides = np.zeros(multipliers.shape[0], dtype=np.int8)
    sides[at_upper | (above > _TOUCHING)] = UPPER
    sides[at_lower | (below > _TOUCHING)] = LOWER
    sides[lower == upper] = EQUALITY
    return sides


def held_before(problem: QuadraticProgram, multipliers: Array) -> Sides:
    """Working set of an earlier optimum, given its multipliers, for this program."""
    sides = np.sign(multipliers).astype(np.int8)
    lower, upper = problem.row_lower, problem.row_upper
    # A limit that is gone holds nothing.
    sides[(sides == UPPER) & np.isinf(upper) | (sides == LOWER) & np.isinf(lower)] = FREE
    sides[lower == upper] = EQUALITY
    return sides


def contradictions(
    problem: QuadraticProgram, point: KktPoint, sides: Sides
) -> Contradictions | None:
    """Rows that contradict a working set at its own optimum; None when it is the right one."""
    values = point.values
    violation = np.maximum(problem.row_lower - values, values - problem.row_upper)
    violation /= np.maximum(np.abs(values), 1.0)
    add = ((violation > _VIOLATED) & (sides == FREE)).nonzero()[0]
    threshold = -_WRONG_SIGN * problem.gradient_scale
    drop = ((point.multipliers * sides < threshold) & (sides != EQUALITY)).nonzero()[0]
    if not (add.size or drop.size):
        return None
    return Contradictions(drop, add, violation[add])


def corrected(
    problem: QuadraticProgram, point: KktPoint, sides: Sides, wrong: Contradictions
) -> Sides:
    """Working set with all contradicting rows changed at once."""
    result = sides.copy()
    result[wrong.drop] = FREE
    above = point.values[wrong.add] > problem.row_upper[wrong.add]
    result[wrong.add] = np.where(above, UPPER, LOWER)
    return result


def strongest(point: KktPoint, wrong: Contradictions) -> Contradictions:
    """The single worst contradiction: what is left to change when changing all would cycle."""
    scale = max(1.0, float(np.abs(point.multipliers).max()))
    pull = np.abs(point.multipliers[wrong.drop]) / scale
    nothing = wrong.drop[:0]
    if pull.max(initial=0.0) >= wrong.violation.max(initial=0.0):
        worst = int(pull.argmax())
        return Contradictions(wrong.drop[worst : worst + 1], nothing, wrong.violation[:0])
    worst = int(wrong.violation.argmax())
    one = slice(worst, worst + 1)
    return Contradictions(nothing, wrong.add[one], wrong.violation[one])


def with_right_signs(multipliers: Array, sides: Sides) -> Array:
    """Multipliers without those of the wrong sign; the same array if there are none."""
    wrong = (multipliers * sides < 0.0) & (sides != EQUALITY)
    if not wrong.any():
        return multipliers
    result = multipliers.copy()
    result[wrong] = 0.0
    return result
