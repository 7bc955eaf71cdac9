"""Which entries of MuJoCo's qpos and qvel are which of Pinocchio's q and v."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

from poise.arrays import Array, did_you_mean
from poise.errors import SimulationError
from poise.model.layouts import (
    free_joint_acceleration_from_mujoco,
    free_joint_acceleration_to_mujoco,
    free_joint_force_to_mujoco,
    free_joint_from_mujoco,
    free_joint_to_mujoco,
)
from poise.model.robot_model import RobotModel

_BALL = int(mujoco.mjtJoint.mjJNT_BALL)


@dataclass(frozen=True, slots=True)
class _Follower:
    """A joint of MuJoCo that follows one of the robot's: x = scaling · leader + offset."""

    at: int
    dof: int
    leader: pin.JointModel
    scaling: float
    offset: float

    def position(self, q: Array) -> float:
        place = self.leader.idx_q
        circular = self.leader.nq == 2
        leader = np.arctan2(q[place + 1], q[place]) if circular else q[place]
        return float(self.scaling * leader + self.offset)

    def velocity(self, v: Array) -> float:
        return float(self.scaling * v[self.leader.idx_v])


class MujocoLayout:
    """Turns states and forces of a robot into those of a MuJoCo model with the same joints.

    And back, so that ``from_mujoco(*to_mujoco(q, v))`` is (q, v) again.

    Joints are matched by name. A free joint is MuJoCo's first; its linear velocity is in world
    axes there and its quaternion wxyz. A continuous joint is (cos, sin) in q and an angle in qpos.
    Joints that mimic another one exist in MuJoCo only and follow it here exactly.

    Args:
        robot: The robot.
        model: The MuJoCo model.

    Raises:
        SimulationError: The two have different joints.
    """

    def __init__(self, robot: RobotModel, model: mujoco.MjModel) -> None:
        self._robot = robot
        self._rest = np.array(model.qpos0)
        self._nv: int = model.nv
        self._q: list[tuple[int, int]] = []  # (place in q, place in qpos)
        self._v: list[tuple[int, int]] = []
        self._angles: list[tuple[int, int]] = []
        self._followers: list[_Follower] = []
        self._joints = {model.joint(i).name: i for i in range(model.njnt)}
        self._matched: set[int] = {0} if robot.floating_base else set()
        for index, joint in enumerate(robot.pin_model.joints):
            if index > (1 if robot.floating_base else 0):
                self._match(model, index, joint)
        extra = [name for name, i in self._joints.items() if i not in self._matched]
        if extra:
            raise SimulationError(
                f"The MuJoCo world of robot '{robot.name}' has joints that the robot has not: "
                f"{', '.join(repr(name) for name in extra[:6])}."
            )
        self._q_from, self._q_to = _columns(self._q)
        self._v_from, self._v_to = _columns(self._v)

    def _match(self, model: mujoco.MjModel, index: int, joint: pin.JointModel) -> None:
        name = self._robot.pin_model.names[index]
        if name not in self._joints:
            raise SimulationError(
                f"The MuJoCo world of robot '{self._robot.name}' has no joint {name!r}. "
                f"{did_you_mean(name, self._joints)}"
            )
        row = self._joints[name]
        self._matched.add(row)
        at, dof = int(model.jnt_qposadr[row]), int(model.jnt_dofadr[row])
        if "Mimic" in joint.shortname():
            leader = next(
                other
                for other in self._robot.pin_model.joints
                if other.idx_q == joint.idx_q and other.nq > 0
            )
            follower = joint.extract()
            self._followers.append(
                _Follower(at, dof, leader, float(follower.scaling), float(follower.offset))
            )
            return
        self._v += [(joint.idx_v + k, dof + k) for k in range(joint.nv)]
        if int(model.jnt_type[row]) == _BALL:
            self._q += [(joint.idx_q + (k + 3) % 4, at + k) for k in range(4)]
        elif joint.nq == joint.nv == 1:
            self._q.append((joint.idx_q, at))
        elif joint.nq == 2 and joint.nv == 1:
            self._angles.append((joint.idx_q, at))
        else:
            raise SimulationError(
                f"Joint {name!r} ({joint.shortname()}) has no counterpart in MuJoCo."
            )

    def to_mujoco(self, q: Array, v: Array) -> tuple[Array, Array]:
        """qpos and qvel of a state."""
        qpos, qvel = self._rest.copy(), np.zeros(self._nv)
        qpos[self._q_to], qvel[self._v_to] = q[self._q_from], v[self._v_from]
        for source, target in self._angles:
            qpos[target] = np.arctan2(q[source + 1], q[source])
        for follower in self._followers:
            qpos[follower.at] = follower.position(q)
            qvel[follower.dof] = follower.velocity(v)
        if self._robot.floating_base:
            qpos[:7], qvel[:6] = free_joint_to_mujoco(q, v)
        return qpos, qvel

    def from_mujoco(self, qpos: Array, qvel: Array) -> tuple[Array, Array]:
        """q and v of a state of MuJoCo; joints that mimic are left out."""
        q, v = np.zeros(self._robot.nq), np.zeros(self._robot.nv)
        q[self._q_from], v[self._v_from] = qpos[self._q_to], qvel[self._v_to]
        for target, source in self._angles:
            q[target], q[target + 1] = np.cos(qpos[source]), np.sin(qpos[source])
        if self._robot.floating_base:
            q[:7], v[:6] = free_joint_from_mujoco(qpos, qvel)
        return q, v

    def acceleration_to_mujoco(self, q: Array, v: Array, a: Array) -> Array:
        """qacc of an acceleration q̈ in Pinocchio's layout, whose base part is spatial."""
        qacc = self.to_mujoco(q, a)[1]
        if self._robot.floating_base:
            qacc[:6] = free_joint_acceleration_to_mujoco(q, v, a)
        return qacc

    def acceleration_from_mujoco(self, q: Array, v: Array, qacc: Array) -> Array:
        """q̈ in Pinocchio's layout of a qacc; q and v are Pinocchio's."""
        a = np.zeros(self._robot.nv)
        a[self._v_from] = qacc[self._v_to]
        if self._robot.floating_base:
            a[:6] = free_joint_acceleration_from_mujoco(q, v, qacc)
        return a

    def force_to_mujoco(self, q: Array, tau: Array) -> Array:
        """Generalised force on MuJoCo's coordinates; none on joints that mimic another one."""
        qfrc = np.zeros(self._nv)
        qfrc[self._v_to] = tau[self._v_from]
        if self._robot.floating_base:
            qfrc[:6] = free_joint_force_to_mujoco(q, tau)
        return qfrc

    def force_from_mujoco(self, q: Array, qfrc: Array) -> Array:
        """Generalised force that does the same work; that on a mimic joint goes to its leader."""
        tau: Array = self.velocity_map(q).T @ qfrc
        return tau

    def velocity_map(self, q: Array) -> Array:
        """The matrix with qvel = matrix · v at q, shape (MuJoCo's nv, nv)."""
        columns = [self.to_mujoco(q, unit)[1] for unit in np.eye(self._robot.nv)]
        return np.array(columns).T.reshape(self._nv, self._robot.nv)


def _columns(pairs: list[tuple[int, int]]) -> NDArray[np.int64]:
    return np.array(pairs, dtype=np.int64).reshape(-1, 2).T.copy()
