"""Troubles that people have met with whole-body controllers and inverse kinematics, as tests."""

import logging

import numpy as np
import pinocchio as pin
import pytest

import robots
from poise.contact import PointContact, preset_contacts
from poise.control import PdLaw
from poise.controller import Controller
from poise.errors import ModelLoadError
from poise.model import Workspace, load_robot
from poise.scenes import (
    AccelerationScene,
    HierarchicalScene,
    Penalties,
    ReducedTsidScene,
    TsidScene,
    VelocityScene,
)
from poise.tasks import (
    CenterOfMassTask,
    ContactForceTask,
    FramePoseTask,
    FramePositionTask,
    JointPositionTask,
    PostureTask,
    Target,
)

needs_robots = pytest.mark.requires("example-robot-data")
DT = 0.01
LEVELS = {
    "velocity": lambda robot: VelocityScene(robot, dt=DT),
    "acceleration": AccelerationScene,
    "reduced": lambda robot: ReducedTsidScene(robot, penalties=Penalties(acceleration=1e-6)),
    "full": lambda robot: TsidScene(robot, penalties=Penalties(acceleration=1e-6)),
    "hierarchical": lambda robot: HierarchicalScene(VelocityScene(robot, dt=DT)),
}


@pytest.fixture(params=LEVELS)
def make(request):
    return LEVELS[request.param]


def ideal(robot, state, step, level):
    """The robot does what the scene decides."""
    if level == "velocity":
        v = step.solution.velocity
        q = pin.integrate(robot.pin_model, state.q, v * DT)
    else:
        v = state.v + step.solution.acceleration * DT
        q = pin.integrate(robot.pin_model, state.q, 0.5 * (state.v + v) * DT)
    return robot.state(q, v, state.time + DT)


def test_a_robot_with_one_joint_has_shapes_like_any_other(make):
    """Libraries below drop the dimension of length one."""
    robot = load_robot(robots.ONE_JOINT)
    scene = make(robot)
    tasks = [FramePoseTask("hand", "arm"), CenterOfMassTask("com"), PostureTask("posture", 0.1)]
    scene.configure(tasks)
    now = Workspace(robot).evaluate(robot.state([0.2], [0.1]))
    zeros = {task.name: np.zeros(task.dimension(robot)) for task in tasks}
    command = scene.decode(scene.solve(scene.formulate(now, zeros)).require())
    assert command.effort.shape == (1,)


def test_a_continuous_joint_goes_through_half_a_turn_without_a_jump(make):
    """From 3.10 to 3.20 rad through the whole controller; ±π is in between."""
    robot = load_robot(robots.MIXED)
    scene = make(robot)
    scene.configure([JointPositionTask("spin", ["spin"]), PostureTask("posture", 0.01)])
    controller = Controller(scene, DT, laws={"spin": PdLaw(100.0), "posture": PdLaw(1.0)})
    state = robot.state(robot.configuration({"spin": 3.10}))
    controller.set_target_from(state)
    angles, turned = [], 3.10
    for tick in range(300):
        wished = 3.10 + 0.1 * min(tick / 100, 1.0)
        step = controller.step(state, {"spin": Target(np.array([wished]))})
        assert step.solution.solved
        state = ideal(robot, state, step, scene.level)
        turned += float(step.solution.velocity[0] if scene.level == "velocity" else state.v[0]) * DT
        angles.append(turned)
        assert abs(state.v[0]) < 1.0
    assert angles[-1] == pytest.approx(3.20, abs=2e-3)
    assert max(angles) < 3.22


@needs_robots
def test_a_target_out_of_reach_for_a_while_is_no_freeze_and_no_lurch():
    robot = load_robot("panda", locked_joints={"panda_finger_joint1": 0.0})
    scene = VelocityScene(robot, dt=DT)
    scene.configure([FramePositionTask("hand", "panda_hand"), PostureTask("posture", 0.02)])
    controller = Controller(scene, DT, laws={"hand": PdLaw(100.0), "posture": PdLaw(1.0)})
    q = robot.configuration({name: robot.preset.stance[name] for name in robot.joint_names})
    state = robot.state(q)
    controller.set_target_from(state)
    home = np.array(controller.targets["hand"].value)
    fastest = []
    for tick in range(600):
        far = 100 <= tick < 300
        target = home + np.array([0.65, 0.0, 0.0]) if far else home  # 10 cm beyond its reach
        step = controller.step(state, {"hand": Target(target)})
        assert step.solution.solved
        fastest.append(np.abs(step.solution.velocity / robot.velocity_limit).max())
        state = ideal(robot, state, step, "velocity")
    assert max(fastest) <= 1.0 + 1e-9
    assert max(fastest[300:320]) > 0.3  # it comes back at once
    end = Workspace(robot).evaluate(state).pose("panda_hand").translation
    np.testing.assert_allclose(end, home, atol=1e-3)


