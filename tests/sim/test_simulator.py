"""What both simulators must do."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence

import numpy as np
import pinocchio as pin
import pytest

from poise.contact import PointContact, SurfaceContact
from poise.errors import (
    DefinitionError,
    DivergedError,
    FrameNotFoundError,
    JointNotFoundError,
    ShapeError,
    StateError,
)
from poise.model import JointCommand, RobotModel, RobotState, Workspace, load_robot
from poise.sim import Push, Simulator
from poise.sim.push import center_of_mass_place

robots = pytest.mark.requires("example-robot-data")
GRAVITY = 9.81


def momentum(robot: RobotModel, state: RobotState) -> np.ndarray:
    return robot.total_mass * Workspace(robot).evaluate(state).com_velocity


def random_state(robot: RobotModel, seed: int) -> RobotState:
    random = np.random.default_rng(seed)
    joints = np.clip(
        random.uniform(-1.0, 1.0, robot.na), robot.lower_position, robot.upper_position
    )
    base = None
    if robot.floating_base:
        base = pin.SE3(pin.exp3(random.uniform(-2.0, 2.0, 3)), random.uniform(-1.0, 1.0, 3))
    v = random.uniform(-1.0, 1.0, robot.nv)
    return robot.state(robot.configuration(joints, base), v, 1.5)


@robots
@pytest.mark.parametrize("name", ["g1", "go2", "arm", "panda"])
def test_state_survives_the_round_trip(kind: type, name: str, arm: RobotModel) -> None:
    robot = arm if name == "arm" else load_robot(name)
    exact = kind.__name__ == "MujocoSimulator"
    simulator: Simulator = kind(robot, (), dt=1e-9 if exact else 1e-3)
    state = random_state(robot, 3)
    simulator.reset(state)
    np.testing.assert_array_equal(simulator.state.q, state.q)
    assert simulator.time == 1.5
    if exact:  # after a step of a nanosecond nothing has moved
        after = simulator.step(np.zeros(robot.na))
        np.testing.assert_allclose(after.q, state.q, atol=1e-8)
        np.testing.assert_allclose(after.v, state.v, atol=1e-5)


def test_block_gains_exactly_the_impulse(kind: type, make_block: Callable) -> None:
    scene = make_block(gravity=(0.0, 0.0, 0.0))
    q = np.array(scene.state.q)
    q[2] = 1.0
    simulator: Simulator = kind(scene.robot, scene.contacts)
    simulator.reset(scene.robot.state(q))
    for _ in range(200):
        state = simulator.step(np.zeros(0), [Push([1.0, 2.0, 3.0], 0.05)])
    np.testing.assert_allclose(momentum(scene.robot, state), [1.0, 2.0, 3.0], rtol=1e-9)
    np.testing.assert_allclose(state.v[3:6], 0.0, atol=1e-12)  # through its centre of mass


@robots
@pytest.mark.parametrize("name", ["g1", "hyq"])
def test_limp_robot_in_zero_gravity_gains_the_impulse(kind: type, name: str) -> None:
    robot = load_robot(name, gravity=(0.0, 0.0, 0.0))
    simulator: Simulator = kind(robot, ())
    q = np.array(robot.configuration(robot.preset.stance))
    simulator.reset(robot.state(q))
    for _ in range(150):
        state = simulator.step(np.zeros(robot.na), [Push([2.0, 3.0, -1.0], 0.02)])
    # Joint-space integration keeps the momentum of a moving chain to the order of the step.
    np.testing.assert_allclose(momentum(robot, state), [2.0, 3.0, -1.0], rtol=0.02)


@robots
@pytest.mark.parametrize(
    ("name", "link"), [("g1", "left_knee_link"), ("hyq", "trunk"), ("go2", "FL_foot")]
)
def test_pushes_act_on_the_link_that_is_named(kind: type, name: str, link: str) -> None:
    robot = load_robot(name, gravity=(0.0, 0.0, 0.0))
    simulator: Simulator = kind(robot, ())
    start = robot.state(robot.configuration(robot.preset.stance))
    simulator.reset(start)
    push = Push([0.0, 0.01, 0.0], 0.0, duration=1e-3, link=link)
    v = simulator.step(np.zeros(robot.na), [push]).v
    snapshot = Workspace(robot).evaluate(start)
    jacobian = snapshot.jacobian(center_of_mass_place(robot, link), "world")
    # Joint damping is implicit in both.
    inertia = snapshot.M + 1e-3 * np.diag([0.0] * 6 + list(robot.damping))
    expected = np.linalg.solve(inertia, 0.01 * jacobian[1])
    # The soft simulator takes ten substeps, along which the configuration changes a little.
    np.testing.assert_allclose(v, expected, atol=2e-3 * np.abs(expected).max())


@robots
@pytest.mark.parametrize("name", ["g1", "talos", "go2"])
def test_standing_robot_is_carried_with_its_weight(
    kind: type, name: str, make_standing: Callable
) -> None:
    scene = make_standing(name)
    simulator: Simulator = kind(scene.robot, scene.contacts)
    simulator.reset(scene.state)
    forces = []
    for k in range(700):
        simulator.step(scene.hold)
        if k >= 500:
            wrenches = simulator.contact_wrenches()
            forces.append(sum(wrench[2] for wrench in wrenches.values()))
    weight = scene.robot.total_mass * GRAVITY
    assert np.mean(forces) == pytest.approx(weight, rel=0.01)  # it still sways a little
    for pose in simulator.contact_poses().values():
        assert abs(pose.translation[2]) < 2e-3


def test_wrench_is_at_the_contact_and_in_its_axes(kind: type, make_block: Callable) -> None:
    scene = make_block()
    turned = pin.SE3(pin.rpy.rpyToMatrix(0.0, 0.0, np.pi / 2), np.array([0.05, 0.0, -0.05]))
    sole = SurfaceContact("block", 0.2, 0.2, 0.8, turned)
    simulator: Simulator = kind(scene.robot, [sole])
    simulator.reset(scene.state)
    for _ in range(1500):
        simulator.step(np.zeros(0))
    wrench = simulator.contact_wrenches()["block"]
    weight = scene.robot.total_mass * GRAVITY
    # The weight acts 5 cm behind the patch's centre, so the moment about the centre is
    # (−0.05, 0, 0) × (0, 0, W) = (0, 0.05 W, 0); the world's y is the x axis of the turned patch.
    np.testing.assert_allclose(wrench[:3], [0.0, 0.0, weight], atol=0.01 * weight)
    np.testing.assert_allclose(wrench[3:], [0.05 * weight, 0.0, 0.0], atol=5e-4 * weight)


@pytest.mark.parametrize("angle", [0.0, 0.5 * np.pi, np.pi])
def test_block_sticks_below_the_friction_angle_and_slides_above(
    kind: type, angle: float, make_block: Callable
) -> None:
    friction = 0.5
    direction = np.array([np.cos(angle), np.sin(angle)])
    for factor, slides in ((0.9, False), (1.2, True)):
        slope = np.arctan(friction) * factor
        gravity = GRAVITY * np.array([*(np.sin(slope) * direction), -np.cos(slope)])
        scene = make_block(gravity, friction)
        simulator: Simulator = kind(scene.robot, scene.contacts)
        simulator.reset(scene.state)
        for _ in range(500):
            state = simulator.step(np.zeros(0))
        speed = state.v[:2] @ direction
        if not slides:
            assert abs(speed) < 0.01
            continue
        expected = 0.5 * GRAVITY * (np.sin(slope) - friction * np.cos(slope))
        assert speed == pytest.approx(expected, rel=0.05)


def test_efforts_are_cut_at_the_limits(kind: type, arm: RobotModel) -> None:
    ends = []
    for effort in ([20.0, 50.0, 3.0], [1e3, 1e3, 1e3]):
        simulator: Simulator = kind(arm, ())
        for _ in range(20):
            simulator.step(np.array(effort))
        ends.append(simulator.state)
    np.testing.assert_array_equal(ends[0].q, ends[1].q)
    np.testing.assert_array_equal(ends[0].v, ends[1].v)


def test_motor_gains_pull_the_short_way_to_the_set_point(kind: type, arm: RobotModel) -> None:
    start = arm.state(arm.configuration({"turn": 3.0}))
    command = JointCommand(
        arm.joint_names,
        np.zeros(3),
        position=np.array([-3.0, 0.0, 0.0]),
        velocity=np.zeros(3),
        kp=np.array([50.0, 0.0, 0.0]),
        kd=np.array([5.0, 0.0, 0.0]),
    )
    simulator: Simulator = kind(arm, ())
    simulator.reset(start)
    for _ in range(10):
        state = simulator.step(command)
    assert state.v[0] > 0.0  # through π, not back through 0


@robots
def test_a_run_repeats_bit_for_bit(kind: type, make_standing: Callable) -> None:
    scene = make_standing("g1")
    simulator: Simulator = kind(scene.robot, scene.contacts)
    runs = []
    for _ in range(2):
        simulator.reset(scene.state)
        for _ in range(30):
            state = simulator.step(scene.hold, [Push([5.0, 0.0, 0.0], 0.01)])
        runs.append((state.q, state.v, simulator.contact_wrenches()))
    np.testing.assert_array_equal(runs[0][0], runs[1][0])
    np.testing.assert_array_equal(runs[0][1], runs[1][1])
    for name, wrench in runs[0][2].items():
        np.testing.assert_array_equal(wrench, runs[1][2][name])


def test_contacts_may_be_on_added_frames(kind: type, make_block: Callable) -> None:
    scene = make_block()
    robot = scene.robot.with_frame(
        "tip", "block", pin.SE3(pin.rpy.rpyToMatrix(0.1, 0.2, 0.3), np.array([0.1, 0.1, 0.0]))
    )
    simulator: Simulator = kind(robot, [PointContact("tip", 0.5)])
    expected = Workspace(robot).evaluate(robot.neutral_state()).pose("tip").translation
    pose = simulator.contact_poses()["tip"]
    np.testing.assert_allclose(pose.translation, expected, atol=1e-12)
    np.testing.assert_allclose(pose.rotation, np.eye(3), atol=1e-12)


@robots
def test_wrenches_are_zero_before_the_first_step(kind: type, make_standing: Callable) -> None:
    scene = make_standing("g1")
    simulator: Simulator = kind(scene.robot, scene.contacts)
    simulator.reset(scene.state)
    for _ in range(20):
        simulator.step(scene.hold)
    simulator.reset(scene.state)
    for wrench in simulator.contact_wrenches().values():
        np.testing.assert_array_equal(wrench, np.zeros(6))


def test_divergence_raises_with_the_time(kind: type, make_block: Callable) -> None:
    scene = make_block()
    simulator: Simulator = kind(scene.robot, scene.contacts)
    simulator.reset(scene.state)
    simulator.step(np.zeros(0))

    def push_hard() -> None:
        for _ in range(3):
            simulator.step(np.zeros(0), [Push([1e300, 1e300, 0.0], 0.001, 1e-3)])

    with pytest.raises(DivergedError, match=r"t = 0\.00[12]") as caught:
        push_hard()
    assert np.isfinite(simulator.state.q).all()
    assert caught.value.state is simulator.state
    assert caught.value.time == simulator.time


def _bad_commands(robot: RobotModel) -> Sequence[tuple[object, type, str]]:
    names, zero = robot.joint_names, np.zeros(robot.na)
    return [
        (np.zeros(2), ShapeError, "command"),
        (np.array([0.0, np.nan, 0.0]), DefinitionError, r"command\[1\]"),
        (JointCommand(names[::-1], zero), DefinitionError, "order"),
        (JointCommand(names, zero, kp=zero), DefinitionError, "command.position"),
        (JointCommand(names, zero, kd=zero), DefinitionError, "command.velocity"),
    ]


def test_commands_that_do_not_fit_are_refused(kind: type, arm: RobotModel) -> None:
    simulator: Simulator = kind(arm, ())
    for command, error, words in _bad_commands(arm):
        with pytest.raises(error, match=words):
            simulator.step(command)
    with pytest.raises(FrameNotFoundError):
        simulator.step(np.zeros(3), [Push([1.0, 0.0, 0.0], 0.0, link="nose")])
    with pytest.raises(DefinitionError, match="pushes must be a list"):
        simulator.step(np.zeros(3), Push([1.0, 0.0, 0.0], 0.0))
    with pytest.raises(JointNotFoundError, match="knee"):
        simulator.step({"knee": 1.0})
    with pytest.raises(StateError, match="must be a RobotState"):
        simulator.reset(simulator.state.q)


def test_efforts_may_be_given_by_name(kind: type, arm: RobotModel) -> None:
    name = arm.joint_names[1]
    results = []
    for command in ({name: 0.3}, np.array([0.0, 0.3, 0.0])):
        simulator: Simulator = kind(arm, ())
        results.append(simulator.step(command))
    np.testing.assert_array_equal(results[0].v, results[1].v)


def test_wrong_definitions_are_refused(kind: type, make_block: Callable) -> None:
    scene = make_block()
    with pytest.raises(DefinitionError, match="dt"):
        kind(scene.robot, scene.contacts, dt=0.0)
    with pytest.raises(DefinitionError, match="different names"):
        kind(scene.robot, [*scene.contacts, *scene.contacts])
    with pytest.raises(FrameNotFoundError, match="block"):
        kind(scene.robot, [PointContact("blok", 0.5)])
    for contacts in (None, scene.contacts[0], ["block"]):
        with pytest.raises(DefinitionError, match="contacts must"):
            kind(scene.robot, contacts)
    with pytest.raises(DefinitionError, match="robot must be a RobotModel"):
        kind("g1", scene.contacts)


def test_importing_loads_neither_mujoco_nor_numba() -> None:
    code = (
        "import sys, poise.sim, poise.contact; "
        "sys.exit(any(name in sys.modules for name in ('mujoco', 'numba')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
