"""Tasks on momentum, the capture point and rolling wheels, as a file writes them."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from numpy.typing import ArrayLike
from pydantic import Field

from poise.config.fields.frame_tasks import FrameName
from poise.config.fields.task_fields import MotionFields, frame_of
from poise.config.quantities import Direction, PositiveLength
from poise.model import RobotModel
from poise.tasks import (
    AngularMomentumTask,
    CapturePointTask,
    LinearMomentumTask,
    MotionTask,
    WheelRollingTask,
)


class LinearMomentumFields(MotionFields):
    """Linear momentum."""

    type: Literal["linear_momentum"]
    axes: Annotated[str, Field(description="Whose axes the weights are in.")] = "world"

    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""
        del robot
        return LinearMomentumTask(name, weight, self.activation, self.axes, **self.rank)


class AngularMomentumFields(MotionFields):
    """Angular momentum about the centre of mass."""

    type: Literal["angular_momentum"]
    axes: Annotated[str, Field(description="Whose axes the weights are in.")] = "world"

    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""
        del robot
        return AngularMomentumTask(name, weight, self.activation, self.axes, **self.rank)


class CapturePointFields(MotionFields):
    """Where the robot would have to step to come to rest."""

    type: Literal["capture_point"]
    height: Annotated[PositiveLength, Field(description="Of the centre of mass.")]

    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""
        del robot
        return CapturePointTask(self.height, name, weight, self.activation, **self.rank)


class WheelRollingFields(MotionFields):
    """A wheel rolls without slipping."""

    type: Literal["wheel_rolling"]
    frame: FrameName
    radius: PositiveLength
    axle: Annotated[Direction, Field(description="Frame axes.")] = (0.0, 1.0, 0.0)
    normal: Annotated[Direction, Field(description="Of the ground, world axes.")] = (0.0, 0.0, 1.0)

    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""
        return WheelRollingTask(
            name,
            frame_of(robot, self.frame),
            self.radius,
            np.array(self.axle),
            np.array(self.normal),
            weight,
            self.activation,
            **self.rank,
        )
