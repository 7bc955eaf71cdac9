"""Frame and centre-of-mass tasks: world axes, signs, weights in other axes, names."""

import numpy as np
import pinocchio as pin
import pytest

import robots
from poise.errors import DefinitionError, FrameNotFoundError
from poise.model import Workspace, load_robot
from poise.tasks import (
    CenterOfMassTask,
    FrameOrientationTask,
    FramePoseTask,
    FramePositionTask,
    Target,
)
from poise.tasks.frame_task import FrameTask

ROUND_OFF = 1e-12
FRAME_TASKS = (FramePoseTask, FramePositionTask, FrameOrientationTask)


@pytest.fixture
def robot():
    return load_robot(robots.MIXED, floating_base=True)


@pytest.fixture
def now(robot, rng):
    return Workspace(robot).evaluate(robots.random_state(robot, rng))


class TestErrors:
    def test_a_target_one_centimetre_up_is_an_error_along_world_z(self, now):
        up = np.array([0.0, 0.0, 0.01])
        position, pose, com = (
            FramePositionTask("p", "tool"),
            FramePoseTask("t", "tool"),
            CenterOfMassTask(),
        )
        for task in (position, pose, com):
            error = task.error(now, task.target_from(now).moved(up))
            np.testing.assert_allclose(error[:3], up, atol=ROUND_OFF)
            np.testing.assert_allclose(error[3:], 0.0, atol=ROUND_OFF)

    @pytest.mark.parametrize("angle", [1e-8, 0.3, 3.0])
    def test_a_turn_about_a_world_axis_is_an_error_along_it(self, now, angle):
        turn = angle * np.array([0.0, 0.6, 0.8])
        rotation = now.pose("tool").rotation
        target = pin.exp3(turn) @ rotation
        error = FrameOrientationTask("r", "tool").error(now, Target(target))
        np.testing.assert_allclose(error, turn, atol=1e-9)
        pose = Target(pin.SE3(target, now.pose("tool").translation))
        np.testing.assert_allclose(FramePoseTask("t", "tool").error(now, pose)[3:], turn, atol=1e-9)

    def test_the_error_is_r_log_of_the_relative_rotation(self, now, rng):
        rotation = now.pose("tool").rotation
        for _ in range(20):
            target = pin.exp3(rng.normal(size=3))
            expected = rotation @ pin.log3(rotation.T @ target)
            error = FrameOrientationTask("r", "tool").error(now, Target(target))
            np.testing.assert_allclose(error, expected, atol=1e-9)

    def test_half_a_turn_has_a_finite_error(self, now):
        target = pin.exp3(np.array([np.pi, 0, 0])) @ now.pose("tool").rotation
        error = FrameOrientationTask("r", "tool").error(now, Target(target))
        assert np.linalg.norm(error) == pytest.approx(np.pi, abs=1e-7)

    def test_a_pose_is_position_and_orientation(self, now, rng):
        target = pin.SE3(pin.exp3(rng.normal(size=3)), rng.normal(size=3))
        pose = FramePoseTask("t", "tool").error(now, Target(target))
        position = FramePositionTask("p", "tool").error(now, Target(target.translation))
        turn = FrameOrientationTask("r", "tool").error(now, Target(target.rotation))
        np.testing.assert_allclose(pose, np.concatenate((position, turn)), atol=ROUND_OFF)

    def test_an_unchecked_target_of_the_wrong_kind_is_named(self, now):
        with pytest.raises(DefinitionError, match=r"task 'reach' must hold a pin\.SE3 pose"):
            FramePoseTask("reach", "tool").error(now, Target(np.zeros(3)))


