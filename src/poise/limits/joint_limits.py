"""Joint limits that stay feasible: positions, velocities and accelerations together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, number, vector
from poise.errors import DefinitionError
from poise.limits.limit import BoxLimit, LimitTick
from poise.limits.viability import MotionLimits, acceleration_box, velocity_box
from poise.model import RobotModel

PerJoint = ArrayLike | Mapping[str, float]
"""One number for all joints, shape (na,), or ``{joint: value}``; others have no limit of this."""


@dataclass(frozen=True, slots=True, eq=False)
class JointLimits(BoxLimit):
    """Keeps joints within positions, velocities and accelerations, at any length of the tick.

    The file's position and velocity limits always count; what is given here narrows them, and
    several of these on one scene narrow each other. A joint may accelerate only so that it can
    still stop before its limits (:mod:`poise.limits.viability`), so that these limits alone
    never contradict each other. A joint outside brakes, then comes back at ``recovery_speed`` at
    most, and ``solution.recovering`` names it. With torque limits, contacts and hard tasks beside
    them there is no such promise: a tick may then be infeasible.

    Attributes:
        dt: Time for which a command is held [s].
        acceleration: Largest accelerations, > 0; every joint with a position limit needs one
            [rad/s², m/s²].
        velocity: Largest speeds, > 0 [rad/s, m/s].
        lower: Lower positions [rad, m].
        upper: Upper positions [rad, m].
        recovery_speed: > 0, for all joints [rad/s, m/s].
        name: What results call it.
    """

    rank: ClassVar[int] = 0

    dt: float
    acceleration: PerJoint
    velocity: PerJoint = np.inf
    lower: PerJoint = -np.inf
    upper: PerJoint = np.inf
    recovery_speed: float = 0.5
    name: str = "joint limits"

    def __post_init__(self) -> None:
        """Check what can be checked without the robot, and keep copies."""
        number("dt of joint limits", self.dt, above=0.0)
        number("recovery_speed of joint limits", self.recovery_speed, above=0.0)
        for name in ("acceleration", "velocity", "lower", "upper"):
            value = getattr(self, name)
            own = dict(value) if isinstance(value, Mapping) else np.array(value)
            object.__setattr__(self, name, own)

    def check(self, robot: RobotModel) -> None:
        """Check the limits against the robot's joints."""
        self.limits_of(robot)

    def tighten(self, bounds: tuple[Array, Array], tick: LimitTick) -> frozenset[str]:
        """Narrow the bounds to what keeps all limits; where others leave nothing, it counts."""
        robot, state = tick.snapshot.robot, tick.snapshot.state
        joints = slice(robot.nv - robot.na, robot.nv)
        q, v = robot.joint_positions(state.q), state.v[joints]
        box_of = velocity_box if tick.of_velocity else acceleration_box
        box = box_of(q, v, self.limits_of(robot), self.dt)
        for bound in bounds:
            np.clip(bound[joints], box.lower, box.upper, out=bound[joints])
        return frozenset(np.array(robot.joint_names)[box.recovering].tolist())

    def limits_of(self, robot: RobotModel) -> MotionLimits:
        """All limits of a robot's joints, the file's included.

        Raises:
            JointNotFoundError: A joint that the robot has not.
            DefinitionError: A wrong shape or value, a lower limit above the upper one, or a joint
                with a position limit and no acceleration limit.
        """
        acceleration = _of(robot, "acceleration", self.acceleration, np.inf, positive=True)
        velocity = _of(robot, "velocity", self.velocity, np.inf, positive=True)
        lower = np.maximum(robot.lower_position, _of(robot, "lower", self.lower, -np.inf))
        upper = np.minimum(robot.upper_position, _of(robot, "upper", self.upper, np.inf))
        _check_positions(robot, lower, upper, acceleration)
        speed = np.minimum(robot.velocity_limit, velocity)
        # A limit of 0 in a file stands for one that nobody wrote down, or a joint that is frozen.
        speed = np.where(speed > 0.0, speed, np.inf)
        recovery = np.minimum(np.full(robot.na, self.recovery_speed), speed)
        return MotionLimits(lower, upper, speed, acceleration, recovery)


def _check_positions(robot: RobotModel, lower: Array, upper: Array, acceleration: Array) -> None:
    for row in np.flatnonzero(lower > upper):
        raise DefinitionError(
            f"joint limits of '{robot.joint_names[row]}' contradict each other: the lower position "
            f"{lower[row]:g} is above the upper one {upper[row]:g}."
        )
    limited = np.isfinite(lower) | np.isfinite(upper)
    for row in np.flatnonzero(limited & np.isinf(acceleration)):
        raise DefinitionError(
            f"acceleration of joint limits must be given for '{robot.joint_names[row]}': without "
            "one nobody can say where it must begin to brake before its position limit."
        )


def _of(
    robot: RobotModel, name: str, given: PerJoint, absent: float, *, positive: bool = False
) -> Array:
    """A value for each joint, shape (na,)."""
    label = f"{name} of joint limits"
    if isinstance(given, Mapping):
        value = np.array(robot.joint_vector(given, default=absent))
    else:
        spread = np.full(robot.na, given) if np.ndim(given) == 0 else given
        value = np.array(vector(label, spread, robot.na, allow_infinite=True))
    if positive and not (value > 0.0).all():
        raise DefinitionError(f"{label} must be > 0, got {value.tolist()}.")
    return value
