"""Chains cut out of robots: pose, Jacobian and names, against Pinocchio."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

import chains
import robots
from poise.cartesian import ChainSolver
from poise.errors import DefinitionError, FrameNotFoundError, JointNotFoundError, ShapeError
from poise.model import load_robot
from poise.spatial import integrate, vector_from_pose

# Sums of some ten products, each rounded.
ROUNDING = 1e-13

WAYS = {
    "turns, slides, turns": (robots.MIXED, "base", "tool"),
    "towards the root": (robots.MIXED, "tool", "base"),
    "from branch to branch, one mimics": (robots.GRIPPER, "left", "right"),
    "leader outside the chain": (robots.GRIPPER, "palm", "right"),
    "a joint and its mimic": (robots.CONTINUOUS_MIMIC, "base", "gear"),
    "hand to hand of a floating robot": ("talos", "arm_left_7_link", "arm_right_7_link"),
}


@pytest.fixture(params=WAYS.values(), ids=WAYS)
def solver(request):
    source, base, tip = request.param
    return ChainSolver(load_robot(source), base, tip)


def test_pose_is_pinocchios(solver, rng):
    truth = chains.Truth(solver)
    for q in rng.uniform(-1.0, 1.0, (20, solver.num_joints)):
        pose = truth.pose(q)
        assert np.allclose(solver.tcp_pose(q).homogeneous, pose.homogeneous, atol=ROUNDING, rtol=0)
        assert np.allclose(solver.fwd_kin(q), vector_from_pose(pose), atol=1e-11, rtol=0)


def test_jacobian_is_the_derivative_of_the_pose(solver, rng):
    q, h = rng.uniform(-1.0, 1.0, solver.num_joints), 1e-6
    jacobian = solver.jacobian(q)
    for j in range(solver.num_joints):
        step = h * np.eye(solver.num_joints)[j]
        change = solver.pose_diff(solver.tcp_pose(q + step), solver.tcp_pose(q - step))
        # Central differences: h² of the third derivative, and rounding by h.
        assert np.allclose(jacobian[:, j], change / (2.0 * h), atol=1e-8, rtol=0)


def test_positions_go_to_the_robot_and_back(solver, rng):
    q = rng.uniform(-1.0, 1.0, solver.num_joints)
    full = solver.chain.robot_configuration(q)
    assert np.allclose(solver.chain.chain_positions(full), q, atol=1e-14, rtol=0)


def test_locked_joints_do_not_move_and_count_no_more(rng):
    robot = load_robot("panda")
    whole = ChainSolver(robot, "panda_link0", "panda_hand")
    locked = ChainSolver(
        robot, "panda_link0", "panda_hand", locked_joints={"panda_joint3": 0.4, "panda_joint7": 1.0}
    )
    assert locked.num_joints == 5
    assert "panda_joint3" not in locked.joint_names
    q = rng.uniform(-1.0, 0.0, 5)
    full = np.array([q[0], q[1], 0.4, q[2], q[3], q[4], 1.0])
    assert np.allclose(locked.fwd_kin(q), whole.fwd_kin(full), atol=ROUNDING, rtol=0)


def test_limits_are_the_robots_and_infinite_where_there_are_none():
    solver = ChainSolver(load_robot(robots.MIXED), "base", "tool")
    assert solver.joint_names == ("spin", "slide", "bend")
    assert solver.lower_limits.tolist() == [-np.inf, -0.2, -1.0]
    assert solver.upper_limits.tolist() == [np.inf, 0.4, 2.0]


def test_degrees_are_for_joints_that_turn_only():
    robot = load_robot(robots.MIXED)
    degrees = ChainSolver(robot, "base", "tool", degrees=True)
    radians = ChainSolver(robot, "base", "tool")
    assert np.allclose(degrees.upper_limits[1:], [0.4, np.degrees(2.0)])
    q = np.array([0.3, 0.2, -0.4])
    mixed = [np.degrees(0.3), 0.2, np.degrees(-0.4)]
    assert np.allclose(degrees.fwd_kin(mixed), radians.fwd_kin(q), atol=ROUNDING, rtol=0)
    result = degrees.inv_kin(radians.fwd_kin(q), mixed)
    assert np.allclose(result.require(), mixed, atol=1e-9, rtol=0)


def test_a_tool_is_behind_the_tip_until_it_is_taken_off():
    solver = ChainSolver(load_robot(robots.MIXED), "base", "tool")
    q, tool = np.array([0.3, 0.2, -0.4]), pin.SE3.Random()
    before = solver.tcp_pose(q)
    solver.append_link(tool)
    solver.append_link([0.1, 0.0, 0.0, 0.0, 0.0, 0.0])
    end = before * tool * pin.SE3(np.eye(3), np.array([0.1, 0.0, 0.0]))
    assert np.allclose(solver.tcp_pose(q).homogeneous, end.homogeneous, atol=ROUNDING, rtol=0)
    assert solver.inv_kin(end, q + 0.01).converged
    solver.restore_original_chain()
    assert np.array_equal(solver.tcp_pose(q).homogeneous, before.homogeneous)


def test_differences_undo_and_origins_chain():
    solver = ChainSolver(load_robot(robots.MIXED), "base", "tool")
    a, b = pin.SE3.Random(), pin.SE3.Random()
    moved = integrate(b, solver.pose_diff(a, b))
    assert np.allclose(moved.homogeneous, a.homogeneous, atol=1e-12, rtol=0)
    assert np.allclose(solver.change_origin(a, b), vector_from_pose(b * a), atol=1e-12, rtol=0)


def test_batch_is_the_single_call_row_by_row(rng):
    solver = chains.arm("panda")
    q = rng.uniform(-1.0, 1.0, (100, 7))
    assert np.array_equal(solver.fwd_kin_batch(q), [solver.fwd_kin(row) for row in q])
    assert solver.fwd_kin_batch(np.zeros((0, 7))).shape == (0, 6)


def test_mistakes_name_what_is_wrong():
    robot = load_robot("talos")
    with pytest.raises(FrameNotFoundError, match="arm_left_7_link"):
        ChainSolver(robot, "torso_2_link", "arm_left_7_lnk")
    with pytest.raises(DefinitionError, match=r"root_joint.*6 degrees of freedom"):
        ChainSolver(robot, "universe", "arm_left_7_link")
    with pytest.raises(JointNotFoundError):
        ChainSolver(robot, "torso_2_link", "arm_left_7_link", locked_joints={"nose": 0.0})
    solver = ChainSolver(robot, "torso_2_link", "arm_left_7_link")
    with pytest.raises(ShapeError, match="q must have shape"):
        solver.fwd_kin(np.zeros(3))
    for call in (solver.fwd_kin, solver.jacobian, solver.tcp_pose):
        with pytest.raises(DefinitionError, match="q must be finite"):
            call(np.full(solver.num_joints, np.nan))
    with pytest.raises(ShapeError, match="q must have shape"):
        solver.fwd_kin_batch(3.0)
