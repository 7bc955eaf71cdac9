"""Relative poses, directions, distances, gears and manipulability against closed forms."""

import dataclasses

import numpy as np
import pinocchio as pin
import pytest

import robots
from poise.errors import (
    DefinitionError,
    FrameNotFoundError,
    JointNotFoundError,
    StateError,
)
from poise.model import Workspace, load_robot
from poise.tasks import (
    AxisAlignmentTask,
    DistanceTask,
    JointCouplingTask,
    JointPositionTask,
    LookAtTask,
    ManipulabilityTask,
    RelativePoseTask,
    Target,
)


def arm(*kinds, lengths=(0.4, 0.3)):
    """A yaw joint, then two that bend in a plane; or three that slide along x, y and z."""
    if kinds == ("slides",):
        axes, kind, steps = ("1 0 0", "0 1 0", "0 0 1"), "prismatic", ("0 0 0",) * 4
    else:
        axes, kind = ("0 0 1", "0 1 0", "0 1 0"), "revolute"
        steps = ("0 0 0", "0 0 0", f"{lengths[0]} 0 0", f"{lengths[1]} 0 0")
    parts = [robots.link("l0")]
    for k, axis in enumerate(axes):
        parts.append(robots.link(f"l{k + 1}"))
        parts.append(
            f'<joint name="j{k + 1}" type="{kind}"><parent link="l{k}"/><child link="l{k + 1}"/>'
            f'<origin xyz="{steps[k]}"/><axis xyz="{axis}"/>'
            '<limit lower="-3" upper="3" effort="9" velocity="9"/></joint>'
        )
    parts.append(robots.link("tip"))
    parts.append(
        '<joint name="end" type="fixed"><parent link="l3"/><child link="tip"/>'
        f'<origin xyz="{steps[3]}"/></joint>'
    )
    return load_robot(robots.robot(*parts))


@pytest.fixture
def mixed():
    return load_robot(robots.MIXED, floating_base=True)


def at(robot, state):
    return Workspace(robot).evaluate(state)


class TestRelativePose:
    def test_moving_the_whole_robot_changes_nothing(self, mixed, rng):
        task = RelativePoseTask("seen", "tool", "a")
        state = robots.random_state(mixed, rng)
        now = at(mixed, state)
        np.testing.assert_allclose(task.jacobian(now)[:, :6], 0.0, atol=1e-12)
        target = task.target_from(now)
        moved = pin.integrate(
            mixed.pin_model, state.q, np.r_[rng.normal(size=6), np.zeros(mixed.na)]
        )
        there = at(mixed, mixed.state(moved, state.v))
        np.testing.assert_allclose(task.error(there, target), 0.0, atol=1e-12)

    def test_from_the_world_it_is_a_frame_pose(self, mixed, rng):
        task = RelativePoseTask("seen", "tool", "world")
        now = at(mixed, robots.random_state(mixed, rng))
        np.testing.assert_allclose(task.jacobian(now), now.jacobian("tool", "world"), atol=1e-12)
        bias = now.classical_bias_acceleration("tool", "world")
        np.testing.assert_allclose(task.bias(now), bias, atol=1e-12)

    def test_weights_may_be_in_any_axes(self, mixed, rng):
        now = at(mixed, robots.random_state(mixed, rng))
        R = {name: now.pose(name).rotation for name in ("tool", "a", "b")}
        for axes, expected in {
            "local": R["tool"].T @ R["a"],
            "world": R["a"],
            "b": R["b"].T @ R["a"],
        }.items():
            task = RelativePoseTask("seen", "tool", "a", axes=axes)
            np.testing.assert_allclose(task.rotation(now), expected, atol=1e-12)
        assert RelativePoseTask("seen", "tool", "a").rotation(now) is None


class TestDistance:
    def test_law_of_cosines(self, rng):
        robot, task = arm(), DistanceTask("reach", "tip", "l1")
        for yaw, shoulder, elbow in rng.uniform(-3.0, 3.0, (20, 3)):
            now = at(robot, robot.state([yaw, shoulder, elbow]))
            d = np.sqrt(0.4**2 + 0.3**2 + 2 * 0.4 * 0.3 * np.cos(elbow))
            assert task.value(now) == pytest.approx(d, rel=1e-12)
            slope = -0.4 * 0.3 * np.sin(elbow) / d
            np.testing.assert_allclose(task.jacobian(now), [[0.0, 0.0, slope]], atol=1e-12)

    def test_frames_at_one_place_are_named(self):
        robot = arm()
        task = DistanceTask("apart", "l1", "l2")
        now = at(robot, robot.state(np.zeros(3)))
        assert task.value(now) == 0.0
        with pytest.raises(StateError, match="frames 'l1' and 'l2' of task 'apart' coincide"):
            task.jacobian(now)

    def test_a_distance_is_not_negative(self):
        with pytest.raises(DefinitionError, match="target of task 'd' must be ≥ 0, got -1"):
            DistanceTask("d", "tip", "l1").checked_target(arm(), Target(-1.0))


