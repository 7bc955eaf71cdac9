"""Hold or move a frame: position and orientation together."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from poise.arrays import Array
from poise.model import RobotModel, Snapshot
from poise.spatial import orientation_error
from poise.tasks.frame_task import FrameTask
from poise.tasks.target import Target, checked_pose, pose_of


class FramePoseTask(FrameTask):
    """Pose of a frame: six rows, position [m] then orientation [rad], world axes at its origin.

    Error: position p* − p, orientation R log(Rᵀ R*) (the rotation vector that turns the frame
    to its target, in world axes). Targets hold a ``pin.SE3``.
    """

    __slots__ = ()
    rows: ClassVar[slice] = slice(0, 6)

    def error(self, snapshot: Snapshot, target: Target) -> Array:
        """[p* − p; R log(Rᵀ R*)], shape (6,) [m, rad]."""
        pose = snapshot.pose(snapshot.robot.place(self.frame))
        wanted = pose_of(self.name, target)
        turn = orientation_error(pose.rotation, wanted.rotation)
        return np.concatenate((wanted.translation - pose.translation, turn))

    def target_from(self, snapshot: Snapshot) -> Target:
        """The present pose."""
        return Target(snapshot.pose(snapshot.robot.place(self.frame)))

    def checked_target(self, robot: RobotModel, target: Target) -> Target:
        """A pose with six rates."""
        del robot
        return checked_pose(self.name, target)
