"""Hold or turn a frame, wherever it is."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from poise.arrays import Array
from poise.model import RobotModel, Snapshot
from poise.spatial import orientation_error
from poise.tasks.frame_task import FrameTask
from poise.tasks.target import Target, checked_rotation


class FrameOrientationTask(FrameTask):
    """Orientation of a frame: three rows, world axes [rad]. Targets hold a rotation matrix."""

    __slots__ = ()
    rows: ClassVar[slice] = slice(3, 6)

    def error(self, snapshot: Snapshot, target: Target) -> Array:
        """R log(Rᵀ R*), shape (3,) [rad]."""
        rotation = snapshot.pose(snapshot.robot.place(self.frame)).rotation
        return orientation_error(rotation, np.asarray(target.value))

    def target_from(self, snapshot: Snapshot) -> Target:
        """The present orientation."""
        return Target(np.array(snapshot.pose(snapshot.robot.place(self.frame)).rotation))

    def checked_target(self, robot: RobotModel, target: Target) -> Target:
        """A rotation with three rates."""
        del robot
        return checked_rotation(self.name, target)
