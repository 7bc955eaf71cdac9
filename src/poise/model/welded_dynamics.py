"""Forward dynamics of a robot whose links are welded to the world at some places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.model.frames import FramePlace
from poise.model.robot_model import RobotModel

# Critically damped pull to where a weld was made [1/s].
_STABILIZATION = 50.0


@dataclass(frozen=True, slots=True, eq=False)
class Weld:
    """A place of the robot that stays where it is.

    Attributes:
        place: The place.
        pose: Where it stays, in the world.
        turns: Whether it may turn about its origin.
    """

    place: FramePlace
    pose: pin.SE3
    turns: bool


class WeldedDynamics:
    """Accelerations of a welded robot, by Pinocchio's constrained dynamics; one per thread.

    Args:
        robot: The robot; none of its joints may mimic others.
        welds: By name.
        proximal: Regulariser of the forces > 0; lets welds be redundant.

    Attributes:
        forces: Force and moment on the robot at each weld, world axes, about its origin [N, N·m];
            changed by :meth:`acceleration`.
    """

    def __init__(self, robot: RobotModel, welds: Mapping[str, Weld], proximal: float) -> None:
        self.forces: dict[str, tuple[Array, Array]] = {}
        self._model = robot.pin_model.copy()  # its armature changes with every call
        self._data = self._model.createData()
        self._settings = pin.ProximalSettings(1e-12, proximal, 20)
        self._welds = dict(welds)
        self._constraints = pin.StdVec_RigidConstraintModel()
        self._found = pin.StdVec_RigidConstraintData()
        for weld in welds.values():
            constraint = _constraint(self._model, weld)
            self._constraints.append(constraint)
            self._found.append(constraint.createData())
        pin.initConstraintDynamics(self._model, self._data, self._constraints, self._found)

    def acceleration(self, q: Array, v: Array, tau: Array, armature: Array) -> Array:
        """q̈ under generalised forces, shape (nv,).

        Args:
            q: Configuration, shape (nq,).
            v: Velocity, shape (nv,).
            tau: Generalised forces, shape (nv,).
            armature: Rotor inertias seen at the joints, shape (nv,).
        """
        self._model.armature[:] = armature
        acceleration: Array = pin.constraintDynamics(
            *(self._model, self._data, q, v, tau),
            *(self._constraints, self._found, self._settings),
        )
        for (name, weld), found in zip(self._welds.items(), self._found, strict=True):
            rotation = (self._data.oMi[weld.place.joint] * weld.place.placement).rotation
            moment = np.zeros(3) if weld.turns else rotation @ found.contact_force.angular
            self.forces[name] = rotation @ found.contact_force.linear, moment
        return acceleration

    def generalized_force(self, q: Array, place: FramePlace, force: Array) -> Array:
        """What a force at a place does to the coordinates, shape (nv,).

        Args:
            q: Configuration, shape (nq,).
            place: Its origin is where the force acts.
            force: On the robot, world axes, shape (3,) [N].
        """
        pin.computeJointJacobians(self._model, self._data, q)
        jacobian = pin.getFrameJacobian(
            self._model, self._data, place.joint, place.placement, pin.LOCAL_WORLD_ALIGNED
        )
        result: Array = np.reshape(jacobian, (6, -1))[:3].T @ force
        return result


def _constraint(model: pin.Model, weld: Weld) -> pin.RigidConstraintModel:
    kind = pin.ContactType.CONTACT_3D if weld.turns else pin.ContactType.CONTACT_6D
    constraint = pin.RigidConstraintModel(
        kind, model, weld.place.joint, weld.place.placement, 0, weld.pose, pin.LOCAL
    )
    constraint.setBaumgarteCorrectorParameters(
        pin.BaumgarteCorrectorParameters(_STABILIZATION**2, 2.0 * _STABILIZATION)
    )
    return constraint
