"""What tasks asked for and what they got, against finite differences of the motion."""

import numpy as np
import pinocchio as pin
import pytest

from poise.contact import preset_contacts, standing_state
from poise.controller import Controller, task_status
from poise.errors import InfeasibleError
from poise.model import Workspace, load_robot
from poise.scenes import Penalties, ReducedTsidScene
from poise.tasks import CenterOfMassTask, ContactForceTask, FramePoseTask, PostureTask

pytestmark = pytest.mark.requires("example-robot-data")


@pytest.fixture
def stepped():
    robot = load_robot("g1")
    contacts = preset_contacts(robot)
    scene = ReducedTsidScene(robot, contacts, penalties=Penalties(contact_wrench=1e-4))
    scene.configure(
        [
            CenterOfMassTask("com", 10.0),
            FramePoseTask("hand", "right_wrist_yaw_link", (1, 1, 0, 0, 0, 0), axes="local"),
            PostureTask("posture", 0.1),
            ContactForceTask("load", contacts[0].name, (0.0, 0.0, 0.1)),
        ]
    )
    controller = Controller(scene, 1e-3)
    stance = standing_state(robot, contacts, robot.preset.stance)
    controller.set_target_from(stance)
    state = robot.state(stance.q, 0.2 * np.random.default_rng(6).standard_normal(robot.nv))
    hand = controller.targets["hand"].moved([0.05, 0.0, 0.02])
    step = controller.step(state, {"hand": hand, "load": np.array([0.0, 0.0, 120.0])})
    return robot, step, task_status(step, Workspace(robot))


def test_achieved_is_the_acceleration_of_the_motion(stepped):
    robot, step, status = stepped
    state, qdd = step.solution.problem.state, step.solution.acceleration
    workspace, h = Workspace(robot), 1e-5

    def velocities(t):
        q = pin.integrate(robot.pin_model, state.q, t * state.v + 0.5 * t**2 * qdd)
        moved = workspace.evaluate(robot.state(q, state.v + t * qdd))
        return moved.com_velocity, moved.twist("right_wrist_yaw_link", "world")

    before, after = velocities(-h), velocities(h)
    # Central differences; a free axis of the hand (weight 0) has a status all the same.
    for name, left, right in zip(("com", "hand"), before, after, strict=True):
        np.testing.assert_allclose(status[name].achieved, (right - left) / (2 * h), atol=1e-4)
    np.testing.assert_array_equal(status["posture"].achieved, qdd[6:])


def test_references_errors_and_forces_are_those_of_the_step(stepped):
    _, step, status = stepped
    assert list(status) == ["com", "hand", "posture", "load"]
    np.testing.assert_array_equal(status["com"].reference, step.accelerations["com"])
    np.testing.assert_array_equal(status["hand"].error, step.errors["hand"])
    assert status["hand"].rows == ("x", "y", "z", "rx", "ry", "rz")
    assert status["load"].error is None
    np.testing.assert_array_equal(status["load"].reference, [0.0, 0.0, 120.0])
    wrench = step.contact_wrenches["left_ankle_roll_link"]
    np.testing.assert_array_equal(status["load"].achieved, wrench[:3])
    missed = status["com"].achieved - status["com"].reference
    np.testing.assert_array_equal(status["com"].missed, missed)


def test_a_step_that_was_not_solved_has_no_status():
    robot = load_robot("g1")
    contacts = preset_contacts(robot)
    scene = ReducedTsidScene(
        robot, contacts, acceleration_limit=1e-3, penalties=Penalties(contact_wrench=1e-4)
    )
    scene.configure([PostureTask("posture")])
    controller = Controller(scene, 1e-3)
    lying = robot.neutral_state()
    controller.set_target_from(lying)
    step = controller.step(robot.state(lying.q, 5.0 * np.ones(robot.nv)))
    assert not step.solved
    with pytest.raises(InfeasibleError):
        task_status(step, Workspace(robot))
