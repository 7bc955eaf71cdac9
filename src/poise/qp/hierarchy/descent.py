"""From a guess of the working set to the right one.

First all contradicting rows are changed at once, which mostly ends after one or two sets but may
cycle. Then the primal active-set method (Nocedal & Wright, Numerical Optimization, 2nd ed., §16.5)
goes down from a feasible point one row at a time, which ends with certainty but for degenerate
cycles; those are broken by Bland's rule.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array
from poise.qp.hierarchy.held import HeldOptimum, held_optimum
from poise.qp.hierarchy.stage import Sides, Stage
from poise.qp.hierarchy.tolerances import MAX_CORRECTIONS, MAX_STEPS_PER_ROW


class Outcome(NamedTuple):
    """Best point of a stage found, whether it is the optimum, and working sets tried."""

    optimum: HeldOptimum
    found: bool
    tries: int


def corrected(stage: Stage, sides: Sides, limit: int = MAX_CORRECTIONS) -> Outcome:
    """Change all contradicting rows at once, as long as that leads to new working sets."""
    seen: set[bytes] = set()
    for tries in range(1, limit + 1):
        optimum = held_optimum(stage, sides)
        seen.add(sides.tobytes())
        excess = stage.excess(optimum.values)
        wrong = _wrong(stage, optimum)
        missing = (optimum.sides == 0) & (np.abs(excess) > stage.margin)
        if not (wrong.any() or missing.any()):
            return Outcome(optimum, True, tries)
        sides = optimum.sides.copy()
        sides[wrong] = 0
        missing |= wrong & (np.abs(excess) > stage.margin)
        sides[missing] = np.sign(excess[missing])
        if sides.tobytes() in seen:
            break
    return Outcome(optimum, False, tries)


def descended(stage: Stage) -> Outcome:
    """Go down from y = 0, where every hard row must hold."""
    h, y = stage.hard_count, np.zeros(stage.m)
    sides = np.zeros(stage.F.shape[0], dtype=np.int8)
    values = np.zeros(stage.F.shape[0])
    sides[h:] = _violated(stage, values)[h:]
    steps = MAX_STEPS_PER_ROW * (stage.m + stage.F.shape[0]) + 1
    for tries in range(1, steps + 1):
        optimum = held_optimum(stage, sides)
        sides = optimum.sides.copy()
        length, row = _first_limit(stage, values, optimum.values - values, sides)
        y = y + length * (optimum.y - y)
        values = stage.F.dot(y)
        if row >= 0:
            sides[row] = 1 if optimum.values[row] > values[row] else -1
            continue
        wrong = _wrong(stage, optimum)
        if not wrong.any():
            return Outcome(optimum, True, tries)
        soft = wrong.copy()
        soft[:h] = False
        sides[soft] = _violated(stage, values)[soft]
        candidates = wrong[:h].nonzero()[0]
        if candidates.size:
            worst = optimum.multipliers[candidates].argmin()
            sides[candidates[0 if 2 * tries > steps else worst]] = 0
    return Outcome(optimum, False, steps)


def _wrong(stage: Stage, optimum: HeldOptimum) -> NDArray[np.bool_]:
    """Held rows that would rather be left: hard ones that pull, soft ones that are not violated."""
    h = stage.hard_count
    bar = np.empty(stage.F.shape[0])
    bar[:h] = optimum.noise
    bar[h:] = stage.soft_weights**2 * stage.margin[h:]
    return np.asarray((optimum.sides != 0) & (optimum.multipliers < -bar))


def _violated(stage: Stage, values: Array) -> Sides:
    """The side on which each row is violated at these values."""
    excess = stage.excess(values)
    excess[np.abs(excess) <= stage.margin] = 0.0
    return np.sign(excess).astype(np.int8)


def _first_limit(stage: Stage, values: Array, change: Array, sides: Sides) -> tuple[float, int]:
    """How far along a change of the values no free row is violated, and which stops it, or −1."""
    excess = stage.excess(values + change)
    reached = ((sides == 0) & (np.abs(excess) > stage.margin)).nonzero()[0]
    if not reached.size:
        return 1.0, -1
    limit = np.where(change[reached] > 0.0, stage.upper[reached], stage.lower[reached])
    lengths = np.clip((limit - values[reached]) / change[reached], 0.0, 1.0)
    first = int(lengths.argmin())
    return float(lengths[first]), int(reached[first])
