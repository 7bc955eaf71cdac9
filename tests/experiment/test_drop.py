"""Dropping robots: energy adds up, and the end is known."""

from __future__ import annotations

import numpy as np
import pytest

from poise.contact import preset_contacts
from poise.errors import DefinitionError, DivergedError
from poise.experiment.drop import Drop
from poise.model import load_robot
from poise.sim import SoftContactSimulator

pytestmark = pytest.mark.requires("example-robot-data")


@pytest.mark.parametrize("integrator", ["semi_implicit", "rk4", "implicit"])
def test_a_quadruped_falls_freely_and_comes_to_rest(integrator: str) -> None:
    robot = load_robot("go2")
    record = Drop(robot, preset_contacts(robot), 0.1, 1.5, integrator=integrator).run()
    assert record.at_rest
    assert record.diverged_at is None
    # Free fall: √(2 h/g) = 0.143 s, and no energy is lost in the air.
    air = record.time < 0.14
    assert (record.penetration[air] < 0).all()
    np.testing.assert_allclose(record.dissipated[air], 0.0, atol=0.15)
    fallen = 0.5 * 9.81 * record.time[air] ** 2
    np.testing.assert_allclose(record.base_height[0] - record.base_height[air], fallen, atol=1.5e-3)
    # Then the ground takes energy and never gives any.
    assert record.dissipated[-1] > 1.0
    assert np.diff(record.dissipated).min() > -0.3
    assert record.normal_force[-1].sum() == pytest.approx(record.weight, rel=1e-3)
    np.testing.assert_allclose(record.penetration[-1].mean(), 1e-3, rtol=0.02)


def test_progress_is_told_and_steps_are_counted() -> None:
    robot = load_robot("go2")
    told = []
    record = Drop(robot, preset_contacts(robot), 0.0, 0.05).run(lambda *step: told.append(step))
    assert told[-1] == (50, 50)
    assert record.time.size == 51
    assert not record.time[0]


def test_a_drop_that_flies_apart_is_an_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = load_robot("go2")
    advance = SoftContactSimulator.step

    def fails_at_ten(self, command, pushes=()):
        if self.time > 9.5e-3:
            raise DivergedError("gone", self.state)
        return advance(self, command, pushes)

    monkeypatch.setattr(SoftContactSimulator, "step", fails_at_ten)
    record = Drop(robot, preset_contacts(robot)).run()
    assert record.diverged_at == pytest.approx(0.010)
    assert record.time.size == 11
    assert not record.at_rest


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"height": -0.1}, "height"),
        ({"dt": 0.0}, "dt"),
        ({"duration": 0.0}, "duration"),
        ({"integrator": "euler"}, "integrator must be one of"),
    ],
)
def test_wrong_settings_are_named(change: dict, message: str) -> None:
    robot = load_robot("go2")
    with pytest.raises(DefinitionError, match=message):
        Drop(robot, preset_contacts(robot), **change).run()


def test_a_fixed_base_cannot_fall() -> None:
    robot = load_robot("panda")
    with pytest.raises(DefinitionError, match="fixed base and cannot fall"):
        Drop(robot, ())
