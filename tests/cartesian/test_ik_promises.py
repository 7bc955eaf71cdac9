"""What inverse kinematics promises besides finding an answer."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

import chains
import robots
from poise.cartesian import (
    ChainSolver,
    IkOptions,
    IkStatus,
    ReferenceFrame,
    TargetParts,
)
from poise.errors import DefinitionError, IkError, ShapeError
from poise.model import RobotModel, load_robot
from poise.model.dh import DhRow, DhTable
from poise.model.link_chain import model_of_chains

pytestmark = pytest.mark.requires("example-robot-data")

TOLERANCE = IkOptions().position_tolerance


@pytest.fixture
def panda():
    return chains.arm("panda")


@pytest.fixture
def pair(panda):
    """Joint positions well inside the limits, and a guess near them."""
    q = np.array([0.3, -0.4, 0.2, -1.9, 0.3, 1.7, 0.6])
    return q, q + 0.04 * np.array([1, -1, 1, 1, -1, 1, -1])


def test_the_same_call_gives_the_same_bits(panda):
    targets = [panda.tcp_pose(q) for q in chains.positions(panda, 60, seed=3)]
    guesses = chains.positions(panda, 60, seed=4)
    first = [panda.inv_kin(*both) for both in zip(targets, guesses, strict=True)]
    anew = ChainSolver(load_robot("panda"), "panda_link0", "panda_hand")
    again = [anew.inv_kin(*both) for both in zip(targets, guesses, strict=True)]
    batch = panda.inv_kin_batch(targets, guesses)
    for a, b, c in zip(first, again, batch, strict=True):
        assert np.array_equal(a.q, b.q)
        assert np.array_equal(a.q, c.q)
        assert (a.status, a.branch, a.iterations) == (c.status, c.branch, c.iterations)
    assert max(result.branch for result in first) > 1  # restarts too


def test_arguments_are_left_alone(panda, pair):
    q, guess = pair
    target, before = panda.fwd_kin(q), guess.copy()
    kept = target.copy()
    panda.inv_kin(target, guess)
    assert np.array_equal(guess, before)
    assert np.array_equal(target, kept)


def test_no_joint_ends_further_from_the_guess_than_allowed(panda):
    targets = [panda.tcp_pose(q) for q in chains.positions(panda, 200, seed=3)]
    guesses = chains.positions(panda, 200, seed=4)
    reach = np.linspace(0.5, 2.0, 7)
    results = panda.inv_kin_batch(targets, guesses, max_joint_distance=reach)
    for result, guess in zip(results, guesses, strict=True):
        assert (np.abs(result.q - guess) <= reach * (1.0 + 1e-15)).all()
    assert {result.converged for result in results} == {True, False}


def test_a_distance_that_excludes_the_limits_is_a_mistake(panda, pair):
    q, guess = pair
    guess[1] += 100.0
    with pytest.raises(DefinitionError, match="panda_joint2 cannot"):
        panda.inv_kin(panda.fwd_kin(q), guess, max_joint_distance=1.0)


def test_a_straight_line_is_followed_without_a_jump(panda, pair):
    q, _ = pair
    start = panda.tcp_pose(q)
    for k in range(100):
        goal = pin.SE3(start.rotation, start.translation + 0.003 * k * np.array([0.0, 1.0, -0.5]))
        result = panda.inv_kin(goal, q, max_joint_distance=0.1)
        assert np.abs(result.require() - q).max() <= 0.1
        q = result.q


def test_a_line_out_of_reach_ends_with_a_status(panda, pair):
    q, _ = pair
    start, seen = panda.tcp_pose(q), []
    for k in range(100):
        goal = pin.SE3(start.rotation, start.translation + 0.01 * k * np.array([1.0, 0.0, 0.0]))
        result = panda.inv_kin(goal, q, max_joint_distance=0.3)
        seen.append(result.status)
        if not result.converged:
            break
        q = result.q
    assert seen[-1] is not IkStatus.CONVERGED
    assert len(seen) > 10


def test_a_continuous_joint_goes_on_turning():
    solver = ChainSolver(load_robot(robots.MIXED), "base", "tool")
    q = np.array([2.9, 0.1, 0.4])
    for k in range(1, 150):
        goal = np.array([2.9 + 0.05 * k, 0.1, 0.4])
        q = solver.inv_kin(solver.tcp_pose(goal), q).require()
        assert np.allclose(q, goal, atol=1e-6)  # more than a full turn, never back


def test_joints_that_turn_all_round_end_at_the_nearest_turn_within_limits():
    solver, turn = chains.arm("ur5"), 2.0 * np.pi  # limits ±2π
    q = np.array([-1.0, -1.0, 1.2, 0.3, 0.8, 0.1])
    target = solver.tcp_pose(q)
    near = solver.inv_kin(target, np.add(q, [5.5, 0.0, 0.0, -5.9, 0.0, 0.0])).require()
    assert np.allclose(near, np.add(q, [turn, 0.0, 0.0, -turn, 0.0, 0.0]), atol=1e-6)
    # One turn more would leave the limits of the fifth joint: it stays.
    near = solver.inv_kin(target, np.add(q, [0.0, 0.0, 0.0, 0.0, 5.5, 0.0])).require()
    assert np.allclose(near, q, atol=1e-6)


def test_tcp_targets_are_seen_from_the_guess(panda, pair):
    q, _ = pair
    step = pin.SE3(pin.exp3(np.array([0.1, 0.05, -0.1])), np.array([0.01, 0.02, 0.03]))
    result = panda.inv_kin(step, q, ReferenceFrame.TCP)
    goal = panda.tcp_pose(q) * step
    assert np.allclose(panda.tcp_pose(result.require()).homogeneous, goal.homogeneous, atol=1e-7)


def test_vector_and_pose_are_the_same_target(panda, pair):
    q, guess = pair
    for angle in (1e-9, 0.5, 3.0, np.pi):
        turn = pin.SE3(pin.exp3(np.array([0.0, 0.0, angle])), np.zeros(3))
        goal = panda.tcp_pose(q) * turn
        vector = panda.pose_diff(goal, pin.SE3.Identity())
        both = panda.inv_kin(goal, guess), panda.inv_kin(vector, guess)
        assert np.allclose(both[0].q, both[1].q, atol=1e-6)


def test_position_only(panda, pair):
    q, guess = pair
    goal = panda.tcp_pose(q)
    other = pin.SE3(pin.SE3.Random().rotation, goal.translation)
    result = panda.inv_kin(other, guess, parts=TargetParts.position_only())
    assert np.linalg.norm(panda.tcp_pose(result.require()).translation - goal.translation) < 1e-7
    assert result.rotation_residual == 0.0


def test_five_joints_reach_a_position_and_a_direction():
    solver = chains.arm("so101")
    axis = np.array([0.0, 0.6, 0.8])
    parts = TargetParts.pointing(axis)
    reached = 0
    for q, guess in zip(
        chains.positions(solver, 50, seed=3), chains.positions(solver, 50, seed=4), strict=True
    ):
        pose = solver.tcp_pose(q)
        goal = pose * pin.SE3(pin.exp3(1.3 * axis), np.zeros(3))  # turned about the axis
        result = solver.inv_kin(goal, guess, parts=parts)
        found = solver.tcp_pose(result.q)
        if result.converged:
            assert np.allclose(found.translation, pose.translation, atol=1e-7)
            assert np.allclose(found.rotation @ axis, pose.rotation @ axis, atol=1e-7)
        reached += result.converged
    assert reached == 50


def test_masks_leave_directions_of_the_target_free(panda, pair):
    q, guess = pair
    goal = panda.tcp_pose(q)
    result = panda.inv_kin(goal, guess + 0.2, parts=TargetParts.masked([1, 1, 0, 1, 1, 0]))
    seen = goal.actInv(panda.tcp_pose(result.require()))
    assert np.allclose(seen.translation[:2], 0.0, atol=1e-7)
    assert np.allclose(seen.rotation[:, 2], [0.0, 0.0, 1.0], atol=1e-7)
    assert abs(seen.translation[2]) > 1e-3
    with pytest.raises(DefinitionError, match="rx, ry and rz"):
        TargetParts.masked([1, 1, 1, 1, 0, 0])


def test_limits_in_the_way_are_named(panda, pair):
    q, _ = pair
    q[3] = panda.upper_limits[3]
    narrow = ChainSolver(load_robot("panda"), "panda_link2", "panda_link4")
    beyond = narrow.tcp_pose([0.2, narrow.upper_limits[1] + 0.3])
    result = narrow.inv_kin(beyond, [0.2, -1.0])
    assert result.status is IkStatus.AT_A_LIMIT
    assert ("panda_joint4", "upper") in result.active_limits
    with pytest.raises(IkError, match=r"panda_joint4 \(upper\)"):
        result.require()


def test_tolerances_are_not_below_rounding(panda, pair):
    q, guess = pair
    exact = ChainSolver(
        load_robot("panda"), "panda_link0", "panda_hand", options=IkOptions(0.0, 0.0)
    )
    result = exact.inv_kin(exact.tcp_pose(q), guess)
    assert result.converged
    assert result.position_residual < 1e-13


def test_a_single_start_stays_with_the_guess(panda):
    single = ChainSolver(
        load_robot("panda"), "panda_link0", "panda_hand", options=IkOptions(starts=1)
    )
    results = [
        single.inv_kin(single.tcp_pose(q), guess)
        for q, guess in zip(
            chains.positions(panda, 50, seed=3), chains.positions(panda, 50, seed=4), strict=True
        )
    ]
    assert {result.branch for result in results} == {0}
    assert {result.converged for result in results} == {True, False}


def _robot(*rows: DhRow) -> ChainSolver:
    return ChainSolver(
        RobotModel(model_of_chains("rows", [DhTable(rows).chain()])), "base_link", "tool0"
    )


def test_chains_without_joints_reach_where_they_are_and_nothing_else(panda):
    for base, tip in (("panda_link7", "panda_hand"), ("panda_hand", "panda_hand")):
        fixed = ChainSolver(load_robot("panda"), base, tip)
        assert fixed.num_joints == 0
        here = fixed.fwd_kin([])
        assert fixed.inv_kin(here, []).converged
        away = fixed.inv_kin(here + 0.1, [])
        assert away.status is IkStatus.UNREACHABLE
        assert away.q.shape == (0,)


def test_equal_limits_and_no_limits():
    solver = _robot(
        DhRow(a=0.3, lower=0.5, upper=0.5), DhRow(a=0.3, lower=-1.0, upper=1.0),
        DhRow(joint="prismatic", alpha=0.5), DhRow(a=0.1),
    )  # fmt: skip
    q = np.array([0.5, 0.3, 7.0, 1.0])
    result = solver.inv_kin(solver.fwd_kin(q), np.zeros(4))
    assert np.allclose(result.require(), q, atol=1e-6)
    assert result.active_limits == (("joint_1", "lower"),)
    outside = solver.inv_kin(solver.fwd_kin(np.add(q, [0.2, 0.0, 0.0, 0.0])), np.zeros(4))
    assert not outside.converged
    assert outside.q[0] == 0.5


def test_a_guess_outside_limits_is_a_guess(panda, pair):
    q, guess = pair
    guess[3] += 40.0
    result = panda.inv_kin(panda.fwd_kin(q), guess)
    assert result.converged
    assert (result.q <= panda.upper_limits).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda x, q: (x * np.nan, q), "target must be finite"),
        (lambda x, q: (x, q * np.inf), "guess must be finite"),
        (lambda x, q: (x[:5], q), r"target must have shape \(6,\)"),
        (lambda x, q: (x, q[:5]), r"guess must have shape \(7,\)"),
        (lambda x, q: ("here", q), "target must be an array"),
        (lambda x, q: (pin.SE3(np.eye(3), x[:3] * np.nan), q), "target must be finite"),
    ],
)
def test_mistakes_are_named(panda, pair, change, message):
    with pytest.raises(DefinitionError, match=message):
        panda.inv_kin(*change(panda.fwd_kin(pair[0]), pair[1]))


def test_batches_must_fit(panda, pair):
    with pytest.raises(ShapeError, match=r"guesses must have shape \(1, 7\)"):
        panda.inv_kin_batch([panda.fwd_kin(pair[0])], [pair[1], pair[1]])
    assert panda.inv_kin_batch([], np.zeros((0, 7))) == []


def test_frames_have_their_codes():
    assert ReferenceFrame("cpfb") is ReferenceFrame.BASE
    assert ReferenceFrame.TCP.vocab == int.from_bytes(b"cpft", "little")
