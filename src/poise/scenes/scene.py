"""What a scene is: tasks, contacts and constraints turned into a program and back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Literal

from numpy.typing import ArrayLike

from poise.arrays import Array
from poise.constraints import Load
from poise.contact import Contact
from poise.limits import Limit
from poise.model import JointCommand, RobotModel, Snapshot
from poise.qp import QpSolution
from poise.qp.hierarchy import HierarchicalSolution
from poise.scenes.previous import PreviousTick
from poise.scenes.solution import SceneProblem, SceneSolution
from poise.tasks import Task

Level = Literal["velocity", "acceleration"]
"""What a scene asks tasks' references for: velocities v* or accelerations a*."""


class Scene(ABC):
    """Three stages that can each be printed, timed, saved and tested alone.

    Attributes:
        robot: The robot.
        level: Whether references are velocities or accelerations.
        degrees: Relative degrees of the tasks it can do.
    """

    level: Level
    degrees: frozenset[int]

    robot: RobotModel

    @property
    @abstractmethod
    def tasks(self) -> tuple[Task, ...]:
        """The tasks, in the order configured."""

    @property
    @abstractmethod
    def contacts(self) -> tuple[Contact, ...]:
        """The contacts, active and inactive."""

    @abstractmethod
    def configure(self, tasks: Sequence[Task]) -> None:
        """Set the tasks."""

    @abstractmethod
    def set_contacts(self, contacts: Sequence[Contact]) -> None:
        """Replace the contacts."""

    @abstractmethod
    def set_loads(self, loads: Sequence[Load]) -> None:
        """Replace the payloads and known external wrenches that the next ticks count on."""

    @abstractmethod
    def set_limits(self, limits: Sequence[Limit]) -> None:
        """Replace the limits that hold besides the scene's own."""

    @abstractmethod
    def formulate(
        self,
        snapshot: Snapshot,
        references: Mapping[str, ArrayLike],
        previous: PreviousTick | None = None,
        reference_velocity: Array | None = None,
    ) -> SceneProblem:
        """Write the program of one tick."""

    @abstractmethod
    def reference_velocity(self, snapshot: Snapshot, velocities: Mapping[str, ArrayLike]) -> Array:
        """Joint velocities that belong to the tasks' reference velocities."""

    @abstractmethod
    def solve(
        self, problem: SceneProblem, warm_start: QpSolution | HierarchicalSolution | None = None
    ) -> SceneSolution:
        """Solve it."""

    @abstractmethod
    def decode(self, solution: SceneSolution) -> JointCommand:
        """Turn the solution into a command for the joints."""
