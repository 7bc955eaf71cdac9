"""What tasks that point an axis of a frame share: two rows, about the axes square to it."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, direction, frozen, non_empty_name, non_negative_per_axis
from poise.model import RobotModel, Snapshot
from poise.spatial import cross
from poise.tasks.frame_motion import FrameMotion, check_frame
from poise.tasks.task import MotionTask, check_task


@dataclass(frozen=True, slots=True, eq=False)
class PointingTask(MotionTask):
    """An axis of a frame shall point somewhere; see its kinds.

    The rows are the frame's angular velocity, less that of where it shall point to, about two
    axes fixed in the frame and square to ``axis``; turning about ``axis`` is left free. The
    error is the rotation vector that turns the axis the short way; where it points the opposite
    way any way is as short, and one is chosen.

    Attributes:
        name: What references and results call it.
        frame: The frame.
        axis: In the frame's axes, shape (3,), of any length.
        weight: One number or one per row, ≥ 0 [1/(rad/s²)].
        activation: In [0, 1]; scales the weight.
        tilt_axes: What the rows turn about, frame axes, shape (2, 3): x and y if the axis is z,
            y and z if it is x; not for the caller to give.
    """

    name: str
    frame: str
    axis: ArrayLike
    weight: ArrayLike = 1.0
    activation: float = 1.0
    tilt_axes: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check every parameter and normalise the axis."""
        check_task(self)
        non_empty_name(f"frame of task '{self.name}'", self.frame)
        object.__setattr__(self, "axis", direction(f"axis of task '{self.name}'", self.axis))
        weight = non_negative_per_axis(f"weight of task '{self.name}'", self.weight, 2)
        object.__setattr__(self, "weight", weight)
        object.__setattr__(self, "tilt_axes", _square_to(np.asarray(self.axis)))

    def check(self, robot: RobotModel) -> None:
        """Look the frame up."""
        check_frame(robot, self.frame)

    def dimension(self, robot: RobotModel) -> int:
        """2."""
        del robot
        return 2

    def weights(self, robot: RobotModel) -> Array:
        """The weight of each row."""
        del robot
        return np.asarray(self.weight)

    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """tilt 1, tilt 2: about the first and the second axis of :attr:`tilt_axes`."""
        del robot
        return ("tilt 1", "tilt 2")

    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """Radians."""
        del robot
        return ("rad", "rad")

    def _towards(self, goal: Array) -> Array:
        """The rotation vector that turns the axis to a direction, both frame axes, (2,) [rad]."""
        axis, tilts = np.asarray(self.axis), self.tilt_axes
        across = cross(axis, goal)
        sine = float(np.linalg.norm(across))
        angle = np.arctan2(sine, axis @ goal)
        if sine == 0.0:
            return np.array((angle, 0.0))
        turn: Array = tilts @ across * (angle / sine)
        return turn

    def _in_tilts(self, frame: FrameMotion, world: Array) -> Array:
        """Rows of something angular in world axes, (3,) or (3, nv)."""
        rows: Array = self.tilt_axes @ frame.pose.rotation.T @ world
        return rows

    def _relative_rate(self, frame: FrameMotion, other: Array, other_rate: Array) -> Array:
        """Rate at q̈ = 0 of the rows of ω − other, world axes, (2,) [rad/s²]."""
        turn = frame.twist[3:]
        # In axes that turn with the frame: − ω × (ω − other).
        rate = frame.bias[3:] - other_rate + cross(turn, other)
        return self._in_tilts(frame, rate)

    @abstractmethod
    def velocity(self, snapshot: Snapshot) -> Array:
        """The rows' angular velocity, (2,) [rad/s]."""


def _square_to(axis: Array) -> Array:
    """Two axes square to a unit vector and to each other, right-handed with it, (2, 3)."""
    first = np.eye(3)[int(np.abs(axis).argmin())]
    first = first - axis * (axis @ first)
    first /= np.linalg.norm(first)
    return frozen(np.array((first, cross(axis, first))))
