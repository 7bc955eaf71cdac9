"""What joints take from motion on their own: damping, dry friction, end stops."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.compiling import compiler
from poise.model.robot_model import RobotModel

DRY_FRICTION_SPEED = 1e-3
"""Joint speed ε [rad/s, m/s] in the dry friction torque F tanh(v/ε)."""

STOP_FREQUENCY = 300.0
"""How stiff end stops are: √(k/M) for the inertia M that the joint moves [rad/s]."""


class JointLosses:
    """Torques of damping, dry friction and end stops, linearised for a step; one per thread.

    Over a step h they are −(a + c (v + h q̈)) joint by joint: a spring part known before the step,
    and a coefficient c that acts on the velocity after it. With c implicit no joint, however
    light, is ever reversed by them. Viscous friction has c = D, dry friction
    c = F tanh(|v|/ε)/|v| with ε = ``DRY_FRICTION_SPEED``. A joint beyond its position limit meets a
    spring k = ω² M, ω = ``STOP_FREQUENCY`` and M its diagonal entry of the inertia matrix at the
    neutral configuration, critically damped while it moves further in; k enters c with h k.

    Args:
        robot: The robot.

    Attributes:
        spring: a, shape (nv,) [N·m, N]; changed by :meth:`evaluate`.
        coefficient: c, shape (nv,) [N·m·s/rad, N·s/m]; likewise.
    """

    def __init__(self, robot: RobotModel) -> None:
        self.robot = robot
        self.spring, self.coefficient = np.zeros(robot.nv), np.zeros(robot.nv)
        model = robot.pin_model
        inertia = pin.crba(model, model.createData(), pin.neutral(model)).diagonal()
        inertia = np.array(inertia[robot.nv - robot.na :]) + robot.armature
        self._stops = STOP_FREQUENCY**2 * inertia, 2.0 * STOP_FREQUENCY * inertia
        self._limits = robot.lower_position, robot.upper_position
        self._losses = robot.damping, robot.friction

    def evaluate(self, q: Array, v: Array, step: float) -> None:
        """Fill ``spring`` and ``coefficient`` at a state, for a step [s]."""
        positions = self.robot.read_joint_positions(q)
        _kernel()(
            *(positions, v, *self._losses, *self._limits, *self._stops, step),
            *(self.spring, self.coefficient),
        )


@cache
def _kernel() -> Callable[..., None]:
    """The loop below, compiled on first use: importing Numba takes a third of a second."""
    return compiler("poise.model")(_lose)


def _lose(
    positions: Array,
    v: Array,
    damping: Array,
    friction: Array,
    lower: Array,
    upper: Array,
    stop_stiffness: Array,
    stop_damping: Array,
    step: float,
    spring: Array,
    coefficient: Array,
) -> None:
    first = v.size - positions.size
    for i in range(positions.size):
        j = first + i
        c, a = damping[i], 0.0
        if friction[i] > 0.0:
            speed = max(abs(v[j]), 1e-6 * DRY_FRICTION_SPEED)
            c += friction[i] * np.tanh(speed / DRY_FRICTION_SPEED) / speed
        beyond = max(positions[i] - upper[i], 0.0) + min(positions[i] - lower[i], 0.0)
        if beyond != 0.0:
            a = stop_stiffness[i] * beyond
            c += step * stop_stiffness[i]
            if beyond * v[j] > 0.0:
                c += stop_damping[i]
        spring[j], coefficient[j] = a, c
