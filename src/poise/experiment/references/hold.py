"""Stay where the run began."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from poise.experiment.references.reference import Follower, Reference
from poise.model import RobotModel
from poise.tasks import MotionTask, Target


@dataclass(frozen=True, slots=True)
class Hold(Reference):
    """The task's first value, at rest; fits every motion task."""

    moves: ClassVar[bool] = False

    def begin(self, robot: RobotModel, task: MotionTask, start: Target) -> Follower:
        """Always the start."""
        return lambda _: start
