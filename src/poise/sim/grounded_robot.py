"""A robot on soft ground, as integrators see it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.contact import GroundReaction, SoftContactModel
from poise.model.frames import FramePlace
from poise.model.joint_losses import JointLosses
from poise.model.joint_motion import JointMotion
from poise.model.robot_model import RobotModel

Forces = Sequence[tuple[FramePlace, Array]]
"""Forces from outside: where, and what in world axes [N]."""


class GroundedRobot:
    """Forces and accelerations of a robot on soft ground, with its joints' own losses.

    A tick is :meth:`move`, :meth:`press`, and then an acceleration. One per thread.

    Args:
        robot: The robot.
        ground: The ground; None where it touches nothing.

    Attributes:
        losses: Of the joints; evaluated by :meth:`move`.
        motion: Kinematics and forces of the joints.
        pushes: Forces from outside; set for each step.
    """

    def __init__(self, robot: RobotModel, ground: SoftContactModel | None) -> None:
        self.robot = robot
        self.reaction = None if ground is None else GroundReaction(robot, ground)
        self.motion = JointMotion(robot) if self.reaction is None else self.reaction.motion
        self.losses = JointLosses(robot)
        self.pushes: Forces = ()

    def move(self, q: Array, v: Array, step: float) -> None:
        """Evaluate kinematics and losses at a state, for a step [s]."""
        if self.reaction is None:
            self.motion.move(q, v)
        else:
            self.reaction.move(q, v)
        self.losses.evaluate(q, v, step)

    def press(self, step: float | None = None) -> None:
        """Compute the ground's forces and load the joints with all forces from outside.

        Args:
            step: Length of the step over which stiction shall remember; None remembers nothing.
        """
        if self.reaction is None:
            self.motion.wrenches[:] = 0.0
        else:
            if step is None:
                self.reaction.press()
            else:
                self.reaction.advance(step)
            self.reaction.load()
        for place, force in self.pushes:
            self.motion.push(place.joint, place.placement.translation, force)

    def release(self) -> None:
        """Forget what stiction remembers."""
        if self.reaction is not None:
            self.reaction.release()

    def acceleration(self, q: Array, v: Array, tau: Array) -> Array:
        """q̈ without losses, shape (nv,)."""
        return self.motion.acceleration(q, v, tau)

    def acceleration_with_losses(self, q: Array, v: Array, tau: Array) -> Array:
        """q̈ with losses that act on the velocity after the step, shape (nv,)."""
        return self.motion.acceleration(q, v, tau + self.losses.torque, self.losses.armature)

    def acceleration_derivatives(
        self, q: Array, v: Array, tau: Array
    ) -> tuple[Array, Array, Array, Array]:
        """q̈ without losses and its derivatives by q, v and tau.

        Raises:
            DefinitionError: The robot has joints that mimic others.
        """
        if self.reaction is None:
            return self.motion.acceleration_derivatives(q, v, tau)
        return self.reaction.acceleration_derivatives(q, v, tau)

    def wrench(self, contact: str, pose: pin.SE3) -> tuple[Array, Array]:
        """Force of the ground on a contact and its moment about a pose's origin, world axes."""
        if self.reaction is None:
            return np.zeros(3), np.zeros(3)
        points = self.reaction.points[self.reaction.feet[contact]]
        levers = points["contact"] - pose.translation
        return points["force"].sum(axis=0), np.cross(levers, points["force"]).sum(axis=0)
