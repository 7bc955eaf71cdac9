"""What tasks on a vector in the world share: three rows, and axes for their weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, non_empty_name, non_negative_per_axis
from poise.model import RobotModel, Snapshot
from poise.tasks.task import MotionTask, axes_rotation, check_task


@dataclass(frozen=True, slots=True, eq=False)
class ThreeAxesTask(MotionTask):
    """A task on a vector of the whole robot in world axes; see its kinds.

    Attributes:
        name: What references and results call it.
        weight: One number for all axes or one per axis, ≥ 0 [one over the unit of a row].
        activation: In [0, 1]; scales the weight.
        axes: Whose axes the weights are in: ``"world"`` or a frame's name.
    """

    name: str
    weight: ArrayLike = 1.0
    activation: float = 1.0
    axes: str = "world"

    def __post_init__(self) -> None:
        """Check every parameter."""
        check_task(self)
        non_empty_name(f"axes of task '{self.name}'", self.axes)
        weight = non_negative_per_axis(f"weight of task '{self.name}'", self.weight, 3)
        object.__setattr__(self, "weight", weight)

    def check(self, robot: RobotModel) -> None:
        """Look the axes' frame up."""
        if self.axes != "world":
            robot.place(self.axes)

    def dimension(self, robot: RobotModel) -> int:
        """3."""
        del robot
        return 3

    def weights(self, robot: RobotModel) -> Array:
        """The weight of each axis."""
        del robot
        return np.asarray(self.weight)

    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """x, y, z."""
        del robot
        return ("x", "y", "z")

    def rotation(self, snapshot: Snapshot) -> Array | None:
        """Rotation into the axes of the weights."""
        return axes_rotation(snapshot, self.axes, None)
