"""Keep two frames a distance apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, non_empty_name
from poise.errors import StateError
from poise.model import RobotModel, Snapshot
from poise.tasks.frame_motion import FrameMotion, check_frame
from poise.tasks.scalar_task import ScalarTask
from poise.tasks.target import Target

# Closer than this the way from one origin to the other is rounding [m].
_TOGETHER = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class DistanceTask(ScalarTask):
    """Distance of the origins of two frames: one row. Targets hold a distance ≥ 0 [m].

    It leaves open in which direction the frames are apart. Where their origins coincide it has
    no Jacobian.

    Attributes:
        name: What references and results call it.
        frame: One frame.
        other: The other one, or ``"world"`` for the world's origin.
        weight: One number, ≥ 0 [1/(m/s²)].
        activation: In [0, 1]; scales the weight.
    """

    name: str
    frame: str
    other: str
    weight: ArrayLike = 1.0
    activation: float = 1.0

    def __post_init__(self) -> None:
        """Check every parameter."""
        super(DistanceTask, self).__post_init__()
        for field in ("frame", "other"):
            non_empty_name(f"{field} of task '{self.name}'", getattr(self, field))

    def check(self, robot: RobotModel) -> None:
        """Look the frames up."""
        check_frame(robot, self.frame)
        check_frame(robot, self.other)

    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """distance."""
        del robot
        return ("distance",)

    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """Metres."""
        del robot
        return ("m",)

    def jacobian(self, snapshot: Snapshot) -> Array:
        """Of the distance, (1, nv).

        Raises:
            StateError: The origins coincide.
        """
        frame, other = self._motions(snapshot)
        direction, _ = self._apart(frame, other)
        return (direction @ (frame.jacobian - other.jacobian)[:3])[None, :]

    def bias(self, snapshot: Snapshot) -> Array:
        """Second derivative of the distance at q̈ = 0, (1,) [m/s²]."""
        frame, other = self._motions(snapshot)
        direction, distance = self._apart(frame, other)
        speed = (frame.twist - other.twist)[:3]
        across = speed @ speed - (direction @ speed) ** 2
        return np.array([direction @ (frame.bias - other.bias)[:3] + across / distance])

    def velocity(self, snapshot: Snapshot) -> Array:
        """How fast the frames part, (1,) [m/s]."""
        frame, other = self._motions(snapshot)
        direction, _ = self._apart(frame, other)
        return np.array([direction @ (frame.twist - other.twist)[:3]])

    def value(self, snapshot: Snapshot) -> float:
        """The distance [m]."""
        frame, other = self._motions(snapshot)
        return float(np.linalg.norm(frame.pose.translation - other.pose.translation))

    def checked_target(self, robot: RobotModel, target: Target) -> Target:
        """A distance ≥ 0 with its rates."""
        checked = super(DistanceTask, self).checked_target(robot, target)
        self.check_least(checked, 0.0)
        return checked

    def _motions(self, snapshot: Snapshot) -> tuple[FrameMotion, FrameMotion]:
        return FrameMotion(snapshot, self.frame), FrameMotion(snapshot, self.other)

    def _apart(self, frame: FrameMotion, other: FrameMotion) -> tuple[Array, float]:
        """The unit vector from the other frame to this one, (3,), and the distance."""
        way: Array = frame.pose.translation - other.pose.translation
        distance = float(np.linalg.norm(way))
        if distance < _TOGETHER:
            raise StateError(
                f"the frames '{self.frame}' and '{self.other}' of task '{self.name}' coincide, "
                "where their distance has no direction."
            )
        return way / distance, distance
