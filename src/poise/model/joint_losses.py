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
        torque: −(a + c v), shape (nv,) [N·m, N]; likewise.
        armature: The robot's rotor inertias plus h c: with them the inertia matrix is that of the
            implicit step, shape (nv,) [kg·m², kg]; likewise.
    """

    def __init__(self, robot: RobotModel) -> None:
        self.robot = robot
        self._found = np.zeros((4, robot.nv))
        self.spring, self.coefficient, self.torque, self.armature = self._found
        model = robot.pin_model
        self._rotors = np.array(model.armature)
        inertia = pin.crba(model, model.createData(), pin.neutral(model)).diagonal()
        inertia = inertia[robot.nv - robot.na :] + robot.armature
        self._joints = np.stack(
            (
                *(robot.damping, robot.friction, robot.lower_position, robot.upper_position),
                *(STOP_FREQUENCY**2 * inertia, 2.0 * STOP_FREQUENCY * inertia),
            ),
            axis=1,
        )
        self._lose = _kernel()

    def evaluate(self, q: Array, v: Array, step: float) -> None:
        """Fill the arrays at a state, for a step [s]."""
        positions = self.robot.read_joint_positions(q)
        self._lose(positions, v, self._joints, self._rotors, step, self._found)


@cache
def _kernel() -> Callable[..., None]:
    """The loop below, compiled on first use: importing Numba takes a third of a second."""
    return compiler("poise.model")(_lose)


def _lose(
    positions: Array, v: Array, joints: Array, rotors: Array, step: float, found: Array
) -> None:
    first = v.size - positions.size
    for j in range(first):
        found[3, j] = rotors[j]
    for i in range(positions.size):
        j = first + i
        damping, friction, lower, upper, stiffness, stop_damping = joints[i]
        c, a = damping, 0.0
        if friction > 0.0:
            speed = max(abs(v[j]), 1e-6 * DRY_FRICTION_SPEED)
            c += friction * np.tanh(speed / DRY_FRICTION_SPEED) / speed
        beyond = max(positions[i] - upper, 0.0) + min(positions[i] - lower, 0.0)
        if beyond != 0.0:
            a = stiffness * beyond
            c += step * stiffness
            if beyond * v[j] > 0.0:
                c += stop_damping
        found[0, j], found[1, j] = a, c
        found[2, j], found[3, j] = -a - c * v[j], rotors[j] + step * c
