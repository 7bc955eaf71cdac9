"""The same controller in both simulators: the ground carries alike, and nothing creeps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from poise.experiment import Limits, RunRecord, run, standing_experiment
from poise.model import load_robot

pytestmark = pytest.mark.requires("example-robot-data")

NAMES = ["g1", "talos", "go2"]


def both(name: str, duration: float) -> list[RunRecord]:
    """The standing run without pushes and without the hand's path."""
    robot = load_robot(name)
    records = []
    for simulator in ("mujoco", "soft"):
        experiment = standing_experiment(robot, pushes=(), duration=duration, simulator=simulator)
        held = tuple(plan for plan in experiment.tasks if plan.task.name != "hand")
        records.append(run(replace(experiment, tasks=held, limits=Limits())))
    return records


def check(records: list[RunRecord], weight: float, last: float, shift: float) -> None:
    for record in records:
        assert record.fell_at is None
        assert record.contact_shift.max() < shift
    start = records[0].time[-1] - last
    means = [record.measured_wrench[record.time >= start, :, 2].mean(axis=0) for record in records]
    np.testing.assert_allclose(means[0], means[1], atol=0.02 * weight)
    for mean in means:
        assert mean.sum() == pytest.approx(weight, rel=0.005)


@pytest.mark.parametrize("name", ["g1", "go2"])
def test_feet_carry_alike_in_both_simulators(name: str, require: Callable[[str], object]) -> None:
    require("mujoco")
    weight = load_robot(name).total_mass * 9.81
    check(both(name, 2.0), weight, last=0.5, shift=2e-3)


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_feet_carry_alike_and_stay_for_ten_seconds(
    name: str, require: Callable[[str], object]
) -> None:
    require("mujoco")
    weight = load_robot(name).total_mass * 9.81
    check(both(name, 10.0), weight, last=2.0, shift=2e-3)
