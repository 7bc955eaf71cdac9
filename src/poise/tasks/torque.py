"""Ask motors for torques."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, non_negative_per_axis
from poise.model import RobotModel
from poise.tasks.effort_task import EffortTask
from poise.tasks.efforts import Efforts
from poise.tasks.joint_names import different_names
from poise.tasks.task import check_task


@dataclass(frozen=True, slots=True, eq=False)
class TorqueTask(EffortTask):
    """Motor torques of some joints, or of all: one row each. The reference holds them, (k,).

    Attributes:
        name: What references and results call it.
        joints: Names of the joints, in the order of the reference; all actuated joints in
            Pinocchio's order when absent.
        weight: One number or one per joint, ≥ 0 [1/(N·m), 1/N].
        activation: In [0, 1]; scales the weight.
    """

    name: str = "torque"
    joints: Iterable[str] | None = None
    weight: ArrayLike = 1.0
    activation: float = 1.0

    def __post_init__(self) -> None:
        """Check what can be checked without the robot."""
        check_task(self)
        size = max(np.size(self.weight), 1)
        if self.joints is not None:
            joints = different_names(f"joints of task '{self.name}'", self.joints)
            object.__setattr__(self, "joints", joints)
            size = len(joints)
        weight = non_negative_per_axis(f"weight of task '{self.name}'", self.weight, size)
        given_once = self.joints is None and not np.ndim(self.weight)
        object.__setattr__(self, "weight", weight[0] if given_once else weight)

    def check(self, robot: RobotModel) -> None:
        """Look the joints up and check the weights against them."""
        self._indices(robot)
        self.weights(robot)

    @property
    def contacts(self) -> tuple[str, ...]:
        """None."""
        return ()

    def fits(self, contact_dimension: int) -> bool:
        """It is about no contact."""
        del contact_dimension
        return True

    def reference_size(self, robot: RobotModel) -> int:
        """Number of the joints."""
        return len(self.row_names(robot))

    def weights(self, robot: RobotModel) -> Array:
        """The weight of each joint, (k,)."""
        size = self.reference_size(robot)
        return non_negative_per_axis(f"weight of task '{self.name}'", self.weight, size)

    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """The joints' names."""
        return robot.joint_names if self.joints is None else tuple(self.joints)

    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """N·m for turning joints, N for sliding ones."""
        units = (robot.joint_units[index] for index in self._indices(robot))
        return tuple("N" if unit == "m" else "N·m" for unit in units)

    def rows(self, robot: RobotModel, efforts: Efforts, reference: Array) -> tuple[Array, Array]:
        """The joints' torques are the reference."""
        indices = self._indices(robot)
        torque = efforts.torque
        return torque.matrix[indices], reference - torque.offset[indices]

    def _indices(self, robot: RobotModel) -> list[int]:
        return [robot.joint_row(name) for name in self.row_names(robot)]
