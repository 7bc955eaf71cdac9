"""Mobile manipulators: base and arm reach together, within the base's own limits."""

import numpy as np
import pinocchio as pin
import pytest

from poise.control import PdLaw
from poise.controller import Controller
from poise.model import PlanarBase, Workspace, load_robot
from poise.scenes import (
    AccelerationScene,
    HierarchicalScene,
    Penalties,
    ReducedTsidScene,
    TsidScene,
    VelocityScene,
)
from poise.tasks import FramePoseTask, PostureTask, Target

pytestmark = pytest.mark.requires("example-robot-data")

DT = 0.01
SCENES = {
    "velocity": lambda robot: VelocityScene(robot, dt=DT),
    "acceleration": AccelerationScene,
    "reduced": lambda robot: ReducedTsidScene(robot, penalties=Penalties(acceleration=1e-6)),
    "full": lambda robot: TsidScene(robot, penalties=Penalties(acceleration=1e-6)),
    "hierarchical": lambda robot: HierarchicalScene(ReducedTsidScene(robot)),
    "hierarchical velocity": lambda robot: HierarchicalScene(VelocityScene(robot, dt=DT)),
}


def mobile_panda(sideways=0.4):
    return load_robot(
        "panda",
        base=PlanarBase(0.8, sideways, 1.5),
        locked_joints={"panda_finger_joint1": 0.0},
    )


def start_of(robot):
    stance = {name: robot.preset.stance.get(name, 0.0) for name in robot.joint_names}
    return robot.state(robot.configuration(stance))


def follow(robot, scene, target, seconds):
    """Drive the ideal robot: what the scene decides is what happens."""
    scene.configure(
        [
            FramePoseTask("hand", "panda_hand", 10.0),
            PostureTask("arm", dict.fromkeys(robot.joint_names[3:], 0.03), priority=1),
        ]
    )
    controller = Controller(scene, DT, laws={"hand": PdLaw(9.0), "arm": PdLaw(4.0)})
    state = start_of(robot)
    controller.set_target_from(state)
    controller.targets["hand"] = target
    states = [state]
    for _ in range(int(seconds / DT)):
        step = controller.step(state)
        assert step.solution.solved
        if scene.level == "velocity":
            v = step.solution.velocity
            q = pin.integrate(robot.pin_model, state.q, v * DT)
        else:
            v = state.v + step.solution.acceleration * DT
            q = pin.integrate(robot.pin_model, state.q, 0.5 * (v + state.v) * DT)
        state = robot.state(q, v, state.time + DT)
        states.append(state)
    return states


@pytest.mark.parametrize("name", SCENES)
def test_base_and_arm_reach_what_the_arm_alone_cannot(name):
    robot = mobile_panda()
    now = Workspace(robot).evaluate(start_of(robot))
    far = now.pose("panda_hand") * pin.SE3.Identity()
    far.translation = far.translation + np.array([1.6, 0.7, -0.1])
    states = follow(robot, SCENES[name](robot), Target(far), 6.0)
    end = Workspace(robot).evaluate(states[-1])
    assert np.linalg.norm(end.pose("panda_hand").translation - far.translation) < 2e-3
    base, joints = states[-1].q[:2], robot.joint_positions(states[-1].q)[3:]
    assert np.linalg.norm(base) > 1.0
    assert np.abs(joints - robot.joint_positions(states[0].q)[3:]).max() > 0.02


@pytest.mark.parametrize("name", ["velocity", "hierarchical velocity"])
def test_the_bases_limits_are_kept_in_its_own_axes(name):
    robot = mobile_panda()
    far = Target(pin.SE3(pin.rpy.rpyToMatrix(np.pi, 0.0, 2.5), np.array([-2.0, 2.0, 0.5])))
    states = follow(robot, SCENES[name](robot), far, 4.0)
    v = np.array([state.v[:3] for state in states])
    assert (np.abs(v) <= np.array([0.8, 0.4, 1.5]) + 1e-9).all()
    # They act: each is met at some time.
    assert (np.abs(v).max(axis=0) > 0.99 * np.array([0.8, 0.4, 0.0])).all()


@pytest.mark.parametrize("name", SCENES)
def test_two_driven_wheels_do_not_move_sideways(name):
    robot = mobile_panda(sideways=0.0)
    now = Workspace(robot).evaluate(start_of(robot))
    beside = now.pose("panda_hand") * pin.SE3.Identity()
    beside.translation = beside.translation + np.array([0.5, 0.9, 0.0])
    states = follow(robot, SCENES[name](robot), Target(beside), 6.0)
    assert max(abs(state.v[1]) for state in states) < 1e-9
    assert max(abs(state.v[2]) for state in states) > 0.1  # it turns to where it drives
    end = Workspace(robot).evaluate(states[-1])
    assert np.linalg.norm(end.pose("panda_hand").translation - beside.translation) < 0.02


def test_a_robot_with_wheels_in_its_file_is_put_on_a_base():
    from poise.model.robot_files import robots_directory

    path = robots_directory() / "tiago_description" / "robots" / "tiago_no_hand.urdf"
    robot = load_robot(path, base=PlanarBase(1.0, 0.0, 1.0))
    assert robot.na == load_robot(path).na + 3
    scene = VelocityScene(robot, dt=DT)
    scene.configure([FramePoseTask("tool", "arm_tool_link")])
    now = Workspace(robot).evaluate(robot.neutral_state())
    wanted = np.array([0.3, 0.0, 0.0, 0.0, 0.0, 0.0])
    v = scene.solve(scene.formulate(now, {"tool": wanted})).require().velocity
    np.testing.assert_allclose(now.jacobian("arm_tool_link", "world") @ v, wanted, atol=1e-3)
    assert v[0] > 0.2  # the base drives
