"""Noise of a state estimate."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise.arrays import number
from poise.model import RobotModel, RobotState


@dataclass(frozen=True, slots=True)
class StateNoise:
    """Standard deviations of white noise added to the measured velocities at every tick.

    Attributes:
        joint_velocity: [rad/s, m/s].
        base_velocity: Of the base's linear velocity, per axis [m/s].
    """

    joint_velocity: float = 0.05
    base_velocity: float = 0.02

    def __post_init__(self) -> None:
        """Check both."""
        number("joint_velocity noise", self.joint_velocity, minimum=0.0)
        number("base_velocity noise", self.base_velocity, minimum=0.0)

    def measured(
        self, robot: RobotModel, state: RobotState, random: np.random.Generator
    ) -> RobotState:
        """The state as an estimator would give it."""
        v = np.array(state.v)
        first = robot.nv - robot.na
        if robot.floating_base:
            v[:3] += random.normal(0.0, self.base_velocity, 3)
        v[first:] += random.normal(0.0, self.joint_velocity, robot.na)
        return RobotState(state.q, v, state.time)
