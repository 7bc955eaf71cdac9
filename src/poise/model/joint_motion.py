"""Where the joints of a robot are, how they move, and how forces on them accelerate it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.errors import DefinitionError
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
        wrenches: On each joint from outside, in its own axes about its origin, shape (joints, 6),
            linear first [N, N·m]; for the caller to fill.
    """

    def __init__(self, robot: RobotModel) -> None:
        self.robot = robot
        self._model = robot.pin_model
        self._data = self._model.createData()
        self._forces = pin.StdVec_Force([pin.Force.Zero() for _ in range(self._model.njoints)])
        self.placements = _rows([joint.rotation for joint in self._data.oMi], 12)
        self.twists = _rows([twist.linear for twist in self._data.v], 6)
        self.wrenches = _rows([force.linear for force in self._forces], 6)

    def move(self, q: Array, v: Array) -> None:
        """Evaluate the kinematics at a state, shapes (nq,) and (nv,)."""
        pin.forwardKinematics(self._model, self._data, q, v)

    def acceleration(self, q: Array, v: Array, tau: Array) -> Array:
        """Forward dynamics under ``wrenches`` and generalised forces tau, shape (nv,)."""
        result: Array = pin.aba(self._model, self._data, q, v, tau, self._forces)
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
        if self._model.nvExtended > self._model.nv:
            raise DefinitionError(
                f"robot '{self.robot.name}' has joints that mimic others, for which Pinocchio has "
                "no derivatives of the forward dynamics."
            )
        by_q, by_v, by_tau = pin.computeABADerivatives(
            self._model, self._data, q, v, tau, self._forces
        )
        return self._data.ddq, by_q, by_v, by_tau

    def differentiate(self, q: Array, v: Array) -> None:
        """Prepare :meth:`velocity_derivatives`; :meth:`acceleration_derivatives` does so too."""
        pin.computeForwardKinematicsDerivatives(self._model, self._data, q, v, v)

    def velocity_derivatives(self, joints: Sequence[int], out: Array) -> None:
        """Derivatives of joints' spatial velocities in the world's frame, by q and by v.

        Args:
            joints: Pinocchio's indices.
            out: Filled, shape (len(joints), 2, nv, 6), linear first: one row for each coordinate;
                by v means the Jacobian.
        """
        for row, joint in enumerate(joints):
            by_q, by_v = pin.getJointVelocityDerivatives(self._model, self._data, joint, pin.WORLD)
            out[row, 0], out[row, 1] = by_q.T, by_v.T


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
