"""A robot placed on the ground touches it with what shall touch, level and over the origin."""

import numpy as np
import pinocchio as pin
import pytest

import robots
from poise.contact import PointContact, SurfaceContact, preset_contacts, standing_state
from poise.errors import ContactWarning, DefinitionError
from poise.model import Workspace, load_robot
from poise.spatial import axis_angle_from_rotation

# Sums of lengths below 1 m.
ROUND_OFF = 1e-12


@pytest.fixture
def robot():
    return load_robot(robots.MIXED, floating_base=True)


def touching(robot, state, contacts):
    """Every contact point in the world, shape (k, 3)."""
    now = Workspace(robot).evaluate(state)
    found = []
    for contact in contacts:
        pose = now.pose(contact.frame) * contact.placement
        found.append(pose.translation + contact.points @ contact.axes(pose.rotation).T)
    return np.concatenate(found)


JOINTS = {"spin": 0.4, "slide": 0.1, "bend": -0.3}


def test_a_surface_becomes_level_and_touches(robot):
    contact = SurfaceContact("tool", 0.2, 0.1, 0.6, pin.SE3(np.eye(3), np.array([0, 0.1, -0.2])))
    state = standing_state(robot, [contact], JOINTS)
    points = touching(robot, state, [contact])
    np.testing.assert_allclose(points[:, 2], 0.0, atol=ROUND_OFF)
    assert state.q[:2].tolist() == [0.0, 0.0]
    np.testing.assert_allclose(robot.joint_positions(state.q), list(JOINTS.values()), atol=1e-12)
    assert not state.v.any()


def test_the_base_turns_no_more_than_needed(robot):
    contact = SurfaceContact("tool", 0.2, 0.1, 0.6)
    state = standing_state(robot, [contact], JOINTS)
    level = Workspace(robot).evaluate(robot.state(robot.configuration(JOINTS)))
    tilt = np.arccos(abs(level.pose("tool").rotation[2, 2]))
    turn = Workspace(robot).evaluate(state).pose("base").rotation
    assert tilt > 0.1
    assert np.linalg.norm(axis_angle_from_rotation(turn)) == pytest.approx(tilt)
    assert turn[2, 2] > 0  # not on its head


def test_three_points_become_level(robot):
    contacts = [PointContact(name, 0.6) for name in ("a", "b", "tool")]
    points = touching(robot, standing_state(robot, contacts, JOINTS), contacts)
    np.testing.assert_allclose(points[:, 2], 0.0, atol=ROUND_OFF)


@pytest.mark.parametrize("count", [1, 2])
def test_with_fewer_points_the_lowest_touches_and_the_base_stays_upright(robot, count):
    contacts = [PointContact(name, 0.6) for name in ("a", "tool")[:count]]
    state = standing_state(robot, contacts, JOINTS)
    assert touching(robot, state, contacts)[:, 2].min() == pytest.approx(0.0, abs=ROUND_OFF)
    assert state.q[3:7].tolist() == [0.0, 0.0, 0.0, 1.0]


def test_inactive_contacts_do_not_count(robot):
    on = SurfaceContact("tool", 0.2, 0.1, 0.6)
    off = SurfaceContact("a", 0.2, 0.1, 0.6, active=False)
    with_both = standing_state(robot, [off, on], JOINTS)
    np.testing.assert_array_equal(with_both.q, standing_state(robot, [on], JOINTS).q)
    for contacts in ([off], []):
        with pytest.raises(DefinitionError, match="at least one active contact"):
            standing_state(robot, contacts, JOINTS)


def test_a_contact_defined_upside_down_is_refused(robot):
    flipped = pin.SE3(pin.rpy.rpyToMatrix(np.pi, 0.0, 0.0), np.zeros(3))
    contact = SurfaceContact("tool", 0.2, 0.1, 0.6, flipped)
    standing = standing_state(robot, [SurfaceContact("tool", 0.2, 0.1, 0.6)], JOINTS)
    upright = Workspace(robot).evaluate(standing).pose("tool").rotation[2, 2] > 0
    assert upright
    with pytest.raises(DefinitionError, match="'tool' would stand upside down"):
        standing_state(robot, [contact], JOINTS)


@pytest.mark.parametrize("contacts", [None, PointContact("a", 0.6), ["a"]])
def test_what_is_no_list_of_contacts_is_refused(robot, contacts):
    with pytest.raises(DefinitionError, match="contacts must"):
        standing_state(robot, contacts, JOINTS)
    with pytest.raises(DefinitionError, match="robot must be a RobotModel"):
        standing_state("g1", [], JOINTS)


def test_a_fixed_base_stays_where_it_is():
    robot = load_robot(robots.MIXED)
    state = standing_state(robot, [], JOINTS)
    np.testing.assert_array_equal(state.q, robot.configuration(JOINTS))


@pytest.mark.requires("example-robot-data")
@pytest.mark.parametrize("name", ["g1", "talos", "go2"])
def test_known_robots_stand_with_all_feet_on_the_ground(name):
    robot = load_robot(name)
    contacts = preset_contacts(robot)
    state = standing_state(robot, contacts, robot.preset.stance)
    points = touching(robot, state, contacts)
    # Stances are written to 0.1 mrad or so.
    np.testing.assert_allclose(points[:, 2], 0.0, atol=1e-3)
    assert points[:, 2].min() == pytest.approx(0.0, abs=ROUND_OFF)
    com = Workspace(robot).evaluate(state).com
    assert points[:, 0].min() < com[0] < points[:, 0].max()
    assert points[:, 1].min() < com[1] < points[:, 1].max()


@pytest.mark.requires("example-robot-data")
def test_degrees_are_noticed_by_the_limits():
    g1 = load_robot("g1")
    with pytest.warns(ContactWarning, match=r"'left_elbow_joint'.*at 30, outside its limits"):
        standing_state(g1, preset_contacts(g1), {"left_elbow_joint": 30.0})


def test_a_fixed_base_is_not_put_on_contacts_silently():
    robot = load_robot(robots.MIXED)
    frame = robot.frame_names[-1]
    with pytest.warns(ContactWarning, match="floating_base=True"):
        standing_state(robot, [PointContact(frame, 0.6)], np.zeros(robot.na))
