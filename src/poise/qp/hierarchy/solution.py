"""What came out of solving a hierarchy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple

from poise.arrays import Array, did_you_mean
from poise.errors import BackendError, DefinitionError, InfeasibleError
from poise.qp.hierarchy.stage import Sides
from poise.qp.solution import ViolatedRow

_SHOWN = 5


class HierarchyStatus(Enum):
    """How a solve ended; the value of each member says what happened and what to try."""

    SOLVED = "Every level is at its optimum, and no level disturbs one above it."
    INFEASIBLE = (
        "No point satisfies all hard rows; x is a point of least violation and the levels were "
        "not tried. Relax the rows named in `violated`, or make them a level."
    )
    ITERATION_LIMIT = (
        "The search for the rows that hold a level back did not end. "
        "Scale the rows to similar size, or leave out rows that nearly repeat others."
    )
    INACCURATE = (
        "The answer misses an optimality condition or disturbs a higher level. "
        "Scale the rows to similar size, or leave out rows that nearly repeat others."
    )


class ActingLimit(NamedTuple):
    """A limit that holds a level back: without it, that level would do better."""

    name: str
    side: Literal["lower", "upper"]
    level: str


@dataclass(frozen=True, slots=True, eq=False)
class LevelResult:
    """What became of one level.

    Attributes:
        name: Of the level.
        residual: A x − b at the solution, unweighted, shape (me,).
        violation: Of the limited rows, unweighted, shape (mi,): > 0 above the upper limit,
            < 0 below the lower one, 0 within.
        cost: ½ ‖weights · residual‖² + ½ ‖limit_weights · violation‖².
        freedom: Number of independent directions that were left for this level.
        disturbance: Largest change of a residual or violation by the levels below, relative to
            the numbers in its row.
        stationarity: Gradient left at the level's optimum, relative to the terms in it.
        tries: Working sets tried.
    """

    name: str
    residual: Array
    violation: Array
    cost: float
    freedom: int
    disturbance: float
    stationarity: float
    tries: int


@dataclass(frozen=True, slots=True, eq=False)
class HierarchicalSolution:
    """Answer to a hierarchy, with what is needed to judge it.

    Attributes:
        status: How the solve ended, by our own check.
        x: The point, shape (n,).
        levels: What became of each level, in the order of the problem.
        acting: Limits, hard ones and those of levels, that hold some level back, each with the
            first such level; ``"reference"`` where only the pull to the reference is held back.
        violated: Hard rows that are violated, worst first; empty when solved.
        hard_residual: Largest violation of a hard row, relative to the numbers in it.
        iterations: Working sets tried on all levels together.
        working_sets: Of each level and the reference; where a warm start begins.
    """

    status: HierarchyStatus
    x: Array
    levels: tuple[LevelResult, ...]
    acting: tuple[ActingLimit, ...]
    violated: tuple[ViolatedRow, ...]
    hard_residual: float
    iterations: int
    working_sets: tuple[Sides, ...]

    def __repr__(self) -> str:
        """How it ended; the arrays are too long to read."""
        costs = ", ".join(f"{level.name}: {level.cost:.3g}" for level in self.levels)
        return f"HierarchicalSolution({self.status.name}, cost {costs or 'of no level'})"

    @property
    def solved(self) -> bool:
        """Whether the answer passed the check."""
        return self.status is HierarchyStatus.SOLVED

    def level(self, name: str) -> LevelResult:
        """What became of the level with this name.

        Raises:
            DefinitionError: There is none.
        """
        for level in self.levels:
            if level.name == name:
                return level
        known = did_you_mean(name, (level.name for level in self.levels))
        raise DefinitionError(f"There is no level {name!r}. {known}")

    def require(self) -> HierarchicalSolution:
        """Return the solution itself if it is solved.

        Raises:
            InfeasibleError: The hard rows contradict each other; the message names the worst.
            BackendError: The solve ended otherwise.
        """
        if self.solved:
            return self
        if self.status is HierarchyStatus.INFEASIBLE:
            worst = self.violated[:_SHOWN]
            rows = ", ".join(f"{row.name!r} by {row.violation:.3g}" for row in worst)
            raise InfeasibleError(f"{self.status.value} There (relative): {rows}.")
        raise BackendError(
            f"{self.status.value} Hard rows are off by {self.hard_residual:.3g}; "
            + "; ".join(
                f"level {level.name!r}: disturbance {level.disturbance:.3g}, "
                f"stationarity {level.stationarity:.3g}"
                for level in self.levels
            )
            + "."
        )