@needs_robots
def test_new_targets_plan_nothing_anew(caplog):
    robot = load_robot("panda", locked_joints={"panda_joint7": 0.3})
    assert "panda_joint7" not in robot.joint_names
    scene = ReducedTsidScene(robot)
    scene.configure([FramePositionTask("hand", "panda_hand"), PostureTask("posture", 0.1)])
    now = Workspace(robot).evaluate(robot.neutral_state())
    with caplog.at_level(logging.DEBUG, "poise"):
        for k in range(5):
            wished = {"hand": 0.1 * k * np.ones(3), "posture": np.zeros(robot.na)}
            scene.solve(scene.formulate(now, wished)).require()
    assert "new layout" not in caplog.text


def test_a_loose_object_beside_the_robot_is_named():
    """Its free joint would be moved like one of the robot's."""
    text = """<mujoco><worldbody>
      <body name="arm"><joint name="turn" axis="0 0 1"/><geom size="0.1" mass="1"/></body>
      <body name="cube" pos="1 0 0"><freejoint name="cube_free"/><geom size="0.1" mass="1"/></body>
    </worldbody></mujoco>"""
    pytest.importorskip("mujoco")
    with pytest.raises(ModelLoadError, match=r"free"):
        load_robot(text)


@needs_robots
@pytest.mark.parametrize("tilt", [-0.3, 0.0, 0.3])
def test_friction_is_about_the_normal_of_the_ground_that_is_stood_on(tilt):
    """A foot on a slope carries along its normal; the cone of a level ground would not let it."""
    robot = load_robot("go2")
    normal = np.array([np.sin(tilt), 0.0, np.cos(tilt)])
    contacts = [
        PointContact(c.frame, c.friction, c.placement, normal) for c in preset_contacts(robot)
    ]
    scene = ReducedTsidScene(robot, contacts, penalties=Penalties(contact_wrench=1e-4))
    scene.configure([CenterOfMassTask(), PostureTask(weight=0.1)])
    now = Workspace(robot).evaluate(robot.state(robot.configuration(robot.preset.stance)))
    wished = {"com": np.array([0.5, 0.0, 0.0]), "posture": np.zeros(robot.na)}
    solution = scene.solve(scene.formulate(now, wished)).require()
    for contact in contacts:
        force = contact.axes(np.eye(3)) @ solution.contact_wrenches[contact.name][:3]
        along = force @ normal
        across = np.linalg.norm(force - along * normal)
        assert along > 0.0
        assert across <= contact.friction * along * (1 + 1e-6)


@needs_robots
def test_a_foot_that_shall_carry_nothing_does_not_pull():
    robot = load_robot("g1")
    contacts = preset_contacts(robot)
    scene = ReducedTsidScene(robot, contacts, penalties=Penalties(contact_wrench=1e-6))
    light = contacts[0].name
    scene.configure(
        [ContactForceTask("light", light, 10.0), CenterOfMassTask(), PostureTask(weight=0.1)]
    )
    q = robot.configuration(robot.preset.stance)
    now = Workspace(robot).evaluate(robot.state(q))
    wished = {"light": np.array([0.0, 0.0, -200.0]), "com": np.zeros(3)}
    wished["posture"] = np.zeros(robot.na)
    solution = scene.solve(scene.formulate(now, wished)).require()
    assert solution.contact_wrenches[light][2] >= -1e-6


@needs_robots
def test_a_com_step_is_answered_without_overshoot(make):
    """The drift of the centre of mass is its own, not the base's: nothing else overshoots."""
    robot, lift = load_robot("panda", locked_joints={"panda_finger_joint1": 0.0}), 0.05
    scene = make(robot)
    scene.configure([CenterOfMassTask("com", 10.0), PostureTask("posture", 0.01)])
    controller = Controller(scene, DT, laws={"com": PdLaw(25.0), "posture": PdLaw(1.0)})
    q = robot.configuration({name: robot.preset.stance[name] for name in robot.joint_names})
    state = robot.state(q)
    controller.set_target_from(state)
    start = np.array(controller.targets["com"].value)
    controller.targets["com"] = Target(start + np.array([0.0, 0.0, lift]))
    heights = []
    for _ in range(300):
        step = controller.step(state)
        assert step.solution.solved
        state = ideal(robot, state, step, scene.level)
        heights.append(Workspace(robot).evaluate(state).com[2] - start[2])
    # Critically damped: 1 − (1 + 5 t) e^(−5 t), to the integrator's error of first order.
    assert max(heights) < lift * 1.02
    assert heights[-1] == pytest.approx(lift, rel=0.02)
