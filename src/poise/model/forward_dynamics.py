"""Forward dynamics with forces at points of the robot: what a simulator integrates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

from poise.arrays import Array, number
from poise.compiling import compiler
from poise.model.frames import FramePlace
from poise.model.robot_model import RobotModel

DRY_FRICTION_SPEED = 1e-3
"""Joint speed ε [rad/s, m/s] in the dry friction torque F tanh(v/ε)."""


class ForwardDynamics:
    """Accelerations of a robot pushed at fixed points of its links; one per thread.

    Joint friction (viscous D v and dry F tanh(v/ε), ε = ``DRY_FRICTION_SPEED``) is implicit in
    the step h: its torque is −c(v) (v + h q̈) with c(v) = D + F tanh(|v|/ε)/|v|. The matrix that
    is solved is then M + h diag(c), which is what rotor inertias h c would make of it, so the
    articulated-body algorithm serves unchanged. However light the link, such a torque never
    reverses the joint by itself. The price: a joint that starts to move breaks away over a few
    steps.

    Args:
        robot: The robot.
        points: Where forces may act: the origin of each place is the point.
        step: Step h of the integration [s].
    """

    def __init__(self, robot: RobotModel, points: Sequence[FramePlace], step: float) -> None:
        self.robot = robot
        self.step = number("step", step, above=0.0)
        self._model = robot.pin_model.copy()  # its armature changes with every call
        self._data = self._model.createData()
        self._columns, self._has_mimics = _velocity_of_column(self._model)
        self._joints = sorted({point.joint for point in points})
        carrier = {joint: row for row, joint in enumerate(self._joints)}
        self._carrier = np.array([carrier[point.joint] for point in points], dtype=np.int64)
        self._offsets = np.array([point.placement.translation for point in points]).reshape(-1, 3)
        self._support = _supports(self._model, self._joints)
        base = robot.nv - robot.na
        self._damping = np.concatenate((np.zeros(base), robot.damping))
        self._friction = np.concatenate((np.zeros(base), robot.friction))
        self._armature = np.array(self._model.armature)
        self._rotations = np.zeros((len(self._joints), 3, 3))
        self._translations = np.zeros((len(self._joints), 3))
        self._total = np.zeros(robot.nv)
        self._inertia_added = np.zeros(robot.nv)
        self.positions = np.zeros((len(points), 3))
        self.velocities = np.zeros((len(points), 3))
        # A view that stays; Pinocchio gives a flat one to robots with one velocity.
        self._jacobian: Array = np.reshape(self._data.J, (6, -1), order="F")

    def move(self, q: Array, v: Array) -> None:
        """Compute ``positions`` and ``velocities`` of the points, world axes, shape (k, 3)."""
        if not self._joints:
            return
        pin.computeJointJacobians(self._model, self._data, q)
        for row, joint in enumerate(self._joints):
            placement = self._data.oMi[joint]
            self._rotations[row] = placement.rotation
            self._translations[row] = placement.translation
        place, _ = _kernels()
        place(
            *(self._jacobian, self._columns, v, self._support, self._carrier, self._offsets),
            *(self._rotations, self._translations, self.positions, self.velocities),
        )

    def acceleration(self, q: Array, v: Array, tau: Array, forces: Array) -> Array:
        """Joint accelerations; call :meth:`move` with the same q and v before.

        Args:
            q: Configuration, shape (nq,).
            v: Velocity, shape (nv,).
            tau: Generalised forces besides joint friction and ``forces``, shape (nv,).
            forces: Forces on the robot at the points, world axes, shape (k, 3) [N].

        Returns:
            q̈ averaged over the step, shape (nv,).
        """
        _, load = _kernels()
        load(
            *(self._jacobian, self._columns, v, tau, self._support, self._carrier),
            *(self.positions, forces, self._damping, self._friction, self.step),
            *(self._total, self._inertia_added),
        )
        if self._has_mimics:
            return self._dense_acceleration(q, v)
        np.add(self._armature, self._inertia_added, out=self._model.armature)
        acceleration: Array = pin.aba(self._model, self._data, q, v, self._total)
        return acceleration

    def generalized_force(self, q: Array, place: FramePlace, force: Array) -> Array:
        """What a force at any place of the robot does to its coordinates, shape (nv,).

        Args:
            q: Configuration, shape (nq,).
            place: Its origin is where the force acts.
            force: On the robot, world axes, shape (3,) [N].
        """
        pin.computeJointJacobians(self._model, self._data, q)
        jacobian = pin.getFrameJacobian(
            self._model, self._data, place.joint, place.placement, pin.LOCAL_WORLD_ALIGNED
        )
        result: Array = np.reshape(jacobian, (6, self.robot.nv))[:3].T @ force
        return result

    def _dense_acceleration(self, q: Array, v: Array) -> Array:
        """The same where Pinocchio's articulated-body algorithm refuses (mimic joints)."""
        upper = np.triu(pin.crba(self._model, self._data, q))
        inertia = upper + np.triu(upper, 1).T + np.diag(self._inertia_added)
        bias = pin.nonLinearEffects(self._model, self._data, q, v)
        return np.asarray(np.linalg.solve(inertia, self._total - bias), dtype=np.float64)

    def integrate(self, q: Array, v: Array) -> Array:
        """The configuration after one step at constant velocity v, shape (nq,)."""
        return np.asarray(pin.integrate(self._model, q, v * self.step), dtype=np.float64)


