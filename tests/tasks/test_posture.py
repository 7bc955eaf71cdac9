"""The posture task: by name, by the short way round, weighted by joint."""

import numpy as np
import pinocchio as pin
import pytest

import robots
from poise.errors import DefinitionError, JointNotFoundError
from poise.model import Workspace, load_robot
from poise.tasks import PostureTask, Target


@pytest.fixture
def robot():
    return load_robot(robots.MIXED, floating_base=True)


def at(robot, joints):
    return Workspace(robot).evaluate(robot.state(robot.configuration(joints)))


def test_the_error_is_target_minus_actual_by_joint(robot):
    now = at(robot, {"spin": 0.2, "slide": 0.1, "bend": -0.5})
    target = PostureTask().checked_target(robot, Target({"bend": 0.5, "spin": 0.5}))
    error = PostureTask().error(now, target)
    np.testing.assert_allclose(error, [0.3, -0.1, 1.0], atol=1e-12)


def test_a_continuous_joint_goes_the_short_way(robot):
    now = at(robot, {"spin": 3.0, "bend": 1.5})
    error = PostureTask().error(now, Target(np.array([-3.0, 0.0, -1.5])))
    np.testing.assert_allclose(error, [2 * np.pi - 6.0, 0.0, -3.0], atol=1e-12)


def test_the_error_does_not_depend_on_the_base(robot, rng):
    for _ in range(10):
        base = pin.SE3(pin.exp3(rng.normal(size=3)), rng.normal(size=3))
        state = robot.state(robot.configuration({"spin": 0.4, "bend": 0.2}, base))
        error = PostureTask().error(Workspace(robot).evaluate(state), Target(np.zeros(3)))
        np.testing.assert_allclose(error, [-0.4, 0.0, -0.2], atol=1e-12)


def test_weights_go_by_name_and_others_are_zero(robot):
    assert PostureTask(weight={"bend": 3.0}).weights(robot).tolist() == [0.0, 0.0, 3.0]
    assert PostureTask(weight=2.0).weights(robot).tolist() == [2.0, 2.0, 2.0]
    assert PostureTask(weight=[1, 2, 3]).weights(robot).tolist() == [1.0, 2.0, 3.0]


def test_rows_are_the_joints(robot):
    assert PostureTask().row_names(robot) == ("spin", "slide", "bend")


def test_a_mapping_of_weights_is_copied(robot):
    mine = {"bend": 3.0}
    task = PostureTask(weight=mine)
    mine["bend"] = 9.0
    mine["none"] = 1.0
    assert task.weights(robot).tolist() == [0.0, 0.0, 3.0]


def test_wrong_joints_list_close_ones(robot):
    with pytest.raises(JointNotFoundError, match=r"'bent'.*'bend'"):
        PostureTask(weight={"bent": 1.0}).check(robot)
    with pytest.raises(JointNotFoundError, match=r"'bent'.*'bend'"):
        PostureTask().checked_target(robot, Target({"bent": 1.0}))


@pytest.mark.parametrize("weight", [{"bend": -1.0}, {"bend": np.nan}, {"bend": "much"}])
def test_wrong_weights_name_the_joint(weight):
    with pytest.raises(DefinitionError, match="weight of task 'posture' for joint 'bend'"):
        PostureTask(weight=weight)


def test_a_pose_is_no_posture(robot):
    with pytest.raises(DefinitionError, match="'posture' must hold joint positions, got a pose"):
        PostureTask().checked_target(robot, Target(pin.SE3.Identity()))


def test_units_follow_the_joints():
    robot = load_robot(robots.MIXED)
    assert robot.joint_units == ("rad", "m", "rad")
    assert PostureTask().row_units(robot) == ("rad", "m", "rad")
