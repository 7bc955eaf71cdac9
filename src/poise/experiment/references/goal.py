"""Ask for one value from the beginning on."""

from __future__ import annotations

from dataclasses import dataclass

from poise.experiment.references.reference import Follower, Reference
from poise.model import RobotModel
from poise.tasks import MotionTask, Target


@dataclass(frozen=True, slots=True, eq=False)
class Goal(Reference):
    """A value that is wanted at once and stays; the task's law decides how fast it is reached.

    Attributes:
        target: The value, perhaps with rates.
    """

    target: Target

    def begin(self, robot: RobotModel, task: MotionTask, start: Target) -> Follower:
        """Always the goal."""
        checked = task.checked_target(robot, self.target)
        return lambda _: checked
