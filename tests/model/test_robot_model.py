"""Robots: sizes and names, q and joint positions, frames, states, copies, errors."""

import copy
import pickle

import numpy as np
import pinocchio as pin
import pytest

import robots
from poise.errors import (
    DefinitionError,
    FrameNotFoundError,
    JointNotFoundError,
    ModelError,
    ModelLoadError,
    ShapeError,
    StateError,
)
from poise.model import RobotModel, Workspace, load_robot

# Sines and cosines forth and back.
ANGLE = 1e-12


@pytest.fixture
def mixed():
    return load_robot(robots.MIXED)


@pytest.fixture
def free():
    return load_robot(robots.MIXED, floating_base=True)


class TestSizes:
    def test_a_continuous_joint_is_one_joint_with_two_numbers_in_q(self, mixed):
        assert (mixed.nq, mixed.nv, mixed.na) == (4, 3, 3)
        assert mixed.joint_names == ("spin", "slide", "bend")

    def test_a_floating_base_adds_seven_and_six_but_no_joint(self, free):
        assert (free.nq, free.nv, free.na) == (11, 9, 3)
        assert free.floating_base
        assert free.base_frame == "base"

    def test_a_mimicking_joint_is_no_coordinate(self):
        robot = load_robot(robots.GRIPPER)
        assert (robot.nq, robot.nv, robot.joint_names) == (1, 1, ("left_slide",))

    def test_the_base_of_a_fixed_robot_is_its_root_link(self, mixed):
        assert mixed.base_frame == "base"
        assert not mixed.floating_base

    def test_mass_is_that_of_all_links_that_can_move(self, mixed, free):
        assert free.total_mass == pytest.approx(3.0 + 2.0 + 1.5 + 1.0 + 0.5)
        assert mixed.total_mass == pytest.approx(2.0 + 1.5 + 1.0 + 0.5)

    def test_it_says_what_it_is(self, free):
        assert repr(free) == "RobotModel('mine', floating base, 3 joints, 8.0 kg)"

    def test_a_second_free_body_is_refused(self):
        text = robots.robot(
            *(robots.link(n) for n in "abc"),
            robots.joint("i", "a", "b"),
            robots.joint("loose", "b", "c", "floating"),
        )
        with pytest.raises(ModelLoadError, match="loose"):
            load_robot(text)

    def test_the_callers_model_is_copied(self):
        model = pin.buildModelFromXML(robots.ONE_JOINT)
        robot = RobotModel(model)
        model.effortLimit[:] = 1e3
        model.gravity.linear = np.zeros(3)
        assert robot.effort_limit == [10.0]
        assert robot.gravity.tolist() == [0.0, 0.0, -9.81]
        assert robot.source.kind == "pinocchio"


