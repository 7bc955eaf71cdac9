"""Joint velocities that references mean: dry friction is fed forward against them."""

import numpy as np
import pytest

from poise.contact import preset_contacts
from poise.errors import SceneError
from poise.model import Workspace, load_robot
from poise.scenes import Penalties, ReducedTsidScene
from poise.tasks import FramePositionTask, LinearMomentumTask, PostureTask

pytestmark = pytest.mark.requires("example-robot-data")


@pytest.fixture(scope="module")
def panda():
    return load_robot("panda", locked_joints={"panda_finger_joint1": 0.0})


def test_they_are_the_least_squares_of_the_tasks(panda, rng):
    """Closed form: (Σ W² JᵀJ)⁻¹ Σ W² Jᵀ v*."""
    scene = ReducedTsidScene(panda)
    scene.configure([FramePositionTask("hand", "panda_hand", 3.0), PostureTask("posture", 0.5)])
    q = panda.configuration({name: panda.preset.stance[name] for name in panda.joint_names})
    now = Workspace(panda).evaluate(panda.state(q))
    wished = {"hand": rng.normal(size=3), "posture": rng.normal(size=7)}
    J = now.jacobian("panda_hand", "world")[:3]
    expected = np.linalg.solve(
        9.0 * J.T @ J + 0.25 * np.eye(7), 9.0 * J.T @ wished["hand"] + 0.25 * wished["posture"]
    )
    # A damping keeps it finite at singularities; it takes 1e-5 of velocities of size one.
    np.testing.assert_allclose(scene.reference_velocity(now, wished), expected, atol=1e-4)


def test_contacts_stay_meanwhile():
    robot = load_robot("g1")
    contacts = preset_contacts(robot)
    scene = ReducedTsidScene(robot, contacts, penalties=Penalties(contact_wrench=1e-4))
    scene.configure([FramePositionTask("pelvis", "pelvis"), PostureTask("posture", 1e-3)])
    q = robot.configuration(robot.preset.stance)
    now = Workspace(robot).evaluate(robot.state(q))
    wished = {"pelvis": np.array([0.0, 0.0, -0.1]), "posture": np.zeros(robot.na)}
    joints = scene.reference_velocity(now, wished)
    # Down with both feet on the ground: both knees bend, and alike.
    left, right = (robot.joint_row(f"{side}_knee_joint") for side in ("left", "right"))
    assert joints[left] == pytest.approx(joints[right], rel=1e-3)
    assert joints[left] > 0.1


def test_momenta_say_nothing_of_where_joints_go(panda):
    scene = ReducedTsidScene(panda)
    scene.configure([LinearMomentumTask("momentum"), PostureTask("posture")])
    now = Workspace(panda).evaluate(panda.state(np.zeros(7)))
    joints = scene.reference_velocity(now, {"momentum": np.ones(3), "posture": np.zeros(7)})
    np.testing.assert_allclose(joints, 0.0, atol=1e-12)


def test_names_must_match(panda):
    scene = ReducedTsidScene(panda)
    scene.configure([PostureTask("posture")])
    now = Workspace(panda).evaluate(panda.state(np.zeros(7)))
    with pytest.raises(SceneError, match="posture"):
        scene.reference_velocity(now, {"stance": np.zeros(7)})
