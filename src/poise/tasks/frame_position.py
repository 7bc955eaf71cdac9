"""Hold or move the origin of a frame, whatever its orientation."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from poise.arrays import Array
from poise.model import RobotModel, Snapshot
from poise.tasks.frame_task import FrameTask
from poise.tasks.target import Target, checked_position


class FramePositionTask(FrameTask):
    """Position of a frame's origin: three rows, world axes. Targets hold a position (3,) [m]."""

    __slots__ = ()
    rows: ClassVar[slice] = slice(0, 3)

    def error(self, snapshot: Snapshot, target: Target) -> Array:
        """p* − p, shape (3,) [m]."""
        position: Array = snapshot.pose(snapshot.robot.place(self.frame)).translation
        return np.asarray(target.value) - position

    def target_from(self, snapshot: Snapshot) -> Target:
        """The present position."""
        return Target(np.array(snapshot.pose(snapshot.robot.place(self.frame)).translation))

    def checked_target(self, robot: RobotModel, target: Target) -> Target:
        """A position with three rates."""
        del robot
        return checked_position(self.name, target)
