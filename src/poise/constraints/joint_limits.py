"""Joint limits that stay feasible: positions, velocities and accelerations together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, number, vector
from poise.constraints.variables import Variables
from poise.constraints.viability import MotionLimits, acceleration_box, velocity_box
from poise.errors import DefinitionError
from poise.model import RobotModel, Snapshot

PerJoint = ArrayLike | Mapping[str, float]
"""One number for all joints, shape (na,), or ``{joint: value}``; others have no limit of this."""


@dataclass(frozen=True, slots=True, eq=False)
class JointLimits:
    """Keeps joints within positions, velocities and accelerations, at any length of the tick.

    The file's position and velocity limits always count; what is given here narrows them, and
    several of these on one scene narrow each other. A joint may accelerate only so that it can
    still stop before its limits (:mod:`poise.constraints.viability`), so that these limits alone
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
    """

    dt: float
    acceleration: PerJoint
    velocity: PerJoint = np.inf
    lower: PerJoint = -np.inf
    upper: PerJoint = np.inf
    recovery_speed: float = 0.5

    def __post_init__(self) -> None:
        """Check what can be checked without the robot, and keep copies."""
        number("dt of joint limits", self.dt, above=0.0)
        number("recovery_speed of joint limits", self.recovery_speed, above=0.0)
        for name in ("acceleration", "velocity", "lower", "upper"):
            value = getattr(self, name)
            own = dict(value) if isinstance(value, Mapping) else np.array(value)
            object.__setattr__(self, name, own)

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
        for row, joint in enumerate(robot.joint_names):
            if lower[row] > upper[row]:
                raise DefinitionError(
                    f"joint limits of '{joint}' contradict each other: the lower position "
                    f"{lower[row]:g} is above the upper one {upper[row]:g}."
                )
            limited = np.isfinite(lower[row]) or np.isfinite(upper[row])
            if limited and np.isinf(acceleration[row]):
                raise DefinitionError(
                    f"acceleration of joint limits must be given for '{joint}': without one nobody "
                    "can say where it must begin to brake before its position limit."
                )
        speed = np.minimum(robot.velocity_limit, velocity)
        # A limit of 0 in a file stands for one that nobody wrote down, or a joint that is frozen.
        speed = np.where(speed > 0.0, speed, np.inf)
        recovery = np.minimum(np.full(robot.na, self.recovery_speed), speed)
        return MotionLimits(lower, upper, speed, acceleration, recovery)


def tighten(
    bounds: tuple[Array, Array],
    variables: Variables,
    limits: tuple[MotionLimits, float],
    snapshot: Snapshot,
) -> frozenset[str]:
    """Narrow the bounds of the motion variables, in place.

    Args:
        bounds: Lower and upper bounds of x, shape (n,).
        variables: The layout of x.
        limits: Of the joints, and the length of the tick.
        snapshot: The robot.

    Returns:
        The joints that recover.
    """
    robot, (of_joints, dt) = snapshot.robot, limits
    first = robot.nv - robot.na
    q, v = robot.joint_positions(snapshot.state.q), snapshot.state.v[first:]
    box = (velocity_box if variables.velocity.stop else acceleration_box)(q, v, of_joints, dt)
    low, high = box.lower, box.upper
    lower, upper = (bound[first : robot.nv] for bound in bounds)
    # Where others leave nothing in common with the box, it counts.
    np.clip(lower, low, high, out=lower)
    np.clip(upper, low, high, out=upper)
    return frozenset(np.array(robot.joint_names)[box.recovering].tolist())


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