class TestConfigurations:
    @pytest.fixture(params=["fixed", "free", "mimic", "ball"])
    def robot(self, request):
        if request.param == "ball":
            request.getfixturevalue("require")("mujoco")
            return load_robot(robots.BALL_JOINTS)
        text = robots.CONTINUOUS_MIMIC if request.param == "mimic" else robots.MIXED
        return load_robot(text, floating_base=request.param == "free")

    def test_positions_come_back_out_of_q(self, robot, rng):
        for _ in range(20):
            positions = rng.uniform(-1.5, 1.5, robot.na)
            q = robot.configuration(positions)
            np.testing.assert_allclose(robot.joint_positions(q), positions, atol=ANGLE)
            assert pin.isNormalized(robot.pin_model, q, 1e-12)

    def test_continuous_angles_come_back_within_a_half_turn(self, mixed):
        q = mixed.configuration({"spin": 3.5, "slide": 3.5, "bend": 3.5})
        expected = [3.5 - 2 * np.pi, 3.5, 3.5]  # only the continuous joint forgets turns
        np.testing.assert_allclose(mixed.joint_positions(q), expected, atol=ANGLE)
        np.testing.assert_allclose(q[:2], [np.cos(3.5), np.sin(3.5)], atol=ANGLE)

    def test_large_positions_of_other_joints_stay_exact(self, mixed):
        q = mixed.configuration([0.0, 0.3, 100.1])
        assert mixed.joint_positions(q)[1:].tolist() == [0.3, 100.1]

    def test_angles_turn_links_by_that_angle_about_the_joint_axis(self, mixed):
        angle = 0.7
        at_zero, turned = (
            Workspace(mixed).evaluate(mixed.state(mixed.configuration({"spin": a}))).pose("a")
            for a in (0.0, angle)
        )
        expected = at_zero.rotation @ pin.exp3(angle * np.array([0.0, 1.0, 0.0]))
        np.testing.assert_allclose(turned.rotation, expected, atol=ANGLE)
        np.testing.assert_allclose(turned.translation, at_zero.translation, atol=ANGLE)

    def test_a_base_pose_is_where_the_base_is(self, free):
        base = pin.SE3(pin.rpy.rpyToMatrix(0.3, -1.2, 2.5), np.array([1.0, -2.0, 0.5]))
        q = free.configuration({"bend": 0.3}, base)
        pose = Workspace(free).evaluate(free.state(q)).pose("base")
        np.testing.assert_allclose(pose.homogeneous, base.homogeneous, atol=ANGLE)
        assert free.joint_positions(q)[2] == 0.3

    def test_error_added_to_q_reaches_the_goal(self, robot, rng):
        for _ in range(20):
            start = robots.random_state(robot, rng).q
            goal = rng.uniform(-1.5, 1.5, robot.na)
            step = np.zeros(robot.nv)
            step[robot.nv - robot.na :] = robot.joint_error(start, goal)
            reached = pin.integrate(robot.pin_model, start, step)
            np.testing.assert_allclose(robot.joint_positions(reached), goal, atol=1e-9)

    def test_the_error_of_a_continuous_joint_goes_the_short_way(self, mixed):
        q = mixed.configuration({"spin": 3.0, "bend": 3.0})
        error = mixed.joint_error(q, np.array([-3.0, 0.0, -3.0]))
        np.testing.assert_allclose(error, [2 * np.pi - 6.0, 0.0, -6.0], atol=ANGLE)

    def test_neutral_is_zero_or_the_nearest_allowed(self):
        text = robots.ONE_JOINT.replace('lower="-1"', 'lower="0.5"')
        robot = load_robot(text)
        assert robot.neutral_state().q.tolist() == [0.5]
        assert robot.neutral_state().v.tolist() == [0.0]

    def test_mimicking_joints_follow(self):
        robot = load_robot(robots.GRIPPER)
        plain = pin.buildModelFromXML(robots.GRIPPER)  # without mimic: the joints' own zeros
        data = plain.createData()
        pin.framesForwardKinematics(plain, data, np.array([0.02, -1.0 * 0.02 + 0.01]))
        now = Workspace(robot).evaluate(robot.state([0.02]))
        for name in ("left", "right"):
            expected = data.oMf[plain.getFrameId(name, pin.FrameType.BODY)]
            np.testing.assert_allclose(now.pose(name).homogeneous, expected.homogeneous, atol=ANGLE)

    def test_continuous_joints_may_mimic(self):
        robot = load_robot(robots.CONTINUOUS_MIMIC)
        plain = pin.buildModelFromXML(robots.CONTINUOUS_MIMIC)
        angle = 2.0
        angles = (angle, -2.0 * angle + 0.3)
        q = np.ravel([(np.cos(a), np.sin(a)) for a in angles])
        data = plain.createData()
        pin.framesForwardKinematics(plain, data, q)
        now = Workspace(robot).evaluate(robot.state(robot.configuration([angle])))
        expected = data.oMf[plain.getFrameId("gear", pin.FrameType.BODY)]
        np.testing.assert_allclose(now.pose("gear").homogeneous, expected.homogeneous, atol=ANGLE)

    def test_a_fixed_base_has_no_pose(self, mixed):
        with pytest.raises(DefinitionError, match="base must be absent"):
            mixed.configuration({}, pin.SE3.Identity())

    @pytest.mark.parametrize("base", [np.eye(4), [0, 0, 1], "here"])
    def test_a_base_must_be_a_pose(self, free, base):
        with pytest.raises(DefinitionError, match="base must be"):
            free.configuration({}, base)

    def test_q_of_another_size_is_refused(self, mixed):
        for read in (mixed.joint_positions, mixed.lowest_frames):
            with pytest.raises(ShapeError, match=r"q must have shape \(4,\), got \(3,\)"):
                read(np.zeros(3))


