"""Where places on a robot are at a configuration."""

from __future__ import annotations

from collections.abc import Sequence

import pinocchio as pin

from poise.arrays import Array
from poise.model.frames import FramePlace
from poise.model.robot_model import RobotModel


class PlaceKinematics:
    """Poses of places on a robot at a configuration; one per thread.

    Args:
        robot: The robot.
        places: The places.
    """

    def __init__(self, robot: RobotModel, places: Sequence[FramePlace]) -> None:
        self._model = robot.pin_model
        self._data = self._model.createData()
        self._places = tuple(places)

    def poses(self, q: Array) -> list[pin.SE3]:
        """Pose of each place in the world at configuration q."""
        pin.forwardKinematics(self._model, self._data, q)
        return [self._data.oMi[place.joint] * place.placement for place in self._places]
