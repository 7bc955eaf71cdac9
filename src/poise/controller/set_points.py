"""Position and velocity set-points of the motors' own loops, integrated from the scene's answer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise.arrays import Array
from poise.controller.memory import ControllerMemory
from poise.model import RobotModel, RobotState

# Time over which commanded joint velocities forget, returning to the measured ones [s].
_VELOCITY_MEMORY = 0.05

# How far commanded positions may run ahead of a robot that does not follow [rad, m].
_LEAD = 0.2


@dataclass(frozen=True, slots=True)
class SetPoints:
    """Set-points that continue those of the ticks before.

    Attributes:
        robot: The robot.
        dt: Time between ticks [s].
        memory: What the controller remembers.
    """

    robot: RobotModel
    dt: float
    memory: ControllerMemory

    def of_accelerations(self, state: RobotState, acceleration: Array) -> tuple[Array, Array]:
        """Velocities, integrated and slowly drawn to the measured ones, and positions.

        Integrating filters the noise of the measurement; the slow pull keeps both together.
        """
        measured = state.v[self.robot.nv - self.robot.na :]
        before = self.memory.velocity
        if before is None:
            before = measured
        share = min(self.dt / _VELOCITY_MEMORY, 1.0)
        velocity = before + self.dt * acceleration + share * (measured - before)
        return velocity, self.robot.joint_positions(state.q) + velocity * self.dt

    def of_velocities(self, state: RobotState, velocity: Array) -> Array:
        """Positions, integrated: what the load bends, the next ticks' velocities take back."""
        measured = self.robot.joint_positions(state.q)
        before = self.memory.position
        lead = np.zeros(self.robot.na)
        if before is not None:
            lead = self.robot.joint_error(state.q, before)
        return measured + np.clip(lead + velocity * self.dt, -_LEAD, _LEAD)
