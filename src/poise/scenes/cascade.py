"""Priorities by a damped null-space cascade: cheap, and tame near singularities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from poise.arrays import Array, number
from poise.errors import DefinitionError
from poise.qp import KktResiduals, QpSolution, QpStatus, ViolatedRow
from poise.qp.hierarchy import (
    CascadeSolution,
    HardRows,
    HierarchicalProblem,
    HierarchicalSolution,
    null_space_cascade,
)
from poise.scenes.cost import DiagonalCost
from poise.scenes.hierarchical import HierarchicalScene
from poise.scenes.levels import task_levels
from poise.scenes.motion_scene import MotionScene
from poise.scenes.solution import SceneProblem, SceneSolution

if TYPE_CHECKING:
    from poise.scenes.explanation import Explanation

# By how much an equality or a bound may be missed, relative to 1 + its size.
_KEPT = 1e-8


class CascadeScene(HierarchicalScene):
    """A motion scene's tick, its priorities one after the other by damped pseudo-inverses.

    Contacts, hard tasks and frozen joints hold exactly. Each priority then moves only along the
    directions that those above leave free, and where such a direction has so little effect that
    it would move by more than ``largest_gain`` times the weighted error, it moves less: near a
    singularity the task is missed, and the joints stay slow. At velocity level limits are kept by
    slowing the whole motion down; a joint that must come back from outside its position limits
    does so first. What a limit takes from a task is not given to others, as
    :class:`HierarchicalScene` does.

    Args:
        scene: A :class:`VelocityScene` or an :class:`AccelerationScene`; part of this one
            afterwards.
        largest_gain: > 0 [units of the joints over those of a weighted task error].

    Raises:
        DefinitionError: Another kind of scene, or a gain that is no number > 0.

    Source: A. A. Maciejewski, C. A. Klein, "Numerical filtering for the operation of robotic
    manipulators through kinematically singular configurations", J. Robotic Systems 5(6), 1988.
    """

    def __init__(self, scene: MotionScene, largest_gain: float = 10.0) -> None:
        if not isinstance(scene, MotionScene):
            raise DefinitionError(
                "scene must be a VelocityScene or an AccelerationScene, which have no forces among "
                f"their variables, got {scene!r}."
            )
        super().__init__(scene)
        self.largest_gain = number("largest_gain", largest_gain, above=0.0, allow_infinite=True)

    def __repr__(self) -> str:
        """The scene whose ticks are solved."""
        return f"CascadeScene({self.scene!r}, largest_gain={self.largest_gain:g})"

    def solve(
        self, problem: SceneProblem, warm_start: QpSolution | HierarchicalSolution | None = None
    ) -> SceneSolution:
        """Solve a tick, priority by priority.

        Args:
            problem: What :meth:`formulate` returned.
            warm_start: Not needed.
        """
        del warm_start
        return CascadeSceneSolution.of(problem, self.largest_gain)


@dataclass(frozen=True, slots=True, eq=False)
class CascadeSceneSolution(SceneSolution):
    """A tick solved by a cascade.

    Attributes:
        cascade: The levels' results, before the motion was slowed down. ``qp`` has the point and
            the outcome, without multipliers.
        pace: What the motion was multiplied with to keep the limits, in [0, 1].
    """

    cascade: CascadeSolution
    pace: float

    @classmethod
    def of(cls, problem: SceneProblem, largest_gain: float) -> CascadeSceneSolution:
        """Solve a tick's problem."""
        program = problem.program
        hard, forced = _equalities(problem)
        n, lengths = problem.variables.size, _lengths(problem)
        ladder = HierarchicalProblem(n, task_levels(problem), hard, reference_weights=lengths)
        bare = HierarchicalProblem(n, (), hard, reference_weights=lengths)
        least = null_space_cascade(bare, largest_gain).x
        cascade = null_space_cascade(ladder, largest_gain)
        pace = _pace(least, cascade.x - least, program.lower_x, program.upper_x, forced)
        return cls(problem, _judged(problem, least + pace * (cascade.x - least)), cascade, pace)

    def explain(self) -> Explanation:
        """Cost shares, and which priorities were cut short near a singularity."""
        from poise.scenes.explanation import explain_cascade  # it is about this class

        return explain_cascade(self)


def _equalities(problem: SceneProblem) -> tuple[HardRows, Array]:
    """The hard rows with what bounds force upon single variables, and which those are."""
    program = problem.program
    lower, upper = program.lower_x, program.upper_x
    forced = ((lower == upper) | (lower > 0.0) | (upper < 0.0)).nonzero()[0]
    value = np.clip(0.0, lower[forced], upper[forced])
    rows = np.eye(problem.variables.size)[forced]
    return HardRows(np.concatenate((program.A, rows)), np.concatenate((program.b, value))), forced


def _lengths(problem: SceneProblem) -> Array:
    """How dear each variable is: the root of its regulariser, at least 1."""
    lengths = np.ones(problem.variables.size)
    for cost in problem.costs:
        if cost.kind == "regulariser" and isinstance(cost, DiagonalCost):
            norm = np.asarray(cost.weight)
            lengths[cost.place] = np.sqrt(norm / norm.min())
    return lengths


def _pace(least: Array, move: Array, lower: Array, upper: Array, forced: Array) -> float:
    """How much of a move keeps the bounds, in [0, 1]."""
    limit = np.where(move > 0.0, upper, lower)
    limit[forced] = np.inf
    blocked = move != 0.0
    room = np.full(move.shape[0], np.inf)
    with np.errstate(invalid="ignore"):
        np.divide(limit - least, move, out=room, where=blocked)
    room[forced] = np.inf
    return float(np.clip(room.min(initial=np.inf), 0.0, 1.0))


def _judged(problem: SceneProblem, x: Array) -> QpSolution:
    """The point with its status: hard rows and bounds that it misses make it infeasible."""
    program = problem.program
    layout = program.layout
    rows = np.concatenate((np.eye(program.n), program.A, program.C))
    values = rows @ x
    beyond = np.maximum(values - program.row_upper, program.row_lower - values)
    missed = np.maximum(beyond, 0.0) / (1.0 + np.abs(values))
    worst = np.argsort(-missed, kind="stable")[:10]
    violated = tuple(
        ViolatedRow(layout.row_name(int(row)), float(missed[row]))
        for row in worst
        if missed[row] > _KEPT
    )
    size = float(missed.max(initial=0.0))
    residuals = KktResiduals(size, size, 0.0, 0.0, 0.0)
    return QpSolution(
        status=QpStatus.INFEASIBLE if violated else QpStatus.SOLVED,
        x=x,
        multipliers=np.full(rows.shape[0], np.nan),
        objective=0.5 * float(x @ program.H @ x) + float(program.g @ x),
        residuals=residuals,
        raw_residuals=residuals,
        iterations=1,
        backend="cascade",
        polished=False,
        layout=layout,
        sides=np.zeros(rows.shape[0], dtype=np.int8),
        violated=violated,
    )
