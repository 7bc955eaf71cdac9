"""What the motors of a simulated robot do with a command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from poise.arrays import Array, vector
from poise.errors import DefinitionError
from poise.model.command import JointCommand
from poise.model.joint_space import JointValues
from poise.model.robot_model import RobotModel


@dataclass(frozen=True, slots=True, eq=False)
class Motors:
    """A command held by the motors: effort, and position and velocity loops where it has gains.

    Attributes:
        robot: The robot.
        effort: Feed-forward effort, shape (na,) [N·m, N].
        kp: Position gains, or None, shape (na,) [N·m/rad, N/m].
        kd: Velocity gains, or None, shape (na,) [N·m·s/rad, N·s/m].
        target: Configuration with the position set-points, or None, shape (nq,).
        velocity: Velocity set-points, or None, shape (na,) [rad/s, m/s].
    """

    robot: RobotModel
    effort: Array
    kp: Array | None = None
    kd: Array | None = None
    target: Array | None = None
    velocity: Array | None = None

    @classmethod
    def holding(cls, robot: RobotModel, command: JointCommand | JointValues) -> Motors:
        """Check a command for this robot.

        Raises:
            JointNotFoundError: A mapping names a joint the robot has not.
            DefinitionError: The command is for other joints, or has gains without set-points.
            ShapeError: An array has the wrong shape.
        """
        if not isinstance(command, JointCommand):
            if isinstance(command, Mapping):
                return cls(robot, robot.joint_vector(command))
            return cls(robot, vector("command", command, robot.na))
        if command.joint_names != robot.joint_names:
            raise DefinitionError(
                f"command must be for the joints of robot '{robot.name}' in their order, "
                f"got {command.joint_names}."
            )
        effort = vector("command.effort", command.effort, robot.na)
        kp = _optional("command.kp", command.kp, robot.na)
        kd = _optional("command.kd", command.kd, robot.na)
        position = _optional("command.position", command.position, robot.na)
        velocity = _optional("command.velocity", command.velocity, robot.na)
        for gain, target, names in ((kp, position, "kp position"), (kd, velocity, "kd velocity")):
            if gain is not None and target is None:
                raise DefinitionError("command.{} needs command.{}.".format(*names.split()))
        target = None if kp is None or position is None else robot.configuration(position)
        return cls(robot, effort, kp, kd, target, velocity)

    @property
    def constant(self) -> bool:
        """Whether the torque depends on no state."""
        return self.kp is None and self.kd is None

    def torque(self, q: Array, v: Array) -> Array:
        """Torque at a state, cut at the robot's effort limits, shape (na,) [N·m, N]."""
        robot, result = self.robot, self.effort
        if self.kp is not None and self.target is not None:
            error = pin.difference(robot.pin_model, q, self.target)
            result = result + self.kp * error[robot.nv - robot.na :]
        if self.kd is not None and self.velocity is not None:
            result = result + self.kd * (self.velocity - v[robot.nv - robot.na :])
        return np.minimum(np.maximum(result, -robot.effort_limit), robot.effort_limit)


def _optional(name: str, value: Array | None, size: int) -> Array | None:
    return None if value is None else vector(name, value, size)
