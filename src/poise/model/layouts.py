"""Conversion between Pinocchio's layout of q and v and those of other programs.

Pinocchio's free-flyer has the quaternion as xyzw and the base twist in base axes. MuJoCo has
wxyz and the linear velocity in world axes (the angular one in base axes). Many others give the
whole twist of the base in world axes. All of these are functions of the model.
"""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from poise.arrays import Array, vector
from poise.errors import DefinitionError
from poise.model.robot_model import RobotModel


def _base_rotation(robot: RobotModel, q: Array) -> Array:
    if not robot.floating_base:
        raise DefinitionError(
            f"robot '{robot.name}' has a fixed base: its layouts differ in nothing."
        )
    return np.array(pin.Quaternion(vector("q", q, robot.nq)[3:7]).toRotationMatrix())


def velocity_to_world_base_twist(robot: RobotModel, q: Array, v: Array) -> Array:
    """v with the base twist (of the base origin) turned from base to world axes, shape (nv,)."""
    rotation = _base_rotation(robot, q)
    result = np.array(vector("v", v, robot.nv))
    result[:3] = rotation @ result[:3]
    result[3:6] = rotation @ result[3:6]
    return result


def velocity_from_world_base_twist(robot: RobotModel, q: Array, v: Array) -> Array:
    """v with the base twist turned from world to base axes, shape (nv,)."""
    rotation = _base_rotation(robot, q)
    result = np.array(vector("v", v, robot.nv))
    result[:3] = rotation.T @ result[:3]
    result[3:6] = rotation.T @ result[3:6]
    return result


def acceleration_to_world_base(robot: RobotModel, q: Array, v: Array, a: Array) -> Array:
    """q̈ with Pinocchio's spatial base part turned into the classical one in world axes.

    The base's entries of Pinocchio's q̈ are the derivative of the base twist's components. The
    origin's second derivative in the world is R (a_linear + ω × v_linear); the angular part is
    R a_angular.

    Returns:
        Shape (nv,); only the first six entries differ [m/s², rad/s²].
    """
    rotation = _base_rotation(robot, q)
    velocity = vector("v", v, robot.nv)
    result = np.array(vector("a", a, robot.nv))
    result[:3] = rotation @ (result[:3] + np.cross(velocity[3:6], velocity[:3]))
    result[3:6] = rotation @ result[3:6]
    return result


def acceleration_from_world_base(robot: RobotModel, q: Array, v: Array, a: Array) -> Array:
    """The inverse of :func:`acceleration_to_world_base`; ``v`` is in base axes, shape (nv,)."""
    rotation = _base_rotation(robot, q)
    velocity = vector("v", v, robot.nv)
    result = np.array(vector("a", a, robot.nv))
    result[:3] = rotation.T @ result[:3] - np.cross(velocity[3:6], velocity[:3])
    result[3:6] = rotation.T @ result[3:6]
    return result


def free_joint_to_mujoco(q: Array, v: Array) -> tuple[Array, Array]:
    """MuJoCo's qpos (7,) and qvel (6,) of a free joint from Pinocchio's first entries."""
    rotation = pin.Quaternion(np.array(q[3:7])).toRotationMatrix()
    qpos = np.concatenate((q[:3], q[6:7], q[3:6]))
    return qpos, np.concatenate((rotation @ v[:3], v[3:6]))


def free_joint_from_mujoco(qpos: Array, qvel: Array) -> tuple[Array, Array]:
    """Pinocchio's first q (7,) and v (6,) from MuJoCo's qpos and qvel of a free joint."""
    q = np.concatenate((qpos[:3], qpos[4:7], qpos[3:4]))
    rotation = pin.Quaternion(q[3:7]).toRotationMatrix()
    return q, np.concatenate((rotation.T @ qvel[:3], qvel[3:6]))


def free_joint_acceleration_to_mujoco(q: Array, v: Array, a: Array) -> Array:
    """MuJoCo's qacc (6,) of a free joint: the origin's classical acceleration in world axes.

    R (a_linear + ω × v_linear), and the angular part in base axes; inputs in Pinocchio's layout.
    """
    rotation = pin.Quaternion(np.array(q[3:7])).toRotationMatrix()
    return np.concatenate((rotation @ (a[:3] + np.cross(v[3:6], v[:3])), a[3:6]))


def free_joint_acceleration_from_mujoco(q: Array, v: Array, qacc: Array) -> Array:
    """The inverse of :func:`free_joint_acceleration_to_mujoco`; q and v are Pinocchio's."""
    rotation = pin.Quaternion(np.array(q[3:7])).toRotationMatrix()
    return np.concatenate((rotation.T @ qacc[:3] - np.cross(v[3:6], v[:3]), qacc[3:6]))


def free_joint_force_to_mujoco(q: Array, tau: Array) -> Array:
    """MuJoCo's generalised force (6,) of a free joint; both do the same work on any velocity."""
    rotation = pin.Quaternion(np.array(q[3:7])).toRotationMatrix()
    return np.concatenate((rotation @ tau[:3], tau[3:6]))


def free_joint_force_from_mujoco(q: Array, qfrc: Array) -> Array:
    """Pinocchio's generalised force (6,) of a free joint from MuJoCo's."""
    rotation = pin.Quaternion(np.array(q[3:7])).toRotationMatrix()
    return np.concatenate((rotation.T @ qfrc[:3], qfrc[3:6]))
