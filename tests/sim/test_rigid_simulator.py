"""Rigid contacts, against the equations they solve and against soft ground."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from poise.errors import DefinitionError
from poise.model import Workspace, load_robot
from poise.sim import Push, RigidContactSimulator, SoftContactSimulator

pytestmark = pytest.mark.requires("example-robot-data")
STANDING = ["g1", "go2", "hyq"]


@pytest.mark.parametrize("name", STANDING)
def test_a_standing_robot_is_carried_and_its_contacts_stay(
    name: str, make_standing: Callable
) -> None:
    scene = make_standing(name)
    simulator = RigidContactSimulator(scene.robot, scene.contacts)
    simulator.reset(scene.state)
    before = simulator.contact_poses()
    for _ in range(600):
        simulator.step(scene.hold)
    weight = scene.robot.total_mass * 9.81
    total = sum(wrench[2] for wrench in simulator.contact_wrenches().values())
    assert total == pytest.approx(weight, rel=0.01)  # it still sways a little
    for key, pose in simulator.contact_poses().items():
        assert np.linalg.norm(pose.translation - before[key].translation) < 1e-5


@pytest.mark.parametrize("name", STANDING)
def test_wrenches_fulfil_the_equations_of_motion(name: str, make_standing: Callable) -> None:
    scene = make_standing(name)
    robot = scene.robot
    simulator = RigidContactSimulator(robot, scene.contacts)
    start = scene.robot.state(scene.state.q, 1e-3 * np.ones(robot.nv))
    simulator.reset(start)
    tau = np.linspace(-5.0, 5.0, robot.na)
    after = simulator.step(tau, [Push([0.003, 0.002, 0.0], 0.0, 1e-3)])
    acceleration = (after.v - start.v) / 1e-3
    snapshot = Workspace(robot).evaluate(start)
    losses = np.concatenate((np.zeros(6), robot.damping))
    left = (snapshot.M + np.diag(1e-3 * losses)) @ acceleration + snapshot.h + losses * start.v
    left[6:] -= tau
    for contact in scene.contacts:
        wrench = simulator.contact_wrenches()[contact.name]
        place = robot.place(contact.frame, contact.placement)
        axes = contact.axes(snapshot.pose(place).rotation)
        world = np.concatenate((axes @ wrench[:3], axes @ wrench[3:]))
        left -= snapshot.jacobian(place, "world").T @ world
    # What is left is the push, 3 N and 2 N at the base link: no joint feels it. Wrenches are told
    # in the axes after the step, a micrometre from those before.
    np.testing.assert_allclose(left[6:], 0.0, atol=0.02)
    rotation = snapshot.pose(robot.base_frame).rotation
    np.testing.assert_allclose(rotation @ left[:3], [3.0, 2.0, 0.0], atol=0.02)


@pytest.mark.parametrize("name", ["hyq", "go2"])
def test_soft_ground_carries_like_rigid_contacts(name: str, make_standing: Callable) -> None:
    scene = make_standing(name)
    forces = []
    for kind, options in (
        (RigidContactSimulator, {}),
        (SoftContactSimulator, {"integrator": "implicit"}),
    ):
        simulator = kind(scene.robot, scene.contacts, **options)
        simulator.reset(scene.state)
        for _ in range(1500):
            simulator.step(scene.hold)
        forces.append([w[2] for w in simulator.contact_wrenches().values()])
    # How four feet share the weight depends on 1 mm of ground: some percent of it.
    weight = scene.robot.total_mass * 9.81
    np.testing.assert_allclose(forces[0], forces[1], atol=0.02 * weight)


def test_joints_that_mimic_are_refused() -> None:
    with pytest.raises(DefinitionError, match="mimic"):
        RigidContactSimulator(load_robot("panda"), ())


def test_inactive_contacts_touch_nothing(make_block: Callable) -> None:
    scene = make_block()
    (sole,) = scene.contacts
    simulator = RigidContactSimulator(scene.robot, [sole.changed(active=False)])
    simulator.reset(scene.state)
    for _ in range(100):
        state = simulator.step(np.zeros(0))
    assert state.v[2] == pytest.approx(-0.981, rel=1e-6)
    assert not simulator.contact_wrenches()["block"].any()
