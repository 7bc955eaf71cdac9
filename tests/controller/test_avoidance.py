"""Joint limits and obstacles kept away from by what avoidance adds to a task's target."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from controller.ideal import ideal_steps
from poise.control import FieldAvoidance, JointLimitAvoidance, RadialField
from poise.controller import Controller
from poise.model import load_robot
from poise.scenes import ReducedTsidScene
from poise.tasks import FramePositionTask, PostureTask, Target

pytestmark = pytest.mark.requires("example-robot-data")
DT = 4e-3


@pytest.fixture(scope="module")
def panda():
    return load_robot("panda")


@pytest.fixture
def state(panda):
    return panda.state(panda.configuration(panda.preset.stance))


@pytest.mark.parametrize("avoiding", [True, False])
def test_a_joint_asked_beyond_its_limit_stops_before_it(panda, state, avoiding):
    scene = ReducedTsidScene(panda)
    scene.configure([PostureTask("posture")])
    control = Controller(scene, DT, {"posture": 25.0})
    elbow, finger = panda.joint_row("panda_joint4"), panda.joint_row("panda_finger_joint1")
    reach = np.full(panda.na, 0.3)
    reach[finger] = 0.005
    avoid = JointLimitAvoidance(panda.lower_position, panda.upper_position, reach, kp=60.0)
    asked = panda.joint_positions(state.q).copy()
    asked[elbow] = panda.upper_position[elbow] + 0.5

    def references(at):
        push = avoid.output(panda.joint_positions(at.q))
        return {"posture": Target(asked, acceleration=push if avoiding else None)}

    states = [at for at, _ in ideal_steps(control, state, 1000, references)]
    elbows = np.array([panda.joint_positions(at.q)[elbow] for at in states])
    gap = panda.upper_position[elbow] - elbows
    if not avoiding:
        assert gap.min() < -0.4
        return
    assert gap.min() > 0.0
    # At rest the law's pull and the push are equal.
    last = panda.joint_positions(states[-1].q)
    pull = 25.0 * (asked[elbow] - last[elbow])
    assert -avoid.output(last)[elbow] == pytest.approx(pull, rel=1e-3)
    others = np.arange(panda.na) != elbow
    np.testing.assert_allclose(last[others], asked[others], atol=1e-6)


@pytest.mark.parametrize("avoiding", [True, False])
def test_a_hand_led_through_an_obstacle_goes_round_it(panda, state, avoiding):
    scene = ReducedTsidScene(panda)
    scene.configure([FramePositionTask("hand", panda.preset.hand), PostureTask("posture", 1e-2)])
    control = Controller(scene, DT, {"hand": 25.0})
    control.set_target_from(state)
    start = control.targets["hand"]
    # Its middle is 10 mm beside the straight way.
    middle = start.value + np.array([0.0, 0.15, 0.01])
    field = FieldAvoidance([RadialField(middle, 0.12)], kp=1.5)

    def references(at):
        t = min(at.time / 2.0, 1.0)
        target = start.moved([0.0, 0.3 * t, 0.0], [0.0, 0.15 * (t < 1.0), 0.0])
        hand = control.workspace.evaluate(at).pose(panda.preset.hand).translation
        if avoiding:
            target = replace(target, velocity=target.velocity + field.velocity(hand))
        return {"hand": target}

    ways = []
    for at, _ in ideal_steps(control, state, 1000, references):
        ways.append(control.workspace.evaluate(at).pose(panda.preset.hand).translation)
    nearest = np.linalg.norm(np.array(ways) - middle, axis=1).min()
    assert nearest > 0.06 if avoiding else nearest < 0.011
    # Both arrive: 2 s, ten time constants of the law, after the target did.
    np.testing.assert_allclose(ways[-1], start.value + np.array([0.0, 0.3, 0.0]), atol=1e-3)
