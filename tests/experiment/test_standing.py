from __future__ import annotations

import numpy as np
import pytest

from poise.contact import PointContact
from poise.errors import DefinitionError, FrameNotFoundError
from poise.experiment import default_push, standing_experiment, three_pushes
from poise.model import load_robot
from poise.model.presets import Preset

URDF = """<robot name="bob"><link name="bob">
  <inertial><mass value="8"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
  </link><link name="foot"/>
  <joint name="ankle" type="revolute"><parent link="bob"/><child link="foot"/><axis xyz="0 1 0"/>
  <limit lower="0.2" upper="1" effort="5" velocity="5"/></joint></robot>"""


def hand_of(experiment):
    return next((m.task.frame for m in experiment.motions if m.task.name == "hand"), None)


@pytest.fixture
def bob():
    return load_robot(URDF, floating_base=True)


@pytest.mark.requires("example-robot-data")
def test_a_known_robot_needs_nothing_else():
    robot = load_robot("g1")
    experiment = standing_experiment(robot)
    assert [contact.frame for contact in experiment.contacts] == [
        "left_ankle_roll_link",
        "right_ankle_roll_link",
    ]
    assert hand_of(experiment) == robot.preset.hand
    assert dict(experiment.stance) == dict(robot.preset.stance)
    assert [np.linalg.norm(push.impulse) for push in experiment.pushes] == [6.0, 6.0, 6.0]
    assert [push.time for push in experiment.pushes] == [2.5, 5.0, 7.5]


@pytest.mark.requires("example-robot-data")
def test_what_is_given_replaces_the_preset():
    robot = load_robot("g1")
    contact = PointContact("pelvis", 0.3)
    experiment = standing_experiment(
        robot, [contact], stance={}, hand="torso_link", pushes=(), duration=2.0, simulator="soft"
    )
    assert experiment.contacts == (contact,)
    assert hand_of(experiment) == "torso_link"
    assert (experiment.stance, experiment.pushes) == ({}, ())
    assert (experiment.duration, experiment.simulator) == (2.0, "soft")


def test_pushes_follow_the_duration(bob):
    experiment = standing_experiment(bob, [PointContact("foot", 0.6)], duration=4.0)
    assert [push.time for push in experiment.pushes] == [1.0, 2.0, 3.0]


def test_a_robot_without_preset_stands_at_zero_within_its_limits(bob):
    experiment = standing_experiment(bob, [PointContact("foot", 0.6)])
    assert experiment.stance.tolist() == [0.2]
    assert hand_of(experiment) is None


def test_a_robot_without_preset_needs_contacts(bob):
    with pytest.raises(DefinitionError, match="no preset contacts"):
        standing_experiment(bob)


def test_frames_are_checked_at_once(bob):
    with pytest.raises(FrameNotFoundError, match="Did you mean 'foot'"):
        standing_experiment(bob, [PointContact("foott", 0.6)])
    with pytest.raises(FrameNotFoundError, match="hnad"):
        standing_experiment(bob, [PointContact("foot", 0.6)], hand="hnad")


def test_default_push_is_that_of_the_preset_or_follows_from_the_mass(bob):
    assert default_push(bob) == pytest.approx(0.15 * 8.0)


def test_a_push_of_a_preset_cannot_be_negative():
    with pytest.raises(DefinitionError, match="push must be ≥ 0"):
        Preset("a", "A", "a.urdf", floating_base=True, base="a", push=-1.0)


def test_pushes_need_a_duration():
    with pytest.raises(DefinitionError, match="duration must be > 0"):
        three_pushes(1.0, 0.0)


def test_a_fixed_base_cannot_be_pushed_over():
    with pytest.raises(DefinitionError, match="fixed base and cannot be pushed over"):
        standing_experiment(load_robot(URDF, floating_base=False))
