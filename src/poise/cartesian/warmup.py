"""Compiling the loops of the Cartesian solvers beforehand."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from poise.cartesian.chain_solver import ChainSolver
from poise.cartesian.tree_solver import TreeSolver
from poise.model import RobotModel


def warm_up_kinematics() -> None:
    """Pose, Jacobian and one inverse kinematics problem of a small chain."""
    solver, q = _small_chain(), np.array([0.3, 0.1])
    solver.jacobian(q)
    solver.fwd_kin_batch([q, q])
    target = solver.tcp_pose(q)
    solver.inv_kin(solver.fwd_kin(q), q + 0.1)
    solver.inv_kin(target, q + 0.1, max_joint_distance=0.2)


def warm_up_batches() -> None:
    """Many inverse kinematics problems at once, and one that has no answer."""
    solver, q = _small_chain(), np.array([0.3, 0.1])
    solver.inv_kin_batch([solver.fwd_kin(q)], [q])
    solver.inv_kin([0.0, 0.1, 0.0, 1.0, 1.0, 1.0], q)


def warm_up_differential() -> None:
    """Joint velocities for a twist."""
    _small_chain().diff_inv_kin([0.3, 0.1], np.full(6, 0.1))


def warm_up_trees() -> None:
    """Two TCPs together, and targets that are too far away."""
    solver, q = TreeSolver(_small_robot(), ["elbow", "tip"], "base"), np.array([0.3, 0.1])
    target = solver.fwd_kin(q)
    solver.inv_kin(target, q + 0.1)
    solver.inv_kin(target + 1.0, q)
    solver.jacobian(q)
    solver.diff_inv_kin(q, np.full(12, 0.1))


def _small_chain() -> ChainSolver:
    return ChainSolver(_small_robot(), "base", "tip")


def _small_robot() -> RobotModel:
    """A joint that turns and one that slides."""
    model = pin.Model()
    none, limit = np.array([np.inf]), np.array([2.0])
    place = pin.SE3(np.eye(3), np.array([0.1, 0.0, 0.3]))
    turn = model.addJoint(0, pin.JointModelRY(), place, "turn", none, none, -limit, limit)
    slide = model.addJoint(turn, pin.JointModelPX(), place, "slide", none, none, -limit, limit)
    model.addBodyFrame("base", 0, pin.SE3.Identity(), 0)
    model.addBodyFrame("elbow", turn, place, 0)
    model.addBodyFrame("tip", slide, place, 0)
    return RobotModel(model)
