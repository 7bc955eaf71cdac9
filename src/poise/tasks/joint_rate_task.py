"""What tasks on the velocities of all actuated joints share."""

from __future__ import annotations

from poise.model import RobotModel
from poise.tasks.all_joints_task import AllJointsTask
from poise.tasks.target import Target
from poise.tasks.task import RateTask


class JointRateTask(AllJointsTask, RateTask):
    """A task on the velocities of all actuated joints; see its kinds."""

    __slots__ = ()

    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """rad/s for turning joints, m/s for sliding ones."""
        return tuple(f"{unit}/s" for unit in robot.joint_units)

    def checked_target(self, robot: RobotModel, target: Target) -> Target:
        """Joint velocities, an array or by name, with na rates."""
        return self._checked(robot, target, "joint velocities")