def follow(task, robot, q, target=None, steps=400, gain=0.05):
    """Go where the error points to, by least squares."""
    for _ in range(steps):
        now = at(robot, robot.state(q))
        wanted = task.target_from(now) if target is None else target
        step = np.linalg.pinv(task.jacobian(now), rcond=1e-3) @ task.error(now, wanted)
        q = pin.integrate(robot.pin_model, q, gain * step)
    return at(robot, robot.state(q))


class TestPointing:
    def test_the_axis_goes_through_the_point(self, mixed, rng):
        task = LookAtTask("gaze", "tool", (0.0, 0.6, 0.8), point=(0.7, -2.0, 0.4))
        end = follow(task, mixed, robots.random_state(mixed, rng).q)
        pose = end.pose("tool")
        way = np.array([0.7, -2.0, 0.4]) - pose.translation
        np.testing.assert_allclose(
            pose.rotation @ [0.0, 0.6, 0.8], way / np.linalg.norm(way), atol=1e-6
        )

    def test_turning_about_the_axis_is_free(self, mixed, rng):
        task = AxisAlignmentTask("upright", "base", (0.0, 0.0, 1.0))
        now = at(mixed, robots.random_state(mixed, rng))
        # The base's own angular velocity about z is entry 5 of v.
        np.testing.assert_allclose(task.jacobian(now)[:, 5], 0.0, atol=1e-12)
        np.testing.assert_allclose(task.jacobian(now)[:, 3:5], np.eye(2), atol=1e-12)

    @pytest.mark.parametrize("angle", [1e-9, 0.3, 3.1, np.pi])
    def test_the_error_is_the_angle_up_to_the_opposite_direction(self, mixed, angle):
        task = AxisAlignmentTask("upright", "base", (0.0, 0.0, 1.0))
        q = mixed.neutral_state().q
        turned = pin.integrate(
            mixed.pin_model, q, np.r_[0.0, 0.0, 0.0, angle, 0.0, 0.0, np.zeros(mixed.na)]
        )
        error = task.error(at(mixed, mixed.state(turned)), Target([0.0, 0.0, 1.0]))
        np.testing.assert_allclose(np.linalg.norm(error), angle, rtol=1e-6)
        end = follow(task, mixed, turned, Target([0.0, 0.0, 1.0]))
        assert end.pose("base").rotation[2, 2] == pytest.approx(1.0, abs=1e-12)

    def test_a_point_on_a_frame_is_followed(self, mixed, rng):
        task = LookAtTask("gaze", "base", point=(0.1, 0.0, 0.0), point_frame="tool")
        state = robots.random_state(mixed, rng)
        end = follow(task, mixed, state.q)
        seen = end.pose("base").actInv(end.pose("tool") * np.array([0.1, 0.0, 0.0]))
        np.testing.assert_allclose(seen / np.linalg.norm(seen), [1.0, 0.0, 0.0], atol=1e-6)

    def test_a_point_at_the_frame_itself_is_named(self, mixed):
        task = LookAtTask("gaze", "tool", point_frame="tool")
        with pytest.raises(StateError, match="'tool' of task 'gaze' is at the point"):
            task.jacobian(at(mixed, mixed.neutral_state()))

    @pytest.mark.parametrize("axis", [(0.0, 0.0, 0.0), (1.0, 2.0), (np.nan, 0.0, 1.0)])
    def test_an_axis_is_a_direction(self, axis):
        with pytest.raises(DefinitionError, match="axis of task 'gaze'"):
            LookAtTask("gaze", "tool", axis)


class TestJointsByName:
    def test_rows_are_the_named_joints_in_the_order_named(self, mixed, rng):
        # Behind a floating base, where an index by hand is off by six.
        task = JointPositionTask("two", ["bend", "spin"])
        state = robots.random_state(mixed, rng)
        now = at(mixed, state)
        velocities = dict(zip(mixed.joint_names, state.v[6:], strict=True))
        assert task.velocity(now).tolist() == [velocities["bend"], velocities["spin"]]
        target = task.checked_target(mixed, Target({"spin": 1.0, "bend": 0.5}))
        assert target.value.tolist() == [0.5, 1.0]

    def test_a_continuous_joint_goes_the_short_way(self, mixed):
        task = JointPositionTask("turn", ["spin"])
        now = at(mixed, mixed.state(mixed.configuration({"spin": 3.1})))
        error = task.error(now, Target([-3.1]))
        np.testing.assert_allclose(error, [2 * np.pi - 6.2], atol=1e-12)

    def test_joints_that_are_not_there_are_named(self, mixed):
        with pytest.raises(JointNotFoundError, match=r"'bent'.*Did you mean 'bend'"):
            JointPositionTask("two", ["bent"]).check(mixed)
        with pytest.raises(DefinitionError, match="'bend' stands twice"):
            JointPositionTask("two", ["bend", "bend"])
        with pytest.raises(DefinitionError, match=r"for each of bend and for no other.*got spin"):
            JointPositionTask("one", ["bend"]).checked_target(mixed, Target({"spin": 1.0}))


