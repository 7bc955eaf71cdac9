"""What motors that hold a command do to the generalised coordinates."""

from __future__ import annotations

import numpy as np

from poise.arrays import Array
from poise.sim.motors import Motors


class Drive:
    """A command held by motors, as integrators see it.

    Args:
        motors: The command.
    """

    def __init__(self, motors: Motors) -> None:
        self._motors = motors
        self._nv = motors.robot.nv
        self._joints = slice(motors.robot.nv - motors.robot.na, motors.robot.nv)
        self._constant: Array | None = None
        if motors.constant:
            nothing = np.zeros(0)
            self._constant = self._spread(motors.torque(nothing, nothing))

    def generalized(self, q: Array, v: Array) -> Array:
        """The motors' torques at a state, cut at their limits, shape (nv,)."""
        if self._constant is not None:
            return self._constant
        return self._spread(self._motors.torque(q, v))

    def loops(self, q: Array, v: Array) -> tuple[Array, Array]:
        """kp and kd of the motors that are not at their limit, each of shape (nv,)."""
        motors = self._motors
        free = np.abs(motors.torque(q, v)) < motors.robot.effort_limit
        kp, kd = (np.zeros(free.size) if k is None else free * k for k in (motors.kp, motors.kd))
        return self._spread(kp), self._spread(kd)

    def _spread(self, joints: Array) -> Array:
        result = np.zeros(self._nv)
        result[self._joints] = joints
        return result
