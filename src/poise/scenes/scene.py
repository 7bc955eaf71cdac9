"""What a scene is: tasks, contacts and constraints turned into a program and back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from numpy.typing import ArrayLike

from poise.arrays import Array
from poise.model import JointCommand, RobotModel, Snapshot
from poise.qp import QpSolution
from poise.scenes.previous import PreviousTick
from poise.scenes.solution import SceneProblem, SceneSolution
from poise.tasks import Task


class Scene(ABC):
    """Three stages that can each be printed, timed, saved and tested alone."""

    robot: RobotModel

    @property
    @abstractmethod
    def tasks(self) -> tuple[Task, ...]:
        """The tasks, in the order configured."""

    @abstractmethod
    def configure(self, tasks: Sequence[Task]) -> None:
        """Set the tasks."""

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
    def solve(self, problem: SceneProblem, warm_start: QpSolution | None = None) -> SceneSolution:
        """Solve it with the scene's QP backend."""

    @abstractmethod
    def decode(self, solution: SceneSolution) -> JointCommand:
        """Turn the solution into a command for the joints."""
