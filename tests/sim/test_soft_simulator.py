"""poise's own simulator, against MuJoCo and closed forms."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pinocchio as pin
import pytest

import poise.sim
from poise.contact import ContactLaw, SoftContactModel, SpringDamper, Stiction
from poise.errors import DefinitionError, ModelWarning
from poise.model import RobotModel, load_robot
from poise.sim import Push, SoftContactSimulator


def test_swinging_arm_moves_as_in_mujoco(arm: RobotModel, require: Callable[[str], object]) -> None:
    require("mujoco")
    robot = load_robot(arm.source.text.replace(' friction="0.2"', ""))
    start = robot.state(robot.configuration({"turn": 0.5}), [1.0, -0.5, 2.0])
    ends = []
    for kind in (poise.sim.MujocoSimulator, SoftContactSimulator):
        simulator = kind(robot, (), dt=1e-4)
        simulator.reset(start)
        for _ in range(2000):
            state = simulator.step(np.array([1.0, 20.0, -0.3]))
        ends.append(state)
    # Both are of first order in a step of 0.1 ms.
    np.testing.assert_allclose(ends[0].q, ends[1].q, atol=1e-4)
    np.testing.assert_allclose(ends[0].v, ends[1].v, atol=1e-3)


def test_falling_block_follows_the_parabola(make_block: Callable) -> None:
    robot = make_block().robot
    simulator = SoftContactSimulator(robot, ())
    q = np.array(robot.neutral_state().q)
    simulator.reset(robot.state(q, [1.0, 0.0, 2.0, 0.0, 0.0, 0.0]))
    for _ in range(100):
        state = simulator.step(np.zeros(0))
    # Semi-implicit Euler is g t h / 2 off.
    np.testing.assert_allclose(state.q[:3], [0.1, 0.0, 0.2 - 0.5 * 9.81 * 0.01], atol=5e-5)


def test_block_rests_a_millimetre_deep_and_does_not_creep(make_block: Callable) -> None:
    scene = make_block(9.81 * np.array([np.sin(0.2), 0.0, -np.cos(0.2)]))
    simulator = SoftContactSimulator(scene.robot, scene.contacts)
    simulator.reset(scene.state)
    places = []
    for k in range(2000):
        simulator.step(np.zeros(0))
        if k in (999, 1999):
            places.append(simulator.contact_poses()["block"].translation.copy())
    assert places[1][2] == pytest.approx(-1e-3 * np.cos(0.2), rel=1e-3)
    np.testing.assert_allclose(places[1], places[0], atol=1e-8)


def test_coefficient_of_each_contact_counts(make_block: Callable) -> None:
    slope = np.arctan(0.5)
    gravity = 9.81 * np.array([np.sin(slope), 0.0, -np.cos(slope)])
    for friction, slides in ((0.4, True), (0.6, False)):
        scene = make_block(gravity, friction)
        simulator = SoftContactSimulator(scene.robot, scene.contacts)
        simulator.reset(scene.state)
        for _ in range(300):
            state = simulator.step(np.zeros(0))
        assert (state.v[0] > 0.1) == slides


def test_ground_is_visible_and_may_be_given(make_block: Callable) -> None:
    scene = make_block()
    default = SoftContactSimulator(scene.robot, scene.contacts).ground
    # 3 kg on four corners, 1 mm deep; the damping ratio is one half.
    assert default.k == pytest.approx(3.0 / 4 * 9.81 / 1e-3)
    assert default.d == pytest.approx(np.sqrt(default.k * 3.0 / 4))
    law = ContactLaw(SpringDamper(2.0 * default.k, 50.0), Stiction(None, 1e4, 50.0))
    ground = SoftContactModel.of(law, feet=["block"])
    simulator = SoftContactSimulator(scene.robot, scene.contacts, ground)
    simulator.reset(scene.state)
    for _ in range(1000):
        simulator.step(np.zeros(0))
    assert simulator.contact_poses()["block"].translation[2] == pytest.approx(-5e-4, rel=1e-3)
    assert ground.feet == ("block",)


@pytest.mark.parametrize("substep", [3e-4, 2e-3, 0.0])
def test_step_must_be_a_multiple_of_the_substep(substep: float, make_block: Callable) -> None:
    scene = make_block()
    with pytest.raises(DefinitionError, match="substep"):
        SoftContactSimulator(scene.robot, scene.contacts, substep=substep)


def test_robots_without_a_file_work(require: Callable[[str], object]) -> None:
    # Its random limits differ by direction.
    with pytest.warns(ModelWarning, match="differ by direction"):
        robot = load_robot(pin.buildSampleModelHumanoidRandom())
    SoftContactSimulator(robot, ()).step(np.zeros(robot.na))


@pytest.mark.requires("example-robot-data")
def test_mimicking_joints_work() -> None:
    robot = load_robot("panda")
    simulator = SoftContactSimulator(robot, ())
    state = simulator.step(np.zeros(robot.na), [Push([0.0, 0.1, 0.0], 0.0, link="panda_hand")])
    assert np.isfinite(state.v).all()
