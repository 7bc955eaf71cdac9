"""Forward dynamics with forces at points."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

from poise.model import RobotModel, Workspace, load_robot
from poise.model.forward_dynamics import DRY_FRICTION_SPEED, ForwardDynamics, PlaceKinematics

pytestmark = pytest.mark.requires("example-robot-data")

GRIPPER = """<robot name="gripper"><link name="palm"/>
<link name="left"><inertial><origin xyz="0.1 0 0"/><mass value="0.4"/>
<inertia ixx="1e-3" iyy="2e-3" izz="2e-3" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="right"><inertial><origin xyz="0.1 0.1 0"/><mass value="0.7"/>
<inertia ixx="1e-3" iyy="2e-3" izz="2e-3" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="l" type="revolute"><parent link="palm"/><child link="left"/><axis xyz="0 0 1"/>
<limit effort="5" lower="-2" upper="2" velocity="9"/><dynamics damping="0.3"/></joint>
<joint name="r" type="revolute"><parent link="left"/><child link="right"/><axis xyz="0 0 1"/>
<origin xyz="0.2 0 0"/><limit effort="5" lower="-4" upper="4" velocity="9"/>
<mimic joint="l" multiplier="-1.7" offset="0.3"/></joint></robot>"""

PENDULUM = """<robot name="r"><link name="a"/><link name="b"><inertial><mass value="1e-3"/>
<inertia ixx="1e-5" iyy="1e-5" izz="1e-5" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
<dynamics friction="1.0"/></joint></robot>"""


def random_state(robot: RobotModel, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    pin.seed(seed)
    q = np.array(pin.randomConfiguration(robot.pin_model, -np.ones(robot.nq), np.ones(robot.nq)))
    return q, random.uniform(-1.0, 1.0, robot.nv), random.uniform(-5.0, 5.0, robot.nv)


def points_of(robot: RobotModel, frames: list[str]) -> list:
    offset = pin.SE3(np.eye(3), np.array([0.1, 0.2, -0.3]))
    return [robot.place(frames[0]), *(robot.place(frame, offset) for frame in frames)]


SCENES = [
    ("g1", ["left_ankle_roll_link", "right_wrist_yaw_link"]),
    ("go2", ["FL_foot", "RR_foot"]),
    ("kinova", ["j2s6s200_end_effector"]),
    ("panda", ["panda_leftfinger", "panda_rightfinger"]),  # the right one mimics the left
    (GRIPPER, ["left", "right"]),
]


@pytest.mark.parametrize(("name", "frames"), SCENES)
def test_equations_of_motion_hold(name: str, frames: list[str]) -> None:
    robot = load_robot(name)
    points = points_of(robot, frames)
    step = 1e-4
    dynamics = ForwardDynamics(robot, points, step)
    q, v, tau = random_state(robot, 5)
    forces = np.random.default_rng(6).uniform(-50.0, 50.0, (len(points), 3))
    dynamics.move(q, v)
    a = dynamics.acceleration(q, v, tau, forces)
    snapshot = Workspace(robot).evaluate(robot.state(q, v))
    speed = np.abs(v[robot.nv - robot.na :])
    coefficient = np.zeros(robot.nv)
    coefficient[robot.nv - robot.na :] = (
        robot.damping + robot.friction * np.tanh(speed / DRY_FRICTION_SPEED) / speed
    )
    force = tau - snapshot.h - coefficient * (v + step * a)
    for point, f in zip(points, forces, strict=True):
        force += snapshot.jacobian(point, "world")[:3].T @ f
    np.testing.assert_allclose(snapshot.M @ a, force, rtol=1e-9, atol=1e-8)


@pytest.mark.parametrize(("name", "frames"), SCENES)
def test_velocities_of_points_are_derivatives_of_their_positions(
    name: str, frames: list[str]
) -> None:
    robot = load_robot(name)
    dynamics = ForwardDynamics(robot, points_of(robot, frames), 1e-4)
    q, v, _ = random_state(robot, 7)
    ends = []
    for sign in (-1.0, 1.0):
        dynamics.move(pin.integrate(robot.pin_model, q, sign * 1e-6 * v), v)
        ends.append(dynamics.positions.copy())
    dynamics.move(q, v)
    np.testing.assert_allclose((ends[1] - ends[0]) / 2e-6, dynamics.velocities, atol=1e-8)


@pytest.mark.parametrize(("name", "frames"), SCENES)
def test_generalised_force_is_the_transposed_jacobian_times_the_force(
    name: str, frames: list[str]
) -> None:
    robot = load_robot(name)
    points = points_of(robot, frames)
    dynamics = ForwardDynamics(robot, points, 1e-4)
    q, v, _ = random_state(robot, 8)
    force = np.array([1.0, -2.0, 3.0])
    jacobian = Workspace(robot).evaluate(robot.state(q, v)).jacobian(points[-1], "world")
    np.testing.assert_allclose(
        dynamics.generalized_force(q, points[-1], force), jacobian[:3].T @ force, atol=1e-12
    )


def test_dry_friction_stops_a_light_joint_without_reversing_it() -> None:
    robot = load_robot(PENDULUM)
    assert robot.friction[0] == 1.0
    dynamics = ForwardDynamics(robot, (), 1e-4)
    q, v = np.array(robot.neutral_state().q), np.array([0.5])
    for _ in range(50):
        v = v + dynamics.step * dynamics.acceleration(q, v, np.zeros(1), np.zeros((0, 3)))
        assert v[0] >= 0.0
    assert v[0] < 1e-6


@pytest.mark.parametrize(("torque", "moves"), [(0.95, False), (1.5, True)])
def test_dry_friction_yields_at_its_torque(torque: float, moves: bool) -> None:
    robot = load_robot(PENDULUM.replace("1e-5", "1e-2"))
    dynamics = ForwardDynamics(robot, (), 1e-4)
    q, v = np.array(robot.neutral_state().q), np.zeros(1)
    for _ in range(2000):
        v = v + dynamics.step * dynamics.acceleration(q, v, np.array([torque]), np.zeros((0, 3)))
    if moves:  # what is left accelerates the joint, after some steps of breaking away
        assert v[0] == pytest.approx(0.5 / 1e-2 * 0.2, rel=0.01)
    else:
        assert v[0] < 2.0 * DRY_FRICTION_SPEED


def test_the_robots_own_model_is_not_changed() -> None:
    robot = load_robot("talos")
    before = np.array(robot.pin_model.armature)
    dynamics = ForwardDynamics(robot, (), 1e-3)
    q, v, tau = random_state(robot, 9)
    dynamics.acceleration(q, v, tau, np.zeros((0, 3)))
    np.testing.assert_array_equal(robot.pin_model.armature, before)


def test_poses_of_places_are_those_of_a_snapshot() -> None:
    robot = load_robot("hyq")
    places = points_of(robot, ["lf_foot", "rh_foot"])
    q, v, _ = random_state(robot, 10)
    snapshot = Workspace(robot).evaluate(robot.state(q, v))
    for place, pose in zip(places, PlaceKinematics(robot, places).poses(q), strict=True):
        assert pose.isApprox(snapshot.pose(place), 1e-12)
