"""Limits and losses of joints, one row per degree of freedom, in the order of the names."""

import numpy as np
import pinocchio as pin
import pytest

import robots
from poise.errors import ModelWarning
from poise.model import RobotModel, load_robot
from poise.model.joints import joint_table


@pytest.mark.parametrize("free", [False, True])
def test_limits_are_those_of_the_file(free):
    robot = load_robot(robots.MIXED, floating_base=free)
    assert robot.joint_names == ("spin", "slide", "bend")
    assert robot.lower_position.tolist() == [-np.inf, -0.2, -1.0]
    assert robot.upper_position.tolist() == [np.inf, 0.4, 2.0]
    assert robot.velocity_limit.tolist() == [5.0, 0.8, 3.0]
    assert robot.effort_limit.tolist() == [4.0, 70.0, 10.0]
    assert robot.damping.tolist() == [0.0, 3.0, 0.0]
    assert robot.friction.tolist() == [0.0, 2.0, 0.0]
    assert robot.armature.tolist() == [0.0, 0.0, 0.0]


def test_what_has_no_limit_is_infinite():
    robot = load_robot(robots.CONTINUOUS_MIMIC)
    for limit in (robot.upper_position, robot.velocity_limit, robot.effort_limit):
        assert limit.tolist() == [np.inf]
    assert robot.lower_position.tolist() == [-np.inf]


@pytest.mark.parametrize(
    "name",
    [
        *("lower_position", "upper_position", "velocity_limit", "effort_limit"),
        *("armature", "damping", "friction"),
    ],
)
def test_limits_cannot_be_changed(name):
    array = getattr(load_robot(robots.MIXED, floating_base=True), name)
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1.0


@pytest.mark.parametrize("text", [robots.MIXED, robots.CONTINUOUS_MIMIC, robots.GRIPPER])
@pytest.mark.parametrize("free", [False, True])
def test_rows_stand_where_pinocchio_has_them(text, free):
    model = load_robot(text, floating_base=free).pin_model
    table = joint_table(model)
    first = 6 if free else 0
    assert len(table.names) == model.nv - first
    for row, (name, index) in enumerate(zip(table.names, table.q_index, strict=True)):
        own = model.joints[model.getJointId(name)]
        assert own.idx_v == first + row
        assert own.idx_q == index
        assert table.continuous[row] == (own.nq == 2)


def test_a_robot_without_joints_has_empty_limits():
    robot = load_robot(robots.ONE_LINK)
    assert robot.joint_names == ()
    assert robot.effort_limit.shape == (0,)
    assert robot.joint_vector({}).shape == (0,)


@pytest.mark.requires("mujoco")
def test_a_ball_joint_has_three_rows_without_limits():
    robot = load_robot(robots.BALL_JOINTS)
    assert (robot.nq, robot.nv, robot.na) == (7 + 4 + 1, 6 + 3 + 1, 4)
    assert robot.joint_names == ("hip.x", "hip.y", "hip.z", "knee")
    assert robot.lower_position[:3].tolist() == [-np.inf] * 3
    np.testing.assert_allclose(robot.upper_position[3], np.pi / 2)
    assert robot.joint_row("hip.z") == 2


def test_three_kinds_of_joints_with_several_freedoms_are_named_by_axis():
    model = pin.Model()
    inertia = pin.Inertia.Random()
    for name, kind in (("ball", pin.JointModelSpherical()), ("shift", pin.JointModelTranslation())):
        index = model.addJoint(len(model.joints) - 1, kind, pin.SE3.Random(), name)
        model.appendBodyToJoint(index, inertia, pin.SE3.Identity())
    robot = RobotModel(model)
    assert robot.joint_names == ("ball.x", "ball.y", "ball.z", "shift.x", "shift.y", "shift.z")
    q = robot.configuration({"shift.y": 2.5, "ball.x": 0.5})
    np.testing.assert_allclose(robot.joint_positions(q), [0.5, 0.0, 0.0, 0.0, 2.5, 0.0], atol=1e-12)


@pytest.mark.requires("example-robot-data")
def test_friction_of_the_file_counts_unless_the_preset_says_off():
    on, off = load_robot("talos"), load_robot("g1")
    assert on.preset.joint_friction == "model"
    assert on.damping.any()
    assert on.friction.any()
    for robot in (on, off):
        if robot.preset.joint_friction == "off":
            assert not robot.damping.any()
            assert not robot.friction.any()


def test_effort_limits_that_differ_by_direction_become_the_smaller_with_a_warning():
    """A pin.Model may have two sides; a limit is never dropped silently."""
    model = pin.Model()
    model.addJoint(0, pin.JointModelRZ(), pin.SE3.Identity(), "turn")
    model.upperEffortLimit = np.full(model.nv, 150.0)
    model.lowerEffortLimit = np.full(model.nv, -5.0)
    with pytest.warns(ModelWarning, match="effort limits differ by direction"):
        robot = RobotModel(model)
    np.testing.assert_array_equal(robot.effort_limit, 5.0)
