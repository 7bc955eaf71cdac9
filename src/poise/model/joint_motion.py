"""Where the joints of a robot are, how they move, and how forces on them accelerate it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

from poise.arrays import Array
from poise.errors import DefinitionError
from poise.model.frames import FramePlace
from poise.model.robot_model import RobotModel


class JointMotion:
    """Placements and twists of all joints at a state, and wrenches that act on them.

    One per thread. The arrays look at Pinocchio's own memory, so compiled loops read and fill them.

    Args:
        robot: The robot.

    Attributes:
        placements: Of each joint in the world, shape (joints, 12): the rotation by columns, then
            the translation [m]; changed by :meth:`move`.
        twists: Of each joint in its own axes, shape (joints, 6), linear first [m/s, rad/s]; changed
            by :meth:`move`.
        jacobian: Of all joints' spatial velocities in the world's frame, transposed: a row for each
            coordinate, shape (nv, 6), linear first; changed by :meth:`jacobians`.
        wrenches: On each joint from outside, in its own axes about its origin, shape (joints, 6),
            linear first [N, N·m]; for the caller to fill.
    """

    def __init__(self, robot: RobotModel) -> None:
        self.robot = robot
        self._model = robot.pin_model.copy()  # its armature changes with every acceleration
        self._armature = self._model.armature  # looks at the model's own memory
        self._rotors = np.array(self._armature)
        self.has_mimics = robot.has_mimics
        self._data = self._model.createData()
        self._forces = pin.StdVec_Force([pin.Force.Zero() for _ in range(self._model.njoints)])
        # Pinocchio gives a flat one to robots with one velocity.
        self.jacobian = np.reshape(self._data.J, (6, -1), order="F").T
        self.placements = _rows([joint.rotation for joint in self._data.oMi], 12)
        self.twists = _rows([twist.linear for twist in self._data.v], 6)
        self.wrenches = _rows([force.linear for force in self._forces], 6)

    def move(self, q: Array, v: Array) -> None:
        """Evaluate the kinematics at a state, shapes (nq,) and (nv,)."""
        pin.forwardKinematics(self._model, self._data, q, v)

    def pose(self, place: FramePlace) -> pin.SE3:
        """Pose of a place in the world, as of the last :meth:`move`."""
        return self._data.oMi[place.joint] * place.placement

    def push(self, joint: int, at: Array, force: Array) -> None:
        """Add a force to ``wrenches``.

        Args:
            joint: The joint that carries the place.
            at: The place in the joint's axes, shape (3,) [m].
            force: World axes, shape (3,) [N].
        """
        own = self._data.oMi[joint].rotation.T @ force
        self.wrenches[joint, :3] += own
        self.wrenches[joint, 3:] += np.cross(at, own)

    def acceleration(self, q: Array, v: Array, tau: Array, armature: Array | None = None) -> Array:
        """Forward dynamics under ``wrenches`` and generalised forces tau, shape (nv,).

        Args:
            q: Configuration, shape (nq,).
            v: Velocity, shape (nv,).
            tau: Generalised forces, shape (nv,).
            armature: Rotor inertias seen at the joints, shape (nv,); the robot's own when absent.
        """
        self._armature[:] = self._rotors if armature is None else armature
        if self.has_mimics:
            return self._dense_acceleration(q, v, tau)
        result: Array = pin.aba(self._model, self._data, q, v, tau, self._forces)
        return result

    def inertia(self, q: Array, armature: Array | None = None) -> Array:
        """The inertia matrix, shape (nv, nv); ``armature`` as for :meth:`acceleration`."""
        self._armature[:] = self._rotors if armature is None else armature
        upper = np.triu(pin.crba(self._model, self._data, q))
        result: Array = upper + np.triu(upper, 1).T
        return result

    def _dense_acceleration(self, q: Array, v: Array, tau: Array) -> Array:
        """The same where Pinocchio's articulated-body algorithm refuses (mimic joints)."""
        inertia = self.inertia(q, np.array(self._armature))
        bias = pin.rnea(self._model, self._data, q, v, np.zeros(v.size), self._forces)
        result: Array = np.linalg.solve(inertia, tau - bias)
        return result

    def acceleration_derivatives(
        self, q: Array, v: Array, tau: Array
    ) -> tuple[Array, Array, Array, Array]:
        """The same with its derivatives by q, v and tau.

        The ``wrenches`` are held as they are, in their joints' axes.

        Returns:
            The acceleration, shape (nv,), and three arrays of shape (nv, nv).

        Raises:
            DefinitionError: The robot has joints that mimic others.
        """
        self._require_no_mimics()
        self._armature[:] = self._rotors
        by_q, by_v, by_tau = pin.computeABADerivatives(
            self._model, self._data, q, v, tau, self._forces
        )
        return self._data.ddq, by_q, by_v, by_tau

    def jacobians(self, q: Array) -> None:
        """Evaluate ``jacobian``; :meth:`acceleration_derivatives` does so too.

        Raises:
            DefinitionError: The robot has joints that mimic others.
        """
        self._require_no_mimics()
        pin.computeJointJacobians(self._model, self._data, q)

    def _require_no_mimics(self) -> None:
        if self.has_mimics:
            raise DefinitionError(
                f"robot '{self.robot.name}' has joints that mimic others, for which there are no "
                "derivatives."
            )

    def supports(self, joints: Sequence[int]) -> NDArray[np.int64]:
        """The coordinates that move each joint, shape (len(joints), nv); −1 behind the last."""
        result = np.full((len(joints), self._model.nv), -1)
        for row, joint in enumerate(joints):
            moving = [self._model.joints[j] for j in list(self._model.supports[joint])[1:]]
            found = [j.idx_v + k for j in moving for k in range(j.nv)]
            result[row, : len(found)] = found
        return result

    def parents(self) -> NDArray[np.int64]:
        """For each coordinate the joint before the one it belongs to, shape (nv,)."""
        joints = list(self._model.joints)[1:]
        return np.array([self._model.parents[j.id] for j in joints for _ in range(j.nv)], np.int64)