class TestCoupling:
    def test_a_gear_with_an_offset(self, mixed):
        task = JointCouplingTask("gear", {"bend": 1.0, "slide": -3.0}, 0.1)
        now = at(mixed, mixed.state(mixed.configuration({"bend": 0.7, "slide": 0.2})))
        np.testing.assert_allclose(task.error(now, task.target_from(now)), [0.0], atol=1e-12)
        assert task.row_units(mixed) == ("rad",)

    def test_a_turn_of_a_continuous_joint_is_no_error(self, mixed):
        task = JointCouplingTask("gear", {"bend": 1.0, "spin": -2.0})
        for bend, spin in ((0.4, 0.2), (0.4, 0.2 - np.pi), (-1.0, np.pi - 0.5)):
            now = at(mixed, mixed.state(mixed.configuration({"bend": bend, "spin": spin})))
            np.testing.assert_allclose(task.error(now, task.target_from(now)), [0.0], atol=1e-12)

    def test_a_continuous_joint_with_a_broken_factor_is_refused(self, mixed):
        with pytest.raises(DefinitionError, match=r"'spin' is continuous.*whole number, got 0.5"):
            JointCouplingTask("gear", {"bend": 1.0, "spin": 0.5}).check(mixed)

    @pytest.mark.parametrize("factors", [{}, {"bend": 0.0}, ["bend"], {"bend": np.nan}])
    def test_factors_are_checked(self, factors):
        with pytest.raises(DefinitionError, match="factors of task 'gear'"):
            JointCouplingTask("gear", factors)


class TestManipulability:
    def test_closed_form_of_an_elbow_arm(self, rng):
        robot, task = arm(), ManipulabilityTask("agile", "tip", floor=1e-9)
        for yaw, shoulder, elbow in rng.uniform(-2.9, 2.9, (20, 3)):
            now = at(robot, robot.state([yaw, shoulder, elbow]))
            out = 0.4 * np.cos(shoulder) + 0.3 * np.cos(shoulder + elbow)
            expected = 0.4 * 0.3 * abs(np.sin(elbow) * out)
            assert task.value(now) == pytest.approx(expected, rel=1e-6)

    def test_sliding_joints_alone_move_equally_well_everywhere(self, rng):
        robot, task = arm("slides"), ManipulabilityTask("agile", "tip", floor=1e-9)
        now = at(robot, robot.state(rng.normal(size=3), rng.normal(size=3)))
        assert task.value(now) == pytest.approx(1.0, rel=1e-12)
        np.testing.assert_allclose(task.jacobian(now), 0.0, atol=1e-12)

    def test_following_it_leads_away_from_the_stretched_arm(self):
        robot, task = arm(), ManipulabilityTask("agile", "tip")
        start = robot.state([0.3, 0.5, 0.02]).q
        end = follow(task, robot, start, Target([0.06]), steps=200)
        assert task.value(end) == pytest.approx(0.06, rel=1e-3)

    def test_a_joint_that_mimics_another_counts(self, rng):
        robot = load_robot(robots.CONTINUOUS_MIMIC, floating_base=True)
        state = robots.random_state(robot, rng)
        now = at(robot, state)
        h = 1e-5
        qdd = np.zeros(robot.nv)
        after, before = (at(robot, robots.moved(robot, state, qdd, t)) for t in (h, -h))
        rate, _ = now.jacobian_rates("gear")
        difference = after.jacobian("gear", "world") - before.jacobian("gear", "world")
        np.testing.assert_allclose(rate, difference / (2 * h), atol=1e-8)
        by_q = np.einsum("irk,i->rk", now.jacobian_by_configuration("gear"), state.v)
        np.testing.assert_allclose(by_q, rate, atol=1e-12)

    def test_too_few_joints_are_named(self, mixed):
        with pytest.raises(DefinitionError, match="2 joints move frame 'b', fewer than the 3 rows"):
            ManipulabilityTask("agile", "b").check(mixed)
        ManipulabilityTask("agile", "tool").check(mixed)

    def test_unknown_parts_are_named(self):
        with pytest.raises(DefinitionError, match=r"part of task 'agile'.*'pose'.*got 'hand'"):
            ManipulabilityTask("agile", "tool", part="hand")


@pytest.mark.parametrize(
    "task",
    [
        RelativePoseTask("t", "tool", "nowhere"),
        DistanceTask("t", "nowhere", "tool"),
        LookAtTask("t", "tool", point_frame="nowhere"),
        AxisAlignmentTask("t", "tool", base="nowhere"),
        ManipulabilityTask("t", "nowhere"),
    ],
    ids=lambda task: type(task).__name__,
)
def test_frames_that_are_not_there_are_named(task, mixed):
    with pytest.raises(FrameNotFoundError, match="no frame 'nowhere'"):
        task.check(mixed)
    assert dataclasses.replace(task, weight=2.0).weights(mixed)[0] == 2.0
