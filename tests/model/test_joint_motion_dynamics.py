"""Forward dynamics with forces at points and with the joints' own losses."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

from poise.model import RobotModel, Workspace, load_robot
from poise.model.joint_losses import DRY_FRICTION_SPEED, STOP_FREQUENCY, JointLosses
from poise.model.joint_motion import JointMotion, tangent_rate
from poise.model.place_kinematics import PlaceKinematics

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

HINGE = """<robot name="r"><link name="a"/><link name="b"><inertial><mass value="1"/>
<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
<limit effort="50" lower="-1" upper="0.5" velocity="9"/></joint></robot>"""


def random_state(robot: RobotModel, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    pin.seed(seed)
    q = np.array(pin.randomConfiguration(robot.pin_model, -np.ones(robot.nq), np.ones(robot.nq)))
    return q, random.uniform(-1.0, 1.0, robot.nv), random.uniform(-5.0, 5.0, robot.nv)


def places_of(robot: RobotModel, frames: list[str]) -> list:
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
    places = places_of(robot, frames)
    motion = JointMotion(robot)
    q, v, tau = random_state(robot, 5)
    random = np.random.default_rng(6)
    forces, added = random.uniform(-50.0, 50.0, (len(places), 3)), random.uniform(0, 0.1, robot.nv)
    motion.move(q, v)
    motion.wrenches[:] = 0.0
    for place, force in zip(places, forces, strict=True):
        motion.push(place.joint, place.placement.translation, force)
    snapshot = Workspace(robot).evaluate(robot.state(q, v))
    total = tau - snapshot.h
    for place, force in zip(places, forces, strict=True):
        total += snapshot.jacobian(place, "world")[:3].T @ force
    armature = robot.pin_model.armature + added
    a = np.array(motion.acceleration(q, v, tau, armature))
    np.testing.assert_allclose((snapshot.M + np.diag(added)) @ a, total, rtol=1e-9, atol=1e-8)
    plain = np.array(motion.acceleration(q, v, tau))  # what was added is not remembered
    np.testing.assert_allclose(snapshot.M @ plain, total, rtol=1e-9, atol=1e-8)


def step_of(robot: RobotModel, q: np.ndarray, v: np.ndarray, tau: np.ndarray, h: float):
    """One velocity after a step with losses."""
    motion, losses = JointMotion(robot), JointLosses(robot)
    motion.move(q, v)
    motion.wrenches[:] = 0.0
    losses.evaluate(q, v, h)
    return v + h * motion.acceleration(q, v, tau + losses.torque, losses.armature)


def test_dry_friction_stops_a_light_joint_without_reversing_it() -> None:
    robot = load_robot(PENDULUM)
    assert robot.friction[0] == 1.0
    q, v = np.array(robot.neutral_state().q), np.array([0.5])
    for _ in range(50):
        v = step_of(robot, q, v, np.zeros(1), 1e-4)
        assert v[0] >= 0.0
    assert v[0] < 1e-6


@pytest.mark.parametrize(("torque", "moves"), [(0.95, False), (1.5, True)])
def test_dry_friction_yields_at_its_torque(torque: float, moves: bool) -> None:
    robot = load_robot(PENDULUM.replace("1e-5", "1e-2"))
    q, v = np.array(robot.neutral_state().q), np.zeros(1)
    for _ in range(2000):
        v = step_of(robot, q, v, np.array([torque]), 1e-4)
    if moves:  # what is left accelerates the joint, after some steps of breaking away
        assert v[0] == pytest.approx(0.5 / 1e-2 * 0.2, rel=0.01)
    else:
        assert v[0] < 2.0 * DRY_FRICTION_SPEED


@pytest.mark.parametrize(("speed", "limit"), [(5.0, 0.5), (-5.0, -1.0)])
def test_a_joint_bounces_off_neither_end_and_rests_on_it_under_load(
    speed: float, limit: float
) -> None:
    robot = load_robot(HINGE, gravity=(0.0, 0.0, 0.0))
    h, torque = 1e-3, 20.0 * np.sign(speed)
    q, v = np.array([limit - 0.01 * speed]), np.array([speed])
    deepest = 0.0
    for _ in range(2000):
        v = step_of(robot, q, v, np.array([torque]), h)
        q = q + h * v
        deepest = max(deepest, (q[0] - limit) * np.sign(speed))
    # A critically damped stop gives way by less than v/ω, and by τ/(ω² M) at rest.
    assert deepest < 5.5 / STOP_FREQUENCY
    rest = torque / (STOP_FREQUENCY**2 * 0.1)
    assert q[0] - limit == pytest.approx(rest, rel=1e-3)
    assert abs(v[0]) < 1e-6


def test_a_joint_within_its_limits_feels_no_stop() -> None:
    robot = load_robot(HINGE)
    losses = JointLosses(robot)
    losses.evaluate(np.array([0.499]), np.array([9.0]), 1e-3)
    assert not losses.spring.any()
    assert not losses.coefficient.any()


def test_the_robots_own_model_is_not_changed() -> None:
    robot = load_robot("talos")
    before = np.array(robot.pin_model.armature)
    q, v, tau = random_state(robot, 9)
    step_of(robot, q, v, tau, 1e-3)
    np.testing.assert_array_equal(robot.pin_model.armature, before)


def test_poses_of_places_are_those_of_a_snapshot() -> None:
    robot = load_robot("hyq")
    places = places_of(robot, ["lf_foot", "rh_foot"])
    q, v, _ = random_state(robot, 10)
    snapshot = Workspace(robot).evaluate(robot.state(q, v))
    motion = JointMotion(robot)
    motion.move(q, v)
    for place, pose in zip(places, PlaceKinematics(robot, places).poses(q), strict=True):
        assert pose.isApprox(snapshot.pose(place), 1e-12)
        assert motion.pose(place).isApprox(pose, 1e-12)


def test_deviations_are_carried_along_to_third_order() -> None:
    # Θ(t) = log(q₀⁻¹ q(t)) of a motion with constant velocity from a deviated start.
    robot = load_robot("go2")
    model = robot.pin_model
    q0, v, _ = random_state(robot, 11)
    direction = np.random.default_rng(12).normal(size=robot.nv)
    errors = []
    for size in (0.2, 0.1):
        start = size * direction
        q = pin.integrate(model, q0, start)
        step = 1e-5
        ends = [pin.difference(model, q0, pin.integrate(model, q, s * step * v)) for s in (-1, 1)]
        exact = (ends[1] - ends[0]) / (2.0 * step)
        errors.append(np.abs(exact - tangent_rate(model, start, v)).max())
    # The next term of the series is of fourth order: half the deviation, a sixteenth of the error.
    assert errors[0] / errors[1] > 10.0
