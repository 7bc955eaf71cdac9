"""Move some joints, given by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, non_negative_per_axis, number
from poise.errors import DefinitionError
from poise.model import RobotModel, Snapshot
from poise.tasks.joint_names import different_names
from poise.tasks.target import Target, checked_vector
from poise.tasks.task import MotionTask, check_task


@dataclass(frozen=True, slots=True, eq=False)
class JointPositionTask(MotionTask):
    """Positions of the joints named, one row each, in the order named, and of no others.

    Targets hold positions, shape (k,) or ``{joint: value}`` for all of them [rad, m]; for a
    continuous joint the error is the short way round.

    Attributes:
        name: What references and results call it.
        joints: Names of the joints, in the order of the rows.
        weight: One number or one per joint named, ≥ 0 [1/(rad/s²), 1/(m/s²)].
        activation: In [0, 1]; scales the weight.
    """

    name: str
    joints: Iterable[str]
    weight: ArrayLike = 1.0
    activation: float = 1.0

    def __post_init__(self) -> None:
        """Check what can be checked without the robot."""
        check_task(self)
        joints = different_names(f"joints of task '{self.name}'", self.joints)
        object.__setattr__(self, "joints", joints)
        weight = non_negative_per_axis(f"weight of task '{self.name}'", self.weight, len(joints))
        object.__setattr__(self, "weight", weight)

    def check(self, robot: RobotModel) -> None:
        """Look the joints up."""
        self._rows(robot)

    def dimension(self, robot: RobotModel) -> int:
        """The number of joints named."""
        del robot
        return len(tuple(self.joints))

    def weights(self, robot: RobotModel) -> Array:
        """The weight of each joint named."""
        del robot
        return np.asarray(self.weight)

    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """The joints' names."""
        del robot
        return tuple(self.joints)

    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """rad for turning joints, m for sliding ones."""
        return tuple(robot.joint_units[row] for row in self._rows(robot))

    def jacobian(self, snapshot: Snapshot) -> Array:
        """A 1 for each joint, (k, nv)."""
        robot = snapshot.robot
        rows = self._rows(robot)
        jacobian = np.zeros((len(rows), robot.nv))
        jacobian[range(len(rows)), np.array(rows) + robot.nv - robot.na] = 1.0
        return jacobian

    def bias(self, snapshot: Snapshot) -> Array:
        """Zero."""
        return np.zeros(self.dimension(snapshot.robot))

    def velocity(self, snapshot: Snapshot) -> Array:
        """Velocities of the joints, (k,) [rad/s, m/s]."""
        robot = snapshot.robot
        return np.array(snapshot.state.v[robot.nv - robot.na :][self._rows(robot)])

    def error(self, snapshot: Snapshot, target: Target) -> Array:
        """q* − q the short way round, (k,) [rad, m]."""
        robot, rows = snapshot.robot, self._rows(snapshot.robot)
        wanted = robot.joint_positions(snapshot.state.q)
        wanted[rows] = np.asarray(target.value)
        return robot.joint_error(snapshot.state.q, wanted)[rows]

    def target_from(self, snapshot: Snapshot) -> Target:
        """The present positions."""
        robot = snapshot.robot
        return Target(robot.joint_positions(snapshot.state.q)[self._rows(robot)])

    def checked_target(self, robot: RobotModel, target: Target) -> Target:
        """Positions with k rates."""
        size = self.dimension(robot)
        if isinstance(target.value, Mapping):
            target = Target(self._by_name(target.value), target.velocity, target.acceleration)
        return checked_vector(self.name, target, size, f"positions ({size},)")

    def _by_name(self, values: Mapping[str, float]) -> Array:
        """Positions in the order of the rows.

        Raises:
            DefinitionError: Not just the joints of the task.
        """
        joints = tuple(self.joints)
        if set(values) != set(joints):
            raise DefinitionError(
                f"target of task '{self.name}' must give a position for each of "
                f"{', '.join(joints)} and for no other joint, got {', '.join(map(str, values))}."
            )
        return np.array([number(f"target of joint '{joint}'", values[joint]) for joint in joints])

    def _rows(self, robot: RobotModel) -> list[int]:
        return [robot.joint_row(name) for name in self.joints]
