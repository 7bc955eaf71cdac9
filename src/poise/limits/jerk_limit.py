"""Accelerations that change no faster than a jerk allows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise.arrays import Array, non_empty_name, number
from poise.errors import DefinitionError
from poise.limits.limit import BoxLimit, LimitTick
from poise.limits.torque_limits import PerJoint, positive_per_joint
from poise.model import RobotModel


@dataclass(frozen=True, slots=True, eq=False)
class JerkLimit(BoxLimit):
    """|q̈ − q̈_prev| ≤ jerk · Δt for each joint, at acceleration level.

    Beside :class:`JointLimits`, which may ask for more, those come first: a joint that must brake
    brakes. On the first tick, and after one that was not solved, it limits nothing.

    Attributes:
        dt: Time between ticks [s].
        jerk: > 0 [rad/s³, m/s³].
        name: What results call it.
    """

    dt: float
    jerk: PerJoint
    name: str = "jerk"

    def __post_init__(self) -> None:
        """Check what can be checked without the robot."""
        non_empty_name("name of a limit", self.name)
        number(f"dt of limit '{self.name}'", self.dt, above=0.0)

    def check(self, robot: RobotModel) -> None:
        """Check the jerks."""
        positive_per_joint(robot, f"jerk of limit '{self.name}'", self.jerk)

    def tighten(self, bounds: tuple[Array, Array], tick: LimitTick) -> frozenset[str]:
        """Around the last acceleration."""
        if tick.of_velocity:
            raise DefinitionError(f"limit '{self.name}' needs a scene at acceleration level.")
        if tick.acceleration is not None:
            robot = tick.snapshot.robot
            joints = slice(robot.nv - robot.na, robot.nv)
            step = self.dt * positive_per_joint(robot, "jerk", self.jerk)
            low, high = tick.acceleration[joints] - step, tick.acceleration[joints] + step
            for bound in bounds:
                np.clip(bound[joints], low, high, out=bound[joints])
        return frozenset()
