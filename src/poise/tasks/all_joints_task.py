"""What tasks on all actuated joints share: a row and a weight for each joint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, frozen, non_negative_per_axis, number, vector
from poise.errors import DefinitionError
from poise.model import RobotModel, Snapshot
from poise.tasks.target import Target
from poise.tasks.task import MotionTask, check_task


@dataclass(frozen=True, slots=True, eq=False)
class AllJointsTask(MotionTask):
    """A task on all actuated joints, one row each, in Pinocchio's order; see its kinds.

    Attributes:
        name: What references and results call it.
        weight: One number, one per joint, or ``{joint: weight}`` (others 0), ≥ 0
            [1/(rad/s²), 1/(m/s²)].
        activation: In [0, 1]; scales the weight.
    """

    name: str
    weight: ArrayLike | Mapping[str, float] = 1.0
    activation: float = 1.0

    def __post_init__(self) -> None:
        """Check what can be checked without the robot, and keep a copy of the weights."""
        check_task(self)
        label = f"weight of task '{self.name}'"
        if isinstance(self.weight, Mapping):
            weight: Array | dict[str, float] = {
                joint: number(f"{label} for joint '{joint}'", value, minimum=0.0)
                for joint, value in self.weight.items()
            }
        else:
            weight = non_negative_per_axis(label, self.weight, max(np.size(self.weight), 1))
            weight = weight if np.ndim(self.weight) else frozen(np.array(weight[0]))
        object.__setattr__(self, "weight", weight)

    def check(self, robot: RobotModel) -> None:
        """Check the weights against the robot's joints."""
        self.weights(robot)

    def dimension(self, robot: RobotModel) -> int:
        """The number of actuated degrees of freedom."""
        return robot.na

    def weights(self, robot: RobotModel) -> Array:
        """The weight of each joint, (na,)."""
        label = f"weight of task '{self.name}'"
        if isinstance(self.weight, Mapping):
            return non_negative_per_axis(label, robot.joint_vector(self.weight), robot.na)
        return non_negative_per_axis(label, self.weight, robot.na)

    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """The joints' names."""
        return robot.joint_names

    def jacobian(self, snapshot: Snapshot) -> Array:
        """[0 1], shape (na, nv)."""
        robot = snapshot.robot
        return np.eye(robot.na, robot.nv, robot.nv - robot.na)

    def bias(self, snapshot: Snapshot) -> Array:
        """Zero."""
        return np.zeros(snapshot.robot.na)

    def velocity(self, snapshot: Snapshot) -> Array:
        """Joint velocities, (na,)."""
        robot = snapshot.robot
        return np.array(snapshot.state.v[robot.nv - robot.na :])

    def _checked(self, robot: RobotModel, target: Target, quantity: str) -> Target:
        """A target with one number per joint, given as an array or by name."""
        if isinstance(target.value, pin.SE3):
            raise DefinitionError(f"target of task '{self.name}' must hold {quantity}, got a pose.")
        value = robot.joint_vector(target.value)
        vector(f"target of task '{self.name}'", value, robot.na)
        return target.checked(self.name, value, robot.na)