class TestJointVectors:
    def test_a_mapping_goes_by_name_and_the_rest_is_default(self, mixed):
        assert mixed.joint_vector({"bend": 2, "spin": 1}).tolist() == [1.0, 0.0, 2.0]
        assert mixed.joint_vector({"bend": 2}, default=5.0).tolist() == [5.0, 5.0, 2.0]
        assert mixed.joint_vector({"bend": 2}, default=[7, 8, 9]).tolist() == [7.0, 8.0, 2.0]
        assert mixed.joint_vector({}, default=np.inf).tolist() == [np.inf] * 3

    def test_arrays_are_copied_and_results_are_read_only(self, mixed):
        mine = np.array([1.0, 2.0, 3.0])
        taken = mixed.joint_vector(mine)
        mine[:] = 0.0
        assert taken.tolist() == [1.0, 2.0, 3.0]
        with pytest.raises(ValueError, match="read-only"):
            taken[0] = 1.0

    def test_the_default_is_not_changed(self, mixed):
        default = np.array([7.0, 8.0, 9.0])
        mixed.joint_vector({"bend": 2}, default=default)
        assert default.tolist() == [7.0, 8.0, 9.0]

    def test_an_unknown_joint_lists_close_ones(self, mixed):
        with pytest.raises(JointNotFoundError, match=r"'bent'.*'bend'"):
            mixed.joint_vector({"bent": 1.0})
        with pytest.raises(JointNotFoundError, match="'bent'"):
            mixed.joint_row("bent")

    def test_a_fixed_or_mimicking_joint_is_none_to_command(self, mixed):
        with pytest.raises(JointNotFoundError):
            mixed.joint_row("tool")
        with pytest.raises(JointNotFoundError, match="left_slide"):
            load_robot(robots.GRIPPER).joint_row("right_slide")

    @pytest.mark.parametrize(
        ("values", "message"),
        [
            ([1.0, 2.0], r"shape \(3,\), got \(2,\)"),
            (1.0, r"shape \(3,\), got \(\)"),
            ([1.0, np.nan, 2.0], r"\[1\] is nan"),
            ({"bend": np.nan}, "'bend' must be a finite number, got nan"),
            ({"bend": "much"}, "'bend' must be a number, got 'much'"),
            ("bend", "array of numbers"),
        ],
    )
    def test_wrong_values_are_named(self, mixed, values, message):
        with pytest.raises(DefinitionError, match=message):
            mixed.joint_vector(values)

    @pytest.mark.parametrize(
        ("default", "message"), [([1.0, 2.0], r"default must have shape \(3,\)"), (np.nan, "NaN")]
    )
    def test_wrong_defaults_are_named(self, mixed, default, message):
        with pytest.raises(DefinitionError, match=message):
            mixed.joint_vector({}, default=default)


