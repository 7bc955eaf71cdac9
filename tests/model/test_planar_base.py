"""Robots on a base that drives on a plane."""

import numpy as np
import pinocchio as pin
import pytest

import robots
from poise.errors import DefinitionError
from poise.model import PlanarBase, Workspace, load_robot

BASE = PlanarBase(1.0, 0.5, 2.0)


@pytest.fixture
def robot():
    return load_robot(robots.ONE_JOINT, base=BASE)


def test_three_more_rows_with_their_own_limits(robot):
    alone = load_robot(robots.ONE_JOINT)
    assert robot.joint_names == ("base.x", "base.y", "base.yaw", *alone.joint_names)
    assert robot.joint_units[:3] == ("m", "m", "rad")
    assert robot.velocity_limit.tolist() == [1.0, 0.5, 2.0, *alone.velocity_limit]
    assert robot.effort_limit.tolist() == [np.inf] * 3 + alone.effort_limit.tolist()
    assert np.isinf(robot.upper_position[:3]).all()
    assert robot.total_mass == pytest.approx(3.0)  # the root link counts: it moves
    assert robot.base_frame == "base"
    assert repr(robot).startswith("RobotModel('mine', mobile base, 4 joints")
    assert (robot.damping[3], robot.friction[3]) == (alone.damping[0], alone.friction[0])


def test_positions_are_those_in_the_world(robot):
    where = {"base.x": 2.0, "base.y": -1.0, "base.yaw": 2.5, "turn": 0.3}
    q = robot.configuration(where)
    now = Workspace(robot).evaluate(robot.state(q))
    pose = now.pose("base")
    np.testing.assert_allclose(pose.translation, [2.0, -1.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(pose.rotation, pin.rpy.rpyToMatrix(0.0, 0.0, 2.5), atol=1e-12)
    np.testing.assert_allclose(robot.joint_positions(q), list(where.values()), atol=1e-12)


def test_velocities_are_in_the_bases_own_axes(robot):
    q = robot.configuration({"base.x": 2.0, "base.yaw": np.pi / 2})
    now = Workspace(robot).evaluate(robot.state(q, [1.0, 0.0, 0.0, 0.0]))
    np.testing.assert_allclose(
        now.twist("base", "world"), [0.0, 1.0, 0.0, 0.0, 0.0, 0.0], atol=1e-12
    )


def test_the_dynamics_are_those_of_a_planar_root_joint(robot, rng):
    built = pin.buildModelFromXML(robots.ONE_JOINT, pin.JointModelPlanar())
    state = robots.random_state(robot, rng)
    acceleration = rng.normal(size=4)
    data = built.createData()
    expected = pin.rnea(built, data, state.q, state.v, acceleration)
    now = Workspace(robot).evaluate(state)
    np.testing.assert_allclose(now.M @ acceleration + now.h, expected, atol=1e-11)


@pytest.mark.requires("example-robot-data")
@pytest.mark.parametrize("name", ["g1", "panda"])
def test_known_robots_may_be_put_on_it(name):
    robot = load_robot(name, base=BASE, gravity=[0.0, 0.0, -1.6])
    alone = load_robot(name, floating_base=False)
    assert robot.na == alone.na + 3
    assert robot.has_mimics == alone.has_mimics
    assert robot.gravity.tolist() == [0.0, 0.0, -1.6]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((0.0, 0.0, 0.0), "forward must be > 0"),
        ((1.0, -1.0, 0.0), "sideways must be ≥ 0, got -1"),
        ((1.0, 0.0, np.nan), "turning must be a finite number"),
        (("fast", 0.0, 0.0), "forward must be a number, got 'fast'"),
    ],
)
def test_limits_are_checked(values, message):
    with pytest.raises(DefinitionError, match=message):
        PlanarBase(*values)


def test_a_robot_has_one_base(robot):
    with pytest.raises(DefinitionError, match="floating_base must not be True"):
        load_robot(robots.ONE_JOINT, base=BASE, floating_base=True)
    with pytest.raises(DefinitionError, match="has a base that moves already"):
        BASE.carrying(robot)
    with pytest.raises(DefinitionError, match="base must be a PlanarBase or None, got 'planar'"):
        load_robot(robots.ONE_JOINT, base="planar")
    named = robots.robot(robots.link("a"), robots.link("b"), robots.joint("base", "a", "b"))
    with pytest.raises(DefinitionError, match="has a joint named 'base'"):
        load_robot(named, base=BASE)
