"""How a frame of the robot moves, or the world, which does not."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.model import RobotModel, Snapshot

WORLD = "world"
"""What tasks call the frame that stands still."""


class FrameMotion:
    """Pose, twist, Jacobian and bias of a frame, world axes at its origin; ``"world"`` stands.

    Args:
        snapshot: The robot at a state.
        frame: The frame's name, or ``"world"``.
        offset: A point fixed in the frame that is looked at instead of its origin, (3,) [m].
    """

    def __init__(self, snapshot: Snapshot, frame: str, offset: Array | None = None) -> None:
        self._snapshot = snapshot
        shift = pin.SE3.Identity() if offset is None else pin.SE3(np.eye(3), np.array(offset))
        self._shift = shift
        self._place = None
        if frame != WORLD:
            self._place = snapshot.robot.place(frame, None if offset is None else shift)

    @property
    def pose(self) -> pin.SE3:
        """Pose in the world."""
        return self._shift if self._place is None else self._snapshot.pose(self._place)

    @property
    def twist(self) -> Array:
        """[v; ω], shape (6,)."""
        if self._place is None:
            return np.zeros(6)
        return self._snapshot.twist(self._place, WORLD)

    @property
    def jacobian(self) -> Array:
        """Shape (6, nv)."""
        if self._place is None:
            return np.zeros((6, self._snapshot.robot.nv))
        return self._snapshot.jacobian(self._place, WORLD)

    @property
    def bias(self) -> Array:
        """Classical acceleration at q̈ = 0, shape (6,)."""
        if self._place is None:
            return np.zeros(6)
        return self._snapshot.classical_bias_acceleration(self._place, WORLD)


def check_frame(robot: RobotModel, frame: str) -> None:
    """Look a frame up.

    Raises:
        FrameNotFoundError: It is neither a frame of the robot nor the world.
    """
    if frame != WORLD:
        robot.place(frame)