class TestStates:
    def test_velocity_is_zero_when_absent(self, free):
        state = free.state(free.configuration({}))
        assert state.v.tolist() == [0.0] * 9
        assert state.time == 0.0

    def test_arrays_are_copied_and_read_only(self, free):
        q, v = free.configuration({}), np.ones(9)
        state = free.state(q, v, time=2)
        q[0] = v[0] = 5.0
        assert state.q[0] == 0.0
        assert state.v[0] == 1.0
        for array in (state.q, state.v):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1.0

    def test_lists_are_welcome(self):
        assert load_robot(robots.ONE_JOINT).state([0.5], [1]).q.tolist() == [0.5]

    @pytest.mark.parametrize("norm", [0.0, 0.99, 1.01])
    def test_quaternions_must_have_norm_one(self, free, norm):
        q = free.configuration({})
        q[3:7] *= norm
        with pytest.raises(StateError, match="unit norm"):
            free.state(q)

    def test_cosine_and_sine_must_have_norm_one(self, mixed):
        q = mixed.configuration({})
        q[:2] = 0.0, 0.0
        with pytest.raises(StateError, match="unit norm"):
            mixed.state(q)

    def test_rounding_of_a_quaternion_is_let_pass(self, free):
        q = free.configuration({})
        q[3:7] *= 1.0 + 1e-9
        free.state(q)

    @pytest.mark.parametrize(
        ("q", "v", "time", "message"),
        [
            (np.zeros(2), None, 0.0, r"q must have shape \(1,\), got \(2,\)"),
            (np.zeros((1, 1)), None, 0.0, r"q must have shape \(1,\), got \(1, 1\)"),
            ([np.nan], None, 0.0, r"q\[0\] is nan"),
            ([0.0], [0.0, 0.0], 0.0, r"v must have shape \(1,\), got \(2,\)"),
            ([0.0], [np.inf], 0.0, r"v\[0\] is inf"),
            ([0.0], [0.0], np.nan, "time must be a finite number, got nan"),
            ([0.0], [0.0], "now", "time must be a number, got 'now'"),
        ],
    )
    def test_wrong_arguments_are_named(self, q, v, time, message):
        with pytest.raises(DefinitionError, match=message):
            load_robot(robots.ONE_JOINT).state(q, v, time)

    def test_a_state_is_frozen_and_says_its_size(self, free):
        state = free.neutral_state()
        assert repr(state) == "RobotState(nq=11, nv=9, time=0)"
        with pytest.raises(AttributeError):
            state.time = 1.0


class TestFrames:
    def test_a_name_shared_by_a_joint_and_a_link_means_the_link(self, mixed):
        named = [f for f in mixed.pin_model.frames if f.name == "tool"]
        assert len(named) == 2
        assert mixed.pin_model.frames[mixed.frame_id("tool")].type == pin.FrameType.BODY
        assert mixed.frame_names.count("tool") == 1

    def test_joints_are_frames_too(self, mixed):
        now = Workspace(mixed).evaluate(mixed.neutral_state())
        np.testing.assert_allclose(
            now.pose("spin").homogeneous, now.pose("a").homogeneous, atol=ANGLE
        )

    def test_wrong_names_list_close_ones(self, mixed):
        with pytest.raises(FrameNotFoundError, match=r"'toool'.*'tool'"):
            mixed.frame_id("toool")
        with pytest.raises(FrameNotFoundError, match="no frame 7"):
            mixed.frame_id(7)
        with pytest.raises(FrameNotFoundError):
            mixed.place("nowhere")

    def test_an_added_frame_is_fixed_to_its_parent(self, mixed, rng):
        placement = pin.SE3(pin.rpy.rpyToMatrix(0.1, 0.2, 0.3), np.array([0.1, 0.0, -0.2]))
        tooled = mixed.with_frame("tip", "tool", placement).with_frame("eye", "tip", placement)
        now = Workspace(tooled).evaluate(robots.random_state(tooled, rng))
        tip = now.pose("tool") * placement
        np.testing.assert_allclose(now.pose("tip").homogeneous, tip.homogeneous, atol=ANGLE)
        eye = tip * placement
        np.testing.assert_allclose(now.pose("eye").homogeneous, eye.homogeneous, atol=ANGLE)
        assert "tip" not in mixed.frame_names
        assert tooled.total_mass == mixed.total_mass
        assert tooled.source == mixed.source

    @pytest.mark.parametrize("taken", ["tool", "spin", "base"])
    def test_a_new_frame_needs_a_new_name(self, mixed, taken):
        with pytest.raises(DefinitionError, match=f"'{taken}'"):
            mixed.with_frame(taken, "tool", pin.SE3.Identity())

    def test_a_new_frame_needs_a_parent_and_a_pose(self, mixed):
        with pytest.raises(FrameNotFoundError, match="'tol'"):
            mixed.with_frame("tip", "tol", pin.SE3.Identity())
        with pytest.raises(DefinitionError, match="placement"):
            mixed.with_frame("tip", "tool", np.eye(4))
        with pytest.raises(DefinitionError, match="name must be"):
            mixed.with_frame("", "tool", pin.SE3.Identity())
        with pytest.raises(DefinitionError, match="offset"):
            mixed.place("tool", np.eye(4))

    def test_lowest_frames_are_links_from_below(self, mixed, rng):
        q = robots.random_state(mixed, rng).q
        names = mixed.lowest_frames(q, 3)
        now = Workspace(mixed).evaluate(mixed.state(q))
        links = sorted(("base", "a", "b", "c", "tool"), key=lambda n: now.pose(n).translation[2])
        assert names == links[:3]


