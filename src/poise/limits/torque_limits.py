"""Limits on motor torques beyond the file's: rates, power, and the torque–speed line."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, number, vector
from poise.errors import DefinitionError
from poise.limits.limit import LimitTick, RowLimit, check_limit
from poise.model import RobotModel

PerJoint = ArrayLike | Mapping[str, float]
"""One number for all joints, shape (na,), or ``{joint: value}``; others have no limit of this."""


class MotorLimit(RowLimit):
    """Rows on the torques of all joints; see its kinds."""

    __slots__ = ()
    needs_forces: ClassVar[bool] = True

    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """One for each joint."""
        return tuple(f"limit {self.name} {joint}" for joint in robot.joint_names)

    def row_units(self, robot: RobotModel, *, of_velocity: bool) -> tuple[str, ...]:
        """N·m for turning joints, N for sliding ones."""
        del of_velocity
        return tuple("N" if unit == "m" else "N·m" for unit in robot.joint_units)

    def rows(self, tick: LimitTick) -> tuple[Array, Array, Array]:
        """Between the least and the largest torque of the tick."""
        torque = tick.efforts.torque
        lower, upper = self.torques(tick)
        return torque.matrix, lower - torque.offset, upper - torque.offset

    @abstractmethod
    def torques(self, tick: LimitTick) -> tuple[Array, Array]:
        """The least and the largest torque of each joint, (na,) [N·m, N]."""


@dataclass(frozen=True, slots=True, eq=False)
class TorqueRateLimit(MotorLimit):
    """Torques change by no more than a rate allows from one tick to the next.

    On the first tick, and after one that was not solved, there is nothing to change from.

    Attributes:
        dt: Time between ticks [s].
        rate: > 0 [N·m/s, N/s].
        softness: None for a hard limit; else of its slack [1/(N·m)²].
        name: What results call it.
    """

    dt: float
    rate: PerJoint
    softness: float | None = None
    name: str = "torque rate"

    def __post_init__(self) -> None:
        """Check what can be checked without the robot."""
        check_limit(self)
        number(f"dt of limit '{self.name}'", self.dt, above=0.0)

    def check(self, robot: RobotModel) -> None:
        """Check the rates."""
        positive_per_joint(robot, f"rate of limit '{self.name}'", self.rate)

    def torques(self, tick: LimitTick) -> tuple[Array, Array]:
        """Around the last ones."""
        robot = tick.snapshot.robot
        if tick.torque is None:
            return np.full(robot.na, -np.inf), np.full(robot.na, np.inf)
        step = self.dt * positive_per_joint(robot, "rate", self.rate)
        return tick.torque - step, tick.torque + step


@dataclass(frozen=True, slots=True, eq=False)
class PowerLimit(MotorLimit):
    """|τ v| of each joint stays within a power; at rest any torque is allowed.

    Attributes:
        power: > 0 [W].
        softness: None for a hard limit; else of its slack [1/(N·m)²].
        name: What results call it.
    """

    power: PerJoint
    softness: float | None = None
    name: str = "power"

    def __post_init__(self) -> None:
        """Check what can be checked without the robot."""
        check_limit(self)

    def check(self, robot: RobotModel) -> None:
        """Check the powers."""
        positive_per_joint(robot, f"power of limit '{self.name}'", self.power)

    def torques(self, tick: LimitTick) -> tuple[Array, Array]:
        """Power over speed."""
        robot = tick.snapshot.robot
        speed = np.abs(tick.snapshot.state.v[robot.nv - robot.na :])
        power = positive_per_joint(robot, "power", self.power)
        most = np.divide(power, speed, out=np.full(robot.na, np.inf), where=speed > 0.0)
        return -most, most


@dataclass(frozen=True, slots=True, eq=False)
class TorqueSpeedLimit(MotorLimit):
    """The line of a direct-current motor: τ ≤ τ_stall (1 − v/v₀), and against it likewise.

    Braking is not limited beyond the stall torque.

    Attributes:
        no_load_speed: v₀ > 0, at which the motor gives no torque [rad/s, m/s].
        stall_torque: τ_stall > 0; the robot's effort limits when absent [N·m, N].
        softness: None for a hard limit; else of its slack [1/(N·m)²].
        name: What results call it.
    """

    no_load_speed: PerJoint
    stall_torque: PerJoint | None = None
    softness: float | None = None
    name: str = "torque–speed line"

    def __post_init__(self) -> None:
        """Check what can be checked without the robot."""
        check_limit(self)

    def check(self, robot: RobotModel) -> None:
        """Check both."""
        positive_per_joint(robot, f"no_load_speed of limit '{self.name}'", self.no_load_speed)
        if self.stall_torque is not None:
            positive_per_joint(robot, f"stall_torque of limit '{self.name}'", self.stall_torque)

    def torques(self, tick: LimitTick) -> tuple[Array, Array]:
        """Between both lines."""
        robot = tick.snapshot.robot
        share = tick.snapshot.state.v[robot.nv - robot.na :] / positive_per_joint(
            robot, "no_load_speed", self.no_load_speed
        )
        stall = robot.effort_limit
        if self.stall_torque is not None:
            stall = positive_per_joint(robot, "stall_torque", self.stall_torque)
        # Faster than v₀ it can only brake.
        upper = stall * np.clip(1.0 - share, 0.0, 1.0)
        lower = -stall * np.clip(1.0 + share, 0.0, 1.0)
        return lower, upper


def positive_per_joint(robot: RobotModel, label: str, given: PerJoint) -> Array:
    """A value > 0 for each joint, shape (na,); infinite for joints that a mapping leaves out.

    Raises:
        JointNotFoundError: No such joint.
        DefinitionError: A wrong shape, or a value that is not > 0.
    """
    if isinstance(given, Mapping):
        value = np.array(robot.joint_vector(given, default=np.inf))
    else:
        spread = np.full(robot.na, given) if np.ndim(given) == 0 else given
        value = np.array(vector(label, spread, robot.na, allow_infinite=True))
    if not (value > 0.0).all():
        raise DefinitionError(f"{label} must be > 0, got {value.tolist()}.")
    return value
