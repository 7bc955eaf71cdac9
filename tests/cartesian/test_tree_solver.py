"""Trees against the original library's numbers, Pinocchio and virtual work."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

from kinematics_texts import TREE
from poise.cartesian import ReferenceFrame, TargetParts, TreeOptions
from poise.cartesian.diff_ik import DiffIkOptions
from poise.cartesian.tree_rates import TreeDifferentialIk
from poise.cartesian.tree_solver import TreeSolver
from poise.errors import DefinitionError, FrameNotFoundError, ShapeError
from poise.model import load_robot

Q = np.radians((5, -8, 10, 20, -30, 40, 15, 25, -12, 14, 22, -33, 9, 7))
LEFT = (-0.39199699, 0.63885311, 0.011377833, 0.066251142, -1.8788533, -0.65118941)
RIGHT = (0.36021099, -0.082582197, -0.04270688, -0.71917054, 2.1681433, 0.26986719)
TWISTS = np.array((0.01, 0.02, -0.03, 0.1, 0, 0.05, -0.02, 0.01, 0.02, 0, 0.1, -0.05))
WRENCHES = np.array((1, 2, 3, 0.1, 0.2, 0.3, -3, 2, -1, 0.3, -0.2, 0.1))


@pytest.fixture(scope="module")
def robot(tmp_path_factory):
    path = tmp_path_factory.mktemp("tree") / "robot.ini"
    path.write_text(TREE)
    return load_robot(path)


@pytest.fixture
def body(robot):
    return TreeSolver(robot, ["left", "right"])


def test_poses_are_the_originals_in_the_order_declared(robot, body):
    assert (body.num_joints, body.num_tcps) == (14, 2)
    # Given with eight digits.
    np.testing.assert_allclose(body.fwd_kin(Q), (*LEFT, *RIGHT), rtol=1e-7)
    turned = TreeSolver(robot, ["right", "left"], degrees=True)
    q = np.degrees(np.concatenate((Q[:2], Q[8:], Q[2:8])))
    np.testing.assert_allclose(turned.fwd_kin(q), (*RIGHT, *LEFT), rtol=1e-7)


def test_torques_with_and_without_wrenches_are_the_originals(body):
    held = (0, -1.4459019, 3.9775038, 8.237706, -1.0900678, 4.554354, -0.052072936)
    held += (0.22444805, -9.1266694, 5.4941384, 0.26763807, -4.9440158, 0.0015759883, -0.20233519)
    np.testing.assert_allclose(body.inv_dyn(Q), held, rtol=2e-7, atol=1e-12)
    pushed = (0.55017171, -3.2182415, 3.476201, 6.2068317, -0.38733812, 3.4604474, 0.075865956)
    pushed += (-0.38211983, -10.80928, 3.7470443, -0.40653637, -5.4123975, 0.141777, -0.13614521)
    np.testing.assert_allclose(body.inv_dyn(Q, ftip=WRENCHES), pushed, rtol=2e-7)


def test_the_stacked_jacobian_gives_the_originals_damped_velocities(body):
    jacobian = body.jacobian(Q)
    damped = jacobian.T @ np.linalg.solve(jacobian @ jacobian.T + 1e-4 * np.eye(12), TWISTS)
    wanted = (0.89773553, -14.682656, 3.4813275, 2.2106497, -5.158477, -4.3760689, 1.1429598)
    wanted += (15.978255, 4.9261718, 1.648542, 0.65769332, 2.3676471, -8.3374344, 11.779705)
    np.testing.assert_allclose(np.degrees(damped), wanted, rtol=1e-6)


@pytest.mark.parametrize("frame", list(ReferenceFrame))
def test_joint_velocities_give_all_twists(body, frame):
    undamped = DiffIkOptions(threshold=1e-6)
    body.differential = TreeDifferentialIk(body.tree, body.units, body.weights, undamped)
    result = body.diff_inv_kin(Q, TWISTS, frame)
    np.testing.assert_allclose(result.twist, TWISTS, atol=1e-10)
    step = 1e-6
    before, after = body.tcp_poses(Q), body.tcp_poses(Q + step * result.qdot)
    for part, old, new in zip(result.twist.reshape(2, 6), before, after, strict=True):
        spin = old.rotation @ pin.log3(old.rotation.T @ new.rotation) / step
        moved = np.array([(new.translation - old.translation) / step, spin])
        if frame is ReferenceFrame.TCP:
            moved = moved @ old.rotation
        np.testing.assert_allclose(moved.ravel(), part, atol=1e-6)  # first order in the step


def test_merged_frames_share_target_twist_and_wrench(robot, body):
    merged = TreeSolver(robot, [("left", "right")])
    assert (merged.num_tcps, merged.num_joints) == (1, 14)
    np.testing.assert_allclose(merged.fwd_kin(Q), LEFT, rtol=1e-7)
    np.testing.assert_allclose(
        merged.inv_dyn(Q, ftip=WRENCHES[:6]), body.inv_dyn(Q, ftip=np.tile(WRENCHES[:6], 2))
    )
    assert merged.diff_inv_kin(Q, TWISTS[:6]).twist.shape == (6,)


def test_tools_are_fixed_to_each_tcp_and_taken_away(body):
    tools = [pin.SE3.Random(), pin.SE3.Random()]
    before = body.tcp_poses(Q)
    body.append_link(tools)
    for pose, old, tool in zip(body.tcp_poses(Q), before, tools, strict=True):
        np.testing.assert_allclose(pose.homogeneous, (old * tool).homogeneous, atol=1e-12)
    body.restore_original_chain()
    np.testing.assert_allclose(body.fwd_kin(Q), (*LEFT, *RIGHT), rtol=1e-7)


def test_displacements_and_origins_are_stacked(body):
    start = body.fwd_kin(Q)
    assert body.pose_diff(start, start).shape == (12,)
    end = body.fwd_kin(Q + 0.01)
    np.testing.assert_allclose(body.pose_diff(end, start)[:3], end[:3] - start[:3], atol=1e-12)
    np.testing.assert_allclose(body.change_origin(start, np.zeros(12)), start, atol=1e-12)


@pytest.mark.parametrize(
    ("name", "tips"),
    [
        ("talos", ["arm_left_7_link", "arm_right_7_link"]),
        ("g1", None),
    ],
)
def test_humanoids_reach_what_is_reachable(name, tips):
    robot = load_robot(name)
    if tips is None:
        wanted = ("left_ankle_roll", "right_ankle_roll", "left_wrist_yaw", "right_wrist_yaw")
        tips = [next(f for f in robot.frame_names if f.startswith(want)) for want in wanted]
    solver = TreeSolver(robot, tips)
    model, data = robot.pin_model, robot.pin_model.createData()
    base = robot.frame_id(solver.tree.joints.base)
    rng = np.random.default_rng(3)
    for _ in range(10):
        lower, upper = solver.lower_limits, solver.upper_limits
        there, guess = rng.uniform(lower, upper), rng.uniform(lower, upper)
        target = solver.fwd_kin(there)
        result = solver.inv_kin(target, guess)
        assert result.converged, result
        assert (lower <= result.q).all()
        assert (result.q <= upper).all()
        full = solver.tree.joints.robot_configuration(result.q)
        pin.framesForwardKinematics(model, data, full)
        for tip, pose in zip(tips, target.reshape(-1, 6), strict=True):
            got = data.oMf[base].actInv(data.oMf[robot.frame_id(tip)])
            np.testing.assert_allclose(got.translation, pose[:3], atol=1e-7)
            turn = pin.log3(pin.exp3(pose[3:]).T @ got.rotation)
            np.testing.assert_allclose(turn, 0.0, atol=1e-7)


def test_far_targets_are_unreachable(body):
    far = np.array((*LEFT, *RIGHT))
    far[0] = 9.0
    assert body.inv_kin(far, Q).status.name == "UNREACHABLE"


def test_mistakes_are_named(robot, body):
    with pytest.raises(DefinitionError, match="tips must be a list"):
        TreeSolver(robot, "left")
    with pytest.raises(DefinitionError, match="left recurs"):
        TreeSolver(robot, ["left", "left"])
    with pytest.raises(FrameNotFoundError, match="left"):
        TreeSolver(robot, ["lefft"])
    with pytest.raises(DefinitionError, match="weights must be > 0"):
        TreeSolver(robot, ["left", "right"], options=TreeOptions(weights=(1.0, 0.0)))
    with pytest.raises(ShapeError, match="target"):
        body.inv_kin(LEFT, Q)
    with pytest.raises(ShapeError, match="2 poses"):
        body.append_link(pin.SE3.Identity())
    with pytest.raises(ShapeError, match="twist"):
        body.diff_inv_kin(Q, TWISTS[:6])
    with pytest.raises(DefinitionError, match="both"):
        body.inv_dyn(Q, fexts=[], ftip=WRENCHES)


def test_wrenches_on_a_floating_robots_hands_do_virtual_work():
    robot = load_robot("talos")
    assert robot.floating_base
    hands = TreeSolver(robot, ["arm_left_7_link", "arm_right_7_link"])
    q = np.clip(0.3, hands.lower_limits, hands.upper_limits)
    wrenches, step = np.random.default_rng(0).normal(size=12), 1e-6
    moved = [
        hands.pose_diff(hands.fwd_kin(q + step * axis), hands.fwd_kin(q - step * axis))
        for axis in np.eye(q.size)
    ]
    work = np.array(moved) @ wrenches / (2.0 * step)
    # Central differences: rounding of 1e-16 over a step of 1e-6.
    taken = hands.inv_dyn(q) - hands.inv_dyn(q, ftip=wrenches)
    np.testing.assert_allclose(taken, work, atol=1e-8)


def test_the_same_call_gives_the_same_answer(body):
    target = body.fwd_kin(Q)
    first, second = (body.inv_kin(target, np.zeros(14)) for _ in range(2))
    assert first.converged
    assert first.q.tobytes() == second.q.tobytes()


def test_limits_that_hold_a_tree_back_are_named(tmp_path):
    path = tmp_path / "robot.ini"
    path.write_text(TREE.replace("(A 0) (alpha -90)\nlink_1", "(A 0) (alpha -90) (max 5)\nlink_1"))
    limited = TreeSolver(load_robot(path), ["left", "right"])
    q = np.clip(Q, limited.lower_limits, limited.upper_limits)
    twist = np.tile([0.0, 0.0, 0.0, 0.0, 0.0, 2.0], 2)
    result = limited.diff_inv_kin(q, twist)
    assert result.active_limits
    for joint, side in result.active_limits:
        k = limited.joint_names.index(joint)
        bound = limited.upper_limits if side == "upper" else limited.lower_limits
        # The position limit lets it move no further than that within the time step of 0.01 s.
        assert result.qdot[k] == pytest.approx((bound[k] - q[k]) / 0.01, abs=1e-9)


def test_no_joint_of_a_tree_ends_further_from_the_guess_than_allowed(body, rng):
    kept = {True: 0, False: 0}
    for _ in range(30):
        there, guess = rng.uniform(-1.0, 1.0, (2, 14))
        reach = rng.uniform(0.3, 2.0, 14)
        result = body.inv_kin(body.fwd_kin(there), guess, max_joint_distance=reach)
        assert (np.abs(result.q - guess) <= reach * (1.0 + 1e-15)).all()
        if (np.abs(there - guess) <= reach).all():
            assert result.converged
        kept[result.converged] += 1
    assert all(kept.values())
    near = there + 0.05
    assert body.inv_kin(body.fwd_kin(there), near, max_joint_distance=0.1).converged


def test_a_neighbourhood_outside_the_limits_of_a_tree_is_a_mistake():
    hands = TreeSolver(load_robot("talos"), ["arm_left_7_link", "arm_right_7_link"])
    guess = np.clip(0.3, hands.lower_limits, hands.upper_limits)
    guess[hands.joint_names.index("torso_2_joint")] += 50.0
    with pytest.raises(DefinitionError, match="torso_2_joint cannot"):
        hands.inv_kin(hands.fwd_kin(guess), guess, max_joint_distance=1.0)


def test_parts_of_targets_may_differ_by_tcp(body):
    """The left hand anywhere at a place, the right one pointing: judged without the solver."""
    there = np.array(Q) + 0.2
    left, right = body.tcp_poses(there)
    turned = pin.SE3(left.rotation @ pin.exp3(np.array([0.9, -0.4, 0.7])), left.translation)
    spun = pin.SE3(right.rotation @ pin.exp3(np.array([0.0, 0.0, 1.1])), right.translation)
    parts = [TargetParts.position_only(), TargetParts.pointing([0.0, 0.0, 1.0])]
    result = body.inv_kin([turned, spun], Q, parts=parts)
    assert result.converged
    got = body.tcp_poses(result.q)
    np.testing.assert_allclose(got[0].translation, left.translation, atol=1e-7)
    np.testing.assert_allclose(got[1].translation, right.translation, atol=1e-7)
    np.testing.assert_allclose(got[1].rotation[:, 2], right.rotation[:, 2], atol=1e-7)
    # What does not matter is left free: following it would have cost joint motion.
    assert np.linalg.norm(pin.log3(got[0].rotation.T @ turned.rotation)) > 0.1
    far = pin.SE3(turned.rotation, np.array([9.0, 0.0, 0.0]))
    only_turns = TargetParts(position=(False, False, False))
    assert body.inv_kin([far, spun], Q, parts=[only_turns, parts[1]]).converged
    with pytest.raises(ShapeError, match="parts must be one, or 2"):
        body.inv_kin([turned, spun], Q, parts=parts[:1])


def test_merged_frames_meet_at_their_one_target():
    """Both wrists of a robot whose arms can meet, at places only a search finds."""
    hands = TreeSolver(load_robot("talos"), [("gripper_left_base_link", "gripper_right_base_link")])
    apart = TreeSolver(load_robot("talos"), ["gripper_left_base_link", "gripper_right_base_link"])
    met = 0
    for x in (0.35, 0.45):
        for z in (0.0, 0.2):
            guess = np.clip(0.0, hands.lower_limits, hands.upper_limits)
            place = TargetParts.position_only()
            result = hands.inv_kin((x, 0.0, z, 0.0, 0.0, 0.0), guess, parts=place)
            left, right = apart.tcp_poses(result.q)
            reached = max(
                np.linalg.norm(pose.translation - np.array([x, 0.0, z])) for pose in (left, right)
            )
            assert result.converged == (reached < 1e-7)
            met += result.converged
    assert met == 4


def test_batches_of_a_tree_are_the_single_calls_bit_for_bit(body, rng):
    places = rng.uniform(-1.0, 1.0, (40, 14))
    targets, guesses = body.fwd_kin_batch(places), rng.uniform(-1.0, 1.0, (40, 14))
    for place, target in zip(places, targets, strict=True):
        assert target.tobytes() == body.fwd_kin(place).tobytes()
    answers = body.inv_kin_batch(list(targets), guesses, max_joint_distance=3.0)
    for target, guess, answer in zip(targets, guesses, answers, strict=True):
        alone = body.inv_kin(target, guess, max_joint_distance=3.0)
        assert answer.q.tobytes() == alone.q.tobytes()
        assert (answer.status, answer.branch) == (alone.status, alone.branch)
    with pytest.raises(ShapeError, match=r"targets\[1\]"):
        body.inv_kin_batch([targets[0], targets[1][:6]], guesses[:2])
    assert body.fwd_kin_batch(np.empty((0, 14))).shape == (0, 12)