class PlaceKinematics:
    """Poses of places on a robot at a configuration; one per thread.

    Args:
        robot: The robot.
        places: The places.
    """

    def __init__(self, robot: RobotModel, places: Sequence[FramePlace]) -> None:
        self._model = robot.pin_model
        self._data = self._model.createData()
        self._places = tuple(places)

    def poses(self, q: Array) -> list[pin.SE3]:
        """Pose of each place in the world at configuration q."""
        pin.forwardKinematics(self._model, self._data, q)
        return [self._data.oMi[place.joint] * place.placement for place in self._places]


def _supports(model: pin.Model, joints: Sequence[int]) -> Array:
    """Which columns of the joint Jacobian move which joint: 1 or 0."""
    result = np.zeros((len(joints), model.nvExtended))
    for row, joint in enumerate(joints):
        for ancestor in list(model.supports[joint])[1:]:
            moving = model.joints[ancestor]
            result[row, moving.idx_vExtended : moving.idx_vExtended + moving.nvExtended] = 1.0
    return result


def _velocity_of_column(model: pin.Model) -> tuple[NDArray[np.int64], bool]:
    """The entry of v that drives each column of the joint Jacobian; whether any joint mimics.

    A joint that mimics another has a column of its own, driven by the other's velocity.
    """
    columns = np.zeros(model.nvExtended, dtype=np.int64)
    for joint in list(model.joints)[1:]:
        for k in range(joint.nvExtended):
            columns[joint.idx_vExtended + k] = joint.idx_v + k
    return columns, bool(model.nvExtended > model.nv)


@cache
def _kernels() -> tuple[Callable[..., None], Callable[..., None]]:
    """The two loops below, compiled on first use: importing Numba takes a third of a second."""
    compiled = compiler("poise.model")
    return compiled(_place_points), compiled(_load_joints)


def _place_points(
    jacobian: Array,
    columns: Any,
    v: Array,
    support: Array,
    carrier: Any,
    offsets: Array,
    rotations: Array,
    translations: Array,
    positions: Array,
    velocities: Array,
) -> None:
    """World positions and velocities of points from the world-frame joint Jacobian."""
    twists = np.zeros((support.shape[0], 6))
    for row in range(support.shape[0]):
        for j in range(columns.size):
            if support[row, j] != 0.0:
                for i in range(6):
                    twists[row, i] += jacobian[i, j] * v[columns[j]]
    for k in range(carrier.size):
        c = carrier[k]
        for i in range(3):
            positions[k, i] = translations[c, i]
            for j in range(3):
                positions[k, i] += rotations[c, i, j] * offsets[k, j]
        x, y, z = positions[k, 0], positions[k, 1], positions[k, 2]
        wx, wy, wz = twists[c, 3], twists[c, 4], twists[c, 5]
        velocities[k, 0] = twists[c, 0] + wy * z - wz * y
        velocities[k, 1] = twists[c, 1] + wz * x - wx * z
        velocities[k, 2] = twists[c, 2] + wx * y - wy * x


def _load_joints(
    jacobian: Array,
    columns: Any,
    v: Array,
    tau: Array,
    support: Array,
    carrier: Any,
    positions: Array,
    forces: Array,
    damping: Array,
    friction: Array,
    step: float,
    total: Array,
    inertia_added: Array,
) -> None:
    """Total generalised force of tau, joint friction and point forces; h c(v) beside it."""
    epsilon = DRY_FRICTION_SPEED
    for j in range(v.size):
        coefficient = damping[j]
        if friction[j] > 0.0:
            speed = max(abs(v[j]), 1e-6 * epsilon)
            coefficient += friction[j] * np.tanh(speed / epsilon) / speed
        total[j] = tau[j] - coefficient * v[j]
        inertia_added[j] = step * coefficient
    wrenches = np.zeros((support.shape[0], 6))  # about the world's origin
    for k in range(carrier.size):
        c = carrier[k]
        x, y, z = positions[k, 0], positions[k, 1], positions[k, 2]
        fx, fy, fz = forces[k, 0], forces[k, 1], forces[k, 2]
        wrenches[c, 0] += fx
        wrenches[c, 1] += fy
        wrenches[c, 2] += fz
        wrenches[c, 3] += y * fz - z * fy
        wrenches[c, 4] += z * fx - x * fz
        wrenches[c, 5] += x * fy - y * fx
    for c in range(support.shape[0]):
        for j in range(columns.size):
            if support[c, j] != 0.0:
                for i in range(6):
                    total[columns[j]] += jacobian[i, j] * wrenches[c, i]
