"""Align an axis of a frame with a direction."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, direction, non_empty_name
from poise.errors import DefinitionError
from poise.model import RobotModel, Snapshot
from poise.tasks.frame_motion import WORLD, FrameMotion, check_frame
from poise.tasks.pointing_task import PointingTask
from poise.tasks.target import Target, checked_vector


@dataclass(frozen=True, slots=True, eq=False)
class AxisAlignmentTask(PointingTask):
    """Direction of an axis of a frame as seen from another frame: two rows.

    A cup stays upright: its z axis along the world's. Targets hold the direction wanted, in the
    base's axes, shape (3,), of any length; their rates are those of the two rows, (2,).

    Attributes:
        name: What references and results call it.
        frame: The frame.
        axis: In the frame's axes, shape (3,), of any length.
        weight: One number or one per row, ≥ 0 [1/(rad/s²)].
        activation: In [0, 1]; scales the weight.
        base: Whose axes the direction is in: ``"world"`` or a frame's name.
    """

    axis: ArrayLike = field(default=(0.0, 0.0, 1.0))
    base: str = WORLD

    def __post_init__(self) -> None:
        """Check every parameter and normalise the axis."""
        super(AxisAlignmentTask, self).__post_init__()
        non_empty_name(f"base of task '{self.name}'", self.base)

    def check(self, robot: RobotModel) -> None:
        """Look the frames up."""
        super(AxisAlignmentTask, self).check(robot)
        check_frame(robot, self.base)

    def jacobian(self, snapshot: Snapshot) -> Array:
        """(2, nv)."""
        frame, base = self._motions(snapshot)
        return self._in_tilts(frame, (frame.jacobian - base.jacobian)[3:])

    def bias(self, snapshot: Snapshot) -> Array:
        """Rate of the rows at q̈ = 0, (2,) [rad/s²]."""
        frame, base = self._motions(snapshot)
        return self._relative_rate(frame, base.twist[3:], base.bias[3:])

    def velocity(self, snapshot: Snapshot) -> Array:
        """Angular velocity against the base about the two axes, (2,) [rad/s]."""
        frame, base = self._motions(snapshot)
        return self._in_tilts(frame, (frame.twist - base.twist)[3:])

    def error(self, snapshot: Snapshot, target: Target) -> Array:
        """Rotation that turns the axis to the direction, about the two axes, (2,) [rad]."""
        frame, base = self._motions(snapshot)
        wanted = direction(f"target of task '{self.name}'", np.asarray(target.value))
        return self._towards(frame.pose.rotation.T @ base.pose.rotation @ wanted)

    def target_from(self, snapshot: Snapshot) -> Target:
        """The present direction of the axis, base axes."""
        frame, base = self._motions(snapshot)
        return Target(base.pose.rotation.T @ frame.pose.rotation @ np.asarray(self.axis))

    def checked_target(self, robot: RobotModel, target: Target) -> Target:
        """A direction (3,) with two rates."""
        del robot
        free = Target(target.value)
        value = np.asarray(checked_vector(self.name, free, 3, "a direction (3,)").value)
        if not value.any():
            raise DefinitionError(f"target of task '{self.name}' must not be zero: a direction.")
        return target.checked(self.name, direction(f"target of task '{self.name}'", value), 2)

    def _motions(self, snapshot: Snapshot) -> tuple[FrameMotion, FrameMotion]:
        return FrameMotion(snapshot, self.frame), FrameMotion(snapshot, self.base)