class TestGravity:
    def test_it_points_down_unless_said_otherwise(self, mixed):
        assert mixed.gravity.tolist() == [0.0, 0.0, -9.81]
        assert mixed.with_gravity((0, 0, -1.62)).gravity.tolist() == [0.0, 0.0, -1.62]
        assert mixed.gravity.tolist() == [0.0, 0.0, -9.81]

    def test_the_array_given_out_is_the_callers(self, mixed):
        mixed.gravity[:] = 0.0
        assert mixed.gravity.tolist() == [0.0, 0.0, -9.81]

    @pytest.mark.parametrize("gravity", [-9.81, (0, -9.81), (0, 0, np.nan), "down"])
    def test_it_must_be_three_numbers(self, mixed, gravity):
        with pytest.raises(DefinitionError, match="gravity"):
            mixed.with_gravity(gravity)


COPIES = [copy.copy, copy.deepcopy, lambda robot: pickle.loads(pickle.dumps(robot))]


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("text", [robots.MIXED, robots.GRIPPER])
def test_copies_are_equal_and_read_only(text, copied, rng):
    robot = load_robot(text, floating_base=True, gravity=(0, 0, -3))
    twin = copied(robot)
    assert twin.pin_model == robot.pin_model
    assert twin.source == robot.source
    for name in ("lower_position", "upper_position", "velocity_limit", "effort_limit"):
        assert (getattr(twin, name) == getattr(robot, name)).all()
        assert not getattr(twin, name).flags.writeable
    state = robots.random_state(robot, rng)
    again = copied(state)
    assert (again.q == state.q).all()
    assert (Workspace(twin).evaluate(again).M == Workspace(robot).evaluate(state).M).all()


@pytest.mark.requires("example-robot-data")
@pytest.mark.parametrize("copied", COPIES)
def test_copies_of_known_robots_keep_what_is_known(copied):
    robot = load_robot("g1")
    twin = copied(robot)
    assert twin.preset == robot.preset
    assert twin.name == "g1"
    assert (twin.friction == robot.friction).all()


def test_pickled_mimic_joints_keep_locks_frames_and_gravity(rng):
    # Pinocchio's own pickles of mimic joints crash the process at the next algorithm.
    text = robots.robot(
        *(robots.link(n) for n in ("base", "arm", "left", "right")),
        robots.joint("elbow", "base", "arm"),
        robots.joint("left", "arm", "left", "prismatic"),
        robots.joint("right", "arm", "right", inside='<mimic joint="left" multiplier="3"/>'),
    )
    robot = load_robot(text, floating_base=True, locked_joints={"elbow": 0.4}, gravity=(0, 1, 0))
    robot = robot.with_frame("tip", "right", pin.SE3.Random()).with_frame(
        "t2", "tip", pin.SE3.Random()
    )
    twin = pickle.loads(pickle.dumps(robot))
    assert twin.pin_model == robot.pin_model
    assert twin.source == robot.source
    state = robots.random_state(robot, rng)
    ours, theirs = (Workspace(r).evaluate(state) for r in (robot, twin))
    assert (ours.M == theirs.M).all()
    assert (ours.jacobian("t2", "world") == theirs.jacobian("t2", "world")).all()


def test_mimic_joints_without_a_urdf_cannot_be_pickled_but_copied(rng):
    robot = RobotModel(load_robot(robots.GRIPPER).pin_model)
    with pytest.raises(ModelError, match="mimic joints"):
        pickle.dumps(robot)
    state = robots.random_state(robot, rng)
    twin = copy.deepcopy(robot)
    assert (Workspace(twin).evaluate(state).M == Workspace(robot).evaluate(state).M).all()
