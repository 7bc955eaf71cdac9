"""What the three frame tasks share: a frame, weights, and the rows of its Jacobian."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, non_empty_name, non_negative_per_axis
from poise.model import RobotModel, Snapshot
from poise.tasks.task import MotionTask, axes_rotation, check_task

_ROW_NAMES: tuple[str, ...] = ("x", "y", "z", "rx", "ry", "rz")
_ROW_UNITS: tuple[str, ...] = ("m", "m", "m", "rad", "rad", "rad")


@dataclass(frozen=True, slots=True, eq=False)
class FrameTask(MotionTask):
    """A task on a frame of the robot; see its three kinds.

    Attributes:
        name: What references and results call it.
        frame: Name of the frame.
        weight: One number for all axes or one per axis, ≥ 0 [1/(m/s²) linear, 1/(rad/s²)
            angular]; 0 leaves an axis free.
        activation: In [0, 1]; scales the weight.
        axes: Whose axes the weights are in: ``"world"``, ``"local"`` or another frame's name.
    """

    name: str
    frame: str
    weight: ArrayLike = 1.0
    activation: float = 1.0
    axes: str = "world"

    rows: ClassVar[slice]

    def __post_init__(self) -> None:
        """Check every parameter."""
        check_task(self)
        non_empty_name(f"frame of task '{self.name}'", self.frame)
        non_empty_name(f"axes of task '{self.name}'", self.axes)
        size = len(_ROW_NAMES[self.rows])
        weight = non_negative_per_axis(f"weight of task '{self.name}'", self.weight, size)
        object.__setattr__(self, "weight", weight)

    def check(self, robot: RobotModel) -> None:
        """Look the frames up."""
        robot.place(self.frame)
        if self.axes not in ("world", "local"):
            robot.place(self.axes)

    def dimension(self, robot: RobotModel) -> int:
        """3 for positions and orientations, 6 for poses."""
        del robot
        return len(_ROW_NAMES[self.rows])

    def weights(self, robot: RobotModel) -> Array:
        """The weight of each axis."""
        del robot
        return np.asarray(self.weight)

    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """x, y, z for the position, rx, ry, rz for the orientation."""
        del robot
        return _ROW_NAMES[self.rows]

    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """m for positions, rad for orientations."""
        del robot
        return _ROW_UNITS[self.rows]

    def jacobian(self, snapshot: Snapshot) -> Array:
        """Rows of the frame's Jacobian, world axes at its origin."""
        return snapshot.jacobian(snapshot.robot.place(self.frame), "world")[self.rows]

    def bias(self, snapshot: Snapshot) -> Array:
        """Rows of the frame's classical J̇v."""
        place = snapshot.robot.place(self.frame)
        return snapshot.classical_bias_acceleration(place, "world")[self.rows]

    def velocity(self, snapshot: Snapshot) -> Array:
        """Rows of the frame's twist."""
        return snapshot.twist(snapshot.robot.place(self.frame), "world")[self.rows]

    def rotation(self, snapshot: Snapshot) -> Array | None:
        """Rotation into the axes of the weights."""
        return axes_rotation(snapshot, self.axes, self.frame)
