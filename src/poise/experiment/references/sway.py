"""Turn to and fro."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from poise.arrays import Array, direction, number
from poise.errors import DefinitionError
from poise.experiment.references.easing import check_rhythm
from poise.experiment.references.reference import Follower, Reference
from poise.experiment.references.sinusoid import faded_sine
from poise.model import RobotModel
from poise.spatial import rotation_from_axis_angle
from poise.tasks import MotionTask, Target


@dataclass(frozen=True, slots=True, eq=False)
class Sway(Reference):
    """A sine of the angle about a fixed axis of the world, from the first orientation.

    Attributes:
        angle: Largest angle, not 0 [rad].
        axis: World axes, shape (3,); its length does not matter.
        period: > 0 [s].
        start: When it begins [s].
        fade: How long it takes to reach its full size, > 0 [s].
    """

    angle: float
    axis: Array
    period: float = 4.0
    start: float = 0.5
    fade: float = 1.5

    def __post_init__(self) -> None:
        """Check every parameter."""
        number("angle", self.angle)
        if self.angle == 0.0:
            raise DefinitionError("angle must not be 0: nothing would move, as with Hold().")
        object.__setattr__(self, "axis", direction("axis", self.axis))
        check_rhythm(self.period, self.start, self.fade)

    def begin(self, robot: RobotModel, task: MotionTask, start: Target) -> Follower:
        """Turn the task's first orientation."""
        pose = start.value
        if not isinstance(pose, pin.SE3) and np.shape(pose) != (3, 3):
            raise DefinitionError(
                f"task '{task.name}' has no orientation to sway; frame poses and frame "
                "orientations have."
            )

        def target(time: float) -> Target:
            sine, rate, rate2 = faded_sine(time, self.period, self.start, self.fade)
            turn = rotation_from_axis_angle(self.angle * sine * self.axis)
            omega, growth = self.angle * rate * self.axis, self.angle * rate2 * self.axis
            if isinstance(pose, pin.SE3):
                still = np.zeros(3)
                turned = pin.SE3(turn @ pose.rotation, pose.translation)
                return Target(
                    turned, np.concatenate((still, omega)), np.concatenate((still, growth))
                )
            return Target(turn @ np.asarray(pose), omega, growth)

        return target