def configuration_drift(model: pin.Model, v: Array) -> Array:
    """How a small deviation of the configuration is carried along: δ̇ = δv + drift · δ.

    Deviations are along the tangent space, q ⊕ δ. Joints with one coordinate carry nothing along; a
    body that turns carries its deviation into other axes, −v × δ.

    Returns:
        Shape (nv, nv).
    """
    result = np.zeros((model.nv, model.nv))
    for joint in list(model.joints)[1:]:
        axes = _AXES.get(joint.shortname())
        if axes is not None:
            rows = slice(joint.idx_v, joint.idx_v + joint.nv)
            twist = np.zeros(6)
            twist[axes] = v[rows]
            result[rows, rows] = -pin.Motion(twist).action[np.ix_(axes, axes)]
    return result


def tangent_rate(model: pin.Model, deviation: Array, v: Array) -> Array:
    """Θ̇ of q₀ ⊕ Θ(t) that moves with velocity v: v + ½ [Θ, v] + ¹⁄₁₂ [Θ, [Θ, v]], shape (nv,).

    The next term is of fourth order in Θ. Only joints whose velocities do not commute differ
    from v.

    Source: A. Iserles et al., "Lie-group methods", Acta Numerica 9, 2000, section 4.
    """
    rate = np.array(v)
    for joint in list(model.joints)[1:]:
        axes = _AXES.get(joint.shortname())
        if axes is not None:
            rows = slice(joint.idx_v, joint.idx_v + joint.nv)
            theta, own = pin.Motion.Zero().vector, pin.Motion.Zero().vector
            theta[axes], own[axes] = deviation[rows], v[rows]
            bracket = pin.Motion(theta).cross(pin.Motion(own))
            second = pin.Motion(theta).cross(bracket)
            rate[rows] += 0.5 * bracket.vector[axes] + second.vector[axes] / 12.0
    return rate


_AXES = {
    "JointModelFreeFlyer": [0, 1, 2, 3, 4, 5],
    "JointModelSpherical": [3, 4, 5],
    "JointModelPlanar": [0, 1, 5],
}
"""Which entries of a twist the velocities of a joint are, where they do not commute."""


def _rows(starts: list[Array], width: int) -> Array:
    """One array over the same memory as a vector of Pinocchio's, from views on its elements.

    Raises:
        RuntimeError: The elements do not follow each other closely, as they do in Pinocchio 4.
    """
    places = [start.__array_interface__["data"][0] for start in starts]
    if any(np.diff(places) != 8 * width):
        raise RuntimeError("This release of Pinocchio lays out its data in another way.")
    return np.lib.stride_tricks.as_strided(starts[0], (len(starts), width), (8 * width, 8))
