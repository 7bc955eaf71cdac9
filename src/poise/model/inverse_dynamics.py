"""Inverse dynamics of a whole robot with forces on its links."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.model.frames import FramePlace
from poise.model.robot_model import RobotModel


class InverseDynamics:
    """Torques, mass matrix and poses of a robot, from Pinocchio; owns the memory they need.

    Joints that mimic others are allowed: what acts on them counts for those they follow.

    Args:
        robot: The robot.
    """

    def __init__(self, robot: RobotModel) -> None:
        self._model = robot.pin_model
        self._data = self._model.createData()

    def torques(
        self, q: Array, v: Array, a: Array, forces: Mapping[int, pin.Force] | None = None
    ) -> Array:
        """M a + C v + G − Jᵀ f, rotor inertias included, shape (nv,).

        Args:
            q: Configuration, (nq,).
            v: Velocity, (nv,).
            a: Acceleration, (nv,).
            forces: On joints by Pinocchio's index, at the joint's frame in its axes.
        """
        on_joints = [pin.Force.Zero() for _ in range(self._model.njoints)]
        for joint, force in (forces or {}).items():
            on_joints[joint] = force
        return np.array(pin.rnea(self._model, self._data, q, v, a, on_joints))

    def mass_matrix(self, q: Array) -> Array:
        """M, rotor inertias included, shape (nv, nv)."""
        upper = np.triu(np.array(pin.crba(self._model, self._data, q)))
        full: Array = upper + np.triu(upper, 1).T
        return full

    def pose(self, q: Array, place: FramePlace) -> pin.SE3:
        """Pose of a place on the robot, in the world."""
        pin.forwardKinematics(self._model, self._data, q)
        return self._data.oMi[place.joint] * place.placement
