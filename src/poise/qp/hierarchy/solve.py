"""Solve a strict hierarchy, level by level, each within the freedom left by those above.

A level's optimum decides A x and the violations uniquely. They are kept not by adding rows, but by
moving on only along an orthonormal basis of the directions that change none of them; limits that
press on the level are kept the same way. So lower levels cannot disturb higher ones, whatever
their numbers, and each level is smaller than the one before.

Sources: Siciliano & Slotine, ICAR 1991 (null-space cascade); Kanoun, Lamiraux, Wieber, IEEE
Trans. Robotics 27(4), 2011 (inequalities at any level); Escande, Mansard, Wieber, Int. J. Robotics
Research 33(7), 2014 (hierarchical orthogonal decomposition with an active set).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from poise.qp.backends import Backend, load_backend
from poise.qp.hierarchy.descent import descended
from poise.qp.hierarchy.feasible import least_violation, within_equalities
from poise.qp.hierarchy.freedom import LevelStage, decided, reference_stage, stage_of
from poise.qp.hierarchy.problem import HierarchicalProblem
from poise.qp.hierarchy.search import optimum_of
from poise.qp.hierarchy.solution import HierarchicalSolution
from poise.qp.hierarchy.stage import Sides
from poise.qp.hierarchy.tolerances import HARD
from poise.qp.hierarchy.unit_rows import of_hard_rows, of_level
from poise.qp.hierarchy.verdict import Step, hard_residuals, infeasible, judged


def solve_hierarchy(
    problem: HierarchicalProblem,
    warm_start: HierarchicalSolution | None = None,
    backend: Backend | None = None,
) -> HierarchicalSolution:
    """Solve a strict hierarchy of least-squares problems exactly.

    Args:
        problem: The hierarchy.
        warm_start: The solution of a similar problem with as many levels and limits. Where its
            working sets are still right, or nearly, no backend is asked. Any other is ignored.
        backend: Who guesses which rows hold a level back; the answer does not depend on it
            beyond rounding. Default DAQP.

    Returns:
        The solution; look at its status or call its ``require()``.

    Raises:
        BackendNotInstalledError: No backend is given and DAQP is not installed.
    """
    cascade = _Cascade(problem, warm_start, backend or _default_backend())
    steps = []
    for number in range(len(problem.levels) + 1):
        step = cascade.step(number)
        if step is None:
            return infeasible(problem, cascade.freedom.x, cascade.tries)
        steps.append(step)
    off = hard_residuals(problem, cascade.freedom.x)
    if off.max(initial=0.0) > HARD and not cascade.find_feasible():
        return infeasible(problem, cascade.freedom.x, cascade.tries)
    return judged(problem, steps, off)


@lru_cache(maxsize=1)
def _default_backend() -> Backend:
    return load_backend()


class _Cascade:
    """What the levels done so far have left free."""

    def __init__(
        self,
        problem: HierarchicalProblem,
        warm_start: HierarchicalSolution | None,
        backend: Backend,
    ) -> None:
        hard, levels = problem.hard, problem.levels
        self.problem, self.backend = problem, backend
        sizes = [hard.lower_x.size + len(hard.limit_names)]
        sizes += [len(level.limit_names) for level in levels]
        self.ends = np.cumsum(sizes)
        self.known = _known(warm_start, len(levels) + 1, int(self.ends[-1]))
        self.hard = of_hard_rows(hard, problem.n)
        self.freedom = within_equalities(self.hard, problem.n)
        self.tries = 0

    def step(self, number: int) -> Step | None:
        """Do one level, after the last one the reference; None without a feasible point."""
        m = self.freedom.basis.shape[1]
        sides = np.zeros(int(self.ends[-1]), dtype=np.int8)
        if m == 0:
            return Step(self.freedom.x, 0, 0.0, 0, True, sides, sides)
        level = self._stage(number)
        known = None if self.known is None else self.known[number][level.limits.ids]
        outcome = optimum_of(level.stage, self.backend, known, feasible=self.freedom.feasible)
        tries = outcome.tries
        if not (outcome.found or self.freedom.feasible):
            if not self.find_feasible():
                return None
            level = self._stage(number)
            outcome = descended(level.stage)
            tries += self.tries + outcome.tries
        optimum = outcome.optimum
        self.freedom, fixed = decided(self.freedom, level, optimum)
        ids, h = level.limits.ids, level.stage.hard_count
        sides[ids] = optimum.sides
        acting = np.zeros_like(sides)
        acting[ids[:h]] = fixed[:h]
        return Step(self.freedom.x, m, optimum.stationarity, tries, outcome.found, sides, acting)

    def find_feasible(self) -> bool:
        """Start again where the hard rows are violated least; whether they hold there."""
        start = within_equalities(self.hard, self.problem.n)
        self.freedom, self.tries = least_violation(start, self.hard, self.backend)
        return self.freedom.feasible

    def _stage(self, number: int) -> LevelStage:
        problem = self.problem
        if number == len(problem.levels):
            return reference_stage(self.freedom, problem.reference, problem.reference_weights)
        rows = of_level(problem.levels[number], problem.n, int(self.ends[number]))
        return stage_of(self.freedom, rows)


def _known(
    warm_start: HierarchicalSolution | None, levels: int, rows: int
) -> tuple[Sides, ...] | None:
    if warm_start is None or len(warm_start.working_sets) != levels:
        return None
    sets = warm_start.working_sets
    return sets if all(sides.shape[0] == rows for sides in sets) else None
