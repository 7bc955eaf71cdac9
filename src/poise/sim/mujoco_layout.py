"""Which entries of MuJoCo's qpos and qvel are which of Pinocchio's q and v."""

from __future__ import annotations

import mujoco
import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

from poise.arrays import Array, did_you_mean
from poise.errors import SimulationError
from poise.model.layouts import free_joint_from_mujoco, free_joint_to_mujoco
from poise.model.robot_model import RobotModel

_BALL = int(mujoco.mjtJoint.mjJNT_BALL)


class MujocoLayout:
    """Turns states of a robot into those of a MuJoCo model with the same joints, and back.

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
        self._mimics: list[tuple[tuple[int, int], tuple[int, int], float, float]] = []
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
            follower = joint.extract()
            source = (joint.idx_q, joint.idx_v)
            self._mimics.append(((at, dof), source, follower.scaling, follower.offset))
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
        for (at, dof), (idx_q, idx_v), scaling, offset in self._mimics:
            qpos[at] = scaling * q[idx_q] + offset
            qvel[dof] = scaling * v[idx_v]
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

    def velocity_map(self, q: Array) -> Array:
        """The matrix with qvel = matrix · v at q, shape (MuJoCo's nv, nv)."""
        columns = [self.to_mujoco(q, unit)[1] for unit in np.eye(self._robot.nv)]
        return np.array(columns).T.reshape(self._nv, self._robot.nv)


def _columns(pairs: list[tuple[int, int]]) -> NDArray[np.int64]:
    return np.array(pairs, dtype=np.int64).reshape(-1, 2).T.copy()