class TestAxes:
    @pytest.mark.parametrize("kind", FRAME_TASKS)
    def test_weights_may_be_in_the_frames_own_or_anothers_axes(self, kind, now):
        assert kind("t", "tool").rotation(now) is None
        for axes, frame in (("local", "tool"), ("a", "a"), ("base", "base")):
            rotation = kind("t", "tool", axes=axes).rotation(now)
            np.testing.assert_allclose(rotation, now.pose(frame).rotation.T, atol=ROUND_OFF)

    def test_the_centre_of_mass_has_no_axes_of_its_own(self, robot, now):
        assert CenterOfMassTask().rotation(now) is None
        rotation = CenterOfMassTask(axes="base").rotation(now)
        np.testing.assert_allclose(rotation, now.pose("base").rotation.T, atol=ROUND_OFF)
        with pytest.raises(FrameNotFoundError, match="'local'"):
            CenterOfMassTask(axes="local").check(robot)

    def test_they_do_not_turn_jacobian_and_error(self, now):
        target = Target(pin.SE3.Random())
        plain, local = FramePoseTask("t", "tool"), FramePoseTask("t", "tool", axes="local")
        assert (plain.jacobian(now) == local.jacobian(now)).all()
        assert (plain.error(now, target) == local.error(now, target)).all()


class TestNames:
    @pytest.mark.parametrize("kind", FRAME_TASKS)
    def test_frames_are_looked_up_when_checked(self, kind, robot):
        with pytest.raises(FrameNotFoundError, match=r"'tol'.*'tool'"):
            kind("t", "tol").check(robot)
        with pytest.raises(FrameNotFoundError, match="'wrld'"):
            kind("t", "tool", axes="wrld").check(robot)

    @pytest.mark.parametrize("kind", FRAME_TASKS)
    @pytest.mark.parametrize("changes", [{"name": ""}, {"name": 3}, {"frame": ""}, {"axes": ""}])
    def test_names_must_be_names(self, kind, changes):
        with pytest.raises(DefinitionError, match=f"{next(iter(changes))}.* must be a non-empty"):
            kind(**{"name": "t", "frame": "tool"} | changes)

    def test_rows_are_named_by_axis(self, robot):
        assert FramePoseTask("t", "tool").row_names(robot) == ("x", "y", "z", "rx", "ry", "rz")
        assert FramePositionTask("t", "tool").row_names(robot) == ("x", "y", "z")
        assert FrameOrientationTask("t", "tool").row_names(robot) == ("rx", "ry", "rz")
        assert CenterOfMassTask().row_names(robot) == ("x", "y", "z")

    def test_the_shared_part_is_no_task_of_its_own(self):
        with pytest.raises(TypeError, match="abstract"):
            FrameTask("t", "tool")


class TestMovedTargets:
    def test_a_position_and_a_pose_move_in_the_world(self):
        position = Target(np.array([1.0, 2.0, 3.0])).moved([0, 0, 1], [1, 0, 0], [0, 2, 0])
        assert position.value.tolist() == [1.0, 2.0, 4.0]
        assert position.velocity.tolist() == [1.0, 0.0, 0.0]
        assert position.acceleration.tolist() == [0.0, 2.0, 0.0]
        start = pin.SE3.Random()
        pose = Target(start).moved([0, 0, 1], velocity=[1, 0, 0])
        np.testing.assert_allclose(pose.value.translation, np.add(start.translation, (0, 0, 1)))
        np.testing.assert_array_equal(pose.value.rotation, start.rotation)
        assert pose.velocity.tolist() == [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
        assert pose.acceleration is None

    def test_the_first_target_stays_as_it_was(self):
        value = np.zeros(3)
        Target(value).moved([1, 1, 1])
        assert not value.any()
        pose = pin.SE3.Identity()
        Target(pose).moved([1, 1, 1])
        assert not pose.translation.any()

    @pytest.mark.parametrize("value", [np.eye(3), np.zeros(7), [[1.0]]])
    def test_what_has_no_position_does_not_move(self, value):
        with pytest.raises(DefinitionError, match="needs a target with a position"):
            Target(value).moved([0, 0, 1])

    @pytest.mark.parametrize("name", ["offset", "velocity", "acceleration"])
    def test_wrong_shifts_are_named(self, name):
        arguments = {"offset": np.zeros(3)} | {name: np.zeros(2)}
        with pytest.raises(DefinitionError, match=rf"{name} must have shape \(3,\)"):
            Target(np.zeros(3)).moved(**arguments)
