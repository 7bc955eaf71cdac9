"""Pushes."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

from poise.errors import DefinitionError, FrameNotFoundError, ShapeError
from poise.model import RobotModel, load_robot
from poise.sim import Push
from poise.sim.push import center_of_mass_place


@pytest.mark.parametrize("dt", [1e-3, 7e-4, 0.03, 0.25])
@pytest.mark.parametrize("start_time", [0.0, 0.0005, 0.4])
def test_forces_add_up_to_the_impulse_whatever_the_step(dt: float, start_time: float) -> None:
    push = Push([1.0, -2.0, 3.0], time=0.5)
    forces = [push.force_at_step(k, dt, start_time) for k in range(round(2.0 / dt))]
    total = sum(force for force in forces if force is not None) * dt
    np.testing.assert_allclose(total, [1.0, -2.0, 3.0], rtol=1e-12)


def test_acts_from_its_time_for_its_duration() -> None:
    push = Push([5.0, 0.0, 0.0], time=0.2, duration=0.1)
    acting = [k for k in range(1000) if push.force_at_step(k, 1e-3) is not None]
    assert (acting[0], acting[-1], len(acting)) == (200, 299, 100)
    np.testing.assert_allclose(push.force_at_step(200, 1e-3), [50.0, 0.0, 0.0], rtol=1e-12)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (([1.0, 2.0], 0.0), ShapeError, "impulse"),
        (([np.nan, 0.0, 0.0], 0.0), DefinitionError, "impulse"),
        (([1.0, 0.0, 0.0], 0.0, 0.0), DefinitionError, "duration"),
        (([1.0, 0.0, 0.0], np.inf), DefinitionError, "time"),
        (([1.0, 0.0, 0.0], 0.0, 0.1, ""), DefinitionError, "link"),
    ],
)
def test_wrong_parameters_are_named(arguments: tuple, error: type, words: str) -> None:
    with pytest.raises(error, match=words):
        Push(*arguments)


def test_center_of_mass_is_the_links_own(arm: RobotModel) -> None:
    # The bracket and the sensor are welded to the slider, but are no part of it.
    place = center_of_mass_place(arm, "slider")
    expected = arm.place("slider", pin.SE3(np.eye(3), np.array([0.05, 0.02, 0.0])))
    np.testing.assert_allclose(place.placement.translation, expected.placement.translation)


@pytest.mark.requires("example-robot-data")
def test_center_of_mass_of_a_lone_link_is_that_of_its_body() -> None:
    robot = load_robot("g1")
    place = center_of_mass_place(robot, "left_knee_link")
    np.testing.assert_allclose(
        place.placement.translation, robot.pin_model.inertias[place.joint].lever, atol=1e-12
    )


def test_unknown_link_is_answered_with_close_matches(arm: RobotModel) -> None:
    with pytest.raises(FrameNotFoundError, match="turret"):
        center_of_mass_place(arm, "turet")
