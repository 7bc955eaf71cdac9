"""What tasks on one number share: a single row, with a single weight."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, non_negative_per_axis
from poise.errors import DefinitionError
from poise.model import RobotModel, Snapshot
from poise.tasks.target import Target, checked_vector
from poise.tasks.task import MotionTask, check_task


class ScalarTask(MotionTask):
    """A task on one number; targets hold it, as a number or with shape (1,), see its kinds."""

    __slots__ = ()

    weight: ArrayLike

    def __post_init__(self) -> None:
        """Check the name, the rank and the weight."""
        check_task(self)
        weight = non_negative_per_axis(f"weight of task '{self.name}'", self.weight, 1)
        object.__setattr__(self, "weight", weight)

    @abstractmethod
    def value(self, snapshot: Snapshot) -> float:
        """The number."""

    def dimension(self, robot: RobotModel) -> int:
        """1."""
        del robot
        return 1

    def weights(self, robot: RobotModel) -> Array:
        """The weight, (1,)."""
        del robot
        return np.asarray(self.weight)

    def error(self, snapshot: Snapshot, target: Target) -> Array:
        """Wanted minus present value, (1,)."""
        return np.reshape(np.asarray(target.value) - self.value(snapshot), (1,))

    def target_from(self, snapshot: Snapshot) -> Target:
        """The present value."""
        return Target(np.array([self.value(snapshot)]))

    def checked_target(self, robot: RobotModel, target: Target) -> Target:
        """A number with its rates."""
        del robot
        if isinstance(target.value, (pin.SE3, Mapping)) or np.ndim(target.value):
            return checked_vector(self.name, target, 1, "a number")
        single = Target(np.array([target.value]), target.velocity, target.acceleration)
        return checked_vector(self.name, single, 1, "a number")

    def check_least(self, target: Target, least: float) -> None:
        """Check that a target's value is not too small.

        Raises:
            DefinitionError: It is.
        """
        if np.asarray(target.value)[0] < least:
            raise DefinitionError(
                f"target of task '{self.name}' must be ≥ {least:g}, "
                f"got {np.asarray(target.value)[0]:g}."
            )
