"""Keep the joints near a posture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise.arrays import Array
from poise.model import RobotModel, Snapshot
from poise.tasks.all_joints_task import AllJointsTask
from poise.tasks.target import Target


@dataclass(frozen=True, slots=True, eq=False)
class PostureTask(AllJointsTask):
    """Positions of all actuated joints, one row each, in Pinocchio's order.

    Targets hold joint positions, shape (na,) or ``{joint: value}`` [rad, m]; for a continuous
    joint the error is the short way round.

    Attributes:
        name: What references and results call it.
        weight: One number, one per joint, or ``{joint: weight}`` (others 0), ≥ 0
            [1/(rad/s²), 1/(m/s²)].
        activation: In [0, 1]; scales the weight.
    """

    name: str = "posture"

    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """rad for turning joints, m for sliding ones."""
        return robot.joint_units

    def error(self, snapshot: Snapshot, target: Target) -> Array:
        """q* − q on the joints' own manifold, (na,) [rad, m]."""
        return snapshot.robot.joint_error(snapshot.state.q, np.asarray(target.value))

    def target_from(self, snapshot: Snapshot) -> Target:
        """The present joint positions."""
        return Target(snapshot.robot.joint_positions(snapshot.state.q))

    def checked_target(self, robot: RobotModel, target: Target) -> Target:
        """Joint positions with na rates."""
        return self._checked(robot, target, "joint positions")
