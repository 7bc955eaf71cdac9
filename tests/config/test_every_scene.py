"""One word in a file changes the scene, and the robot does what that level allows."""

from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from poise.config import load_config, load_demo
from poise.experiment import judge, run
from poise.experiment.scenes import SceneName

TWO_ARMS = Path(__file__).parents[2] / "examples" / "07_two_arms.yaml"
SHORT = ["duration=1.5", "dt=2 ms"]

pytestmark = pytest.mark.requires("example-robot-data", "mujoco")


def broken(experiment):
    """The record of a run, and the thresholds that it did not hold."""
    record = run(experiment)
    return record, [t.name for t in judge(record) if not t.held]


@pytest.mark.slow
@pytest.mark.parametrize("scene", get_args(SceneName))
def test_a_humanoid_stands_and_reaches(scene):
    # Two scenes have no friction in them, so that nothing pushes it here.
    changes = [*SHORT, f"scene.type={scene}", "events=[]"]
    planned = load_demo("humanoid", changes)
    record, failures = broken(planned.experiment)
    assert not failures
    hand = record.task("hand")
    assert np.ptp(hand.actual[:, 2]) > 0.005  # it moves
    assert hand.distance.max() < (0.005 if "velocity" in scene else 0.002)


@pytest.mark.slow
@pytest.mark.parametrize("scene", get_args(SceneName))
def test_two_arms_hold_their_box(scene):
    planned = load_config(TWO_ARMS, [*SHORT, f"scene.type={scene}"])
    record, failures = broken(planned.experiment)
    assert not failures
    assert np.ptp(record.task("left_hand").actual[:, 1]) > 0.02
    # A strict first priority is spared by what comes after it.
    assert record.task("box").distance.max() < (5e-4 if "velocity" in scene else 5e-5)
    asked = record.task("box").asked_units[0]
    assert asked == ("m/s" if "velocity" in scene else "m/s²")
