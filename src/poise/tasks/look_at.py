"""Look at a point with an axis of a frame."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, non_empty_name, vector
from poise.errors import StateError
from poise.model import RobotModel, Snapshot
from poise.spatial import cross
from poise.tasks.frame_motion import WORLD, FrameMotion, check_frame
from poise.tasks.pointing_task import PointingTask
from poise.tasks.target import Target, checked_vector

# Closer than this the way to the point is rounding [m].
_TOO_CLOSE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class LookAtTask(PointingTask):
    """A camera's axis goes through a point: two rows, the frame's turn against the line of sight.

    The point is fixed in the world or in another frame, a hand say, and its motion counts. For
    a point that moves otherwise, configure the scene with a new task that has another ``point``.
    Targets hold the tilt wanted of the axis from the line of sight about the two axes, shape
    (2,) [rad]: 0, unless someone wants to look past the point.

    Attributes:
        name: What references and results call it.
        frame: The frame that looks.
        axis: Where it looks to, frame axes, shape (3,), of any length.
        weight: One number or one per row, ≥ 0 [1/(rad/s²)].
        activation: In [0, 1]; scales the weight.
        point: What it looks at, in the axes of ``point_frame``, shape (3,) [m].
        point_frame: ``"world"`` or a frame's name.
    """

    axis: ArrayLike = field(default=(1.0, 0.0, 0.0))
    point: ArrayLike = field(default=(0.0, 0.0, 0.0), kw_only=True)
    point_frame: str = field(default=WORLD, kw_only=True)

    def __post_init__(self) -> None:
        """Check every parameter and normalise the axis."""
        super(LookAtTask, self).__post_init__()
        object.__setattr__(self, "point", vector(f"point of task '{self.name}'", self.point, 3))
        non_empty_name(f"point_frame of task '{self.name}'", self.point_frame)

    def check(self, robot: RobotModel) -> None:
        """Look the frames up."""
        super(LookAtTask, self).check(robot)
        check_frame(robot, self.point_frame)

    def jacobian(self, snapshot: Snapshot) -> Array:
        """(2, nv).

        Raises:
            StateError: The frame's origin is at the point.
        """
        sight = self._sight(snapshot)
        frame, point = sight.frame, sight.point
        across = pin.skew(sight.direction) @ (point.jacobian - frame.jacobian)[:3]
        return self._in_tilts(frame, frame.jacobian[3:] - across / sight.distance)

    def bias(self, snapshot: Snapshot) -> Array:
        """Rate of the rows at q̈ = 0, (2,) [rad/s²]."""
        sight = self._sight(snapshot)
        s, distance, frame = sight.direction, sight.distance, sight.frame
        speed, acceleration = (
            (sight.point.twist - frame.twist)[:3],
            (sight.point.bias - frame.bias)[:3],
        )
        closing = s @ speed
        turn = cross(s, speed) / distance
        turning = (speed - s * closing) / distance  # how the direction changes
        rate = (cross(turning, speed) + cross(s, acceleration) - turn * closing) / distance
        return self._relative_rate(frame, turn, rate)

    def velocity(self, snapshot: Snapshot) -> Array:
        """Angular velocity against the line of sight about the two axes, (2,) [rad/s]."""
        sight = self._sight(snapshot)
        speed = (sight.point.twist - sight.frame.twist)[:3]
        turn = cross(sight.direction, speed) / sight.distance
        return self._in_tilts(sight.frame, sight.frame.twist[3:] - turn)

    def error(self, snapshot: Snapshot, target: Target) -> Array:
        """Wanted tilt plus the rotation that turns the axis to the point, (2,) [rad]."""
        return np.asarray(target.value) + self._towards(self.bearing(snapshot))

    def bearing(self, snapshot: Snapshot) -> Array:
        """Where the frame sees the point: a unit vector in its axes, (3,)."""
        sight = self._sight(snapshot)
        bearing: Array = sight.frame.pose.rotation.T @ sight.direction
        return bearing

    def target_from(self, snapshot: Snapshot) -> Target:
        """To look at the point, wherever it looks now."""
        del snapshot
        return Target(np.zeros(2))

    def checked_target(self, robot: RobotModel, target: Target) -> Target:
        """A tilt (2,) with its rates."""
        del robot
        return checked_vector(self.name, target, 2, "a tilt (2,)")

    def _sight(self, snapshot: Snapshot) -> _Sight:
        frame = FrameMotion(snapshot, self.frame)
        point = FrameMotion(snapshot, self.point_frame, np.asarray(self.point))
        way: Array = point.pose.translation - frame.pose.translation
        distance = float(np.linalg.norm(way))
        if distance < _TOO_CLOSE:
            raise StateError(
                f"frame '{self.frame}' of task '{self.name}' is at the point that it shall look "
                "at, where it has no line of sight."
            )
        return _Sight(frame, point, way / distance, distance)


class _Sight(NamedTuple):
    """The line of sight: who looks at what, its direction (world axes, (3,)) and length [m]."""

    frame: FrameMotion
    point: FrameMotion
    direction: Array
    distance: float
