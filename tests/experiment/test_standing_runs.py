"""Whole runs in the simulators: what poise is for, with its thresholds."""

from dataclasses import replace

import numpy as np
import pytest

from poise.experiment import StateNoise, judge, run, standing_experiment, three_pushes
from poise.experiment.sweep import total_variation
from poise.model import load_robot
from poise.qp import available_backends, load_backend
from poise.scenes import Penalties

pytestmark = [
    pytest.mark.slow,
    pytest.mark.requires("example-robot-data", "mujoco"),
]

PUSHES = {"g1": 6.0, "talos": 15.0, "go2": 3.0}


def assert_held(record):
    broken = [
        f"{t.name}: {t.value:.4g} {t.unit}, must be {t.relation} {t.limit:g}"
        for t in judge(record)
        if not t.held
    ]
    assert not broken, "; ".join(broken)


@pytest.mark.parametrize("name", PUSHES)
def test_stands_reaches_and_survives_three_pushes_in_mujoco(name):
    """From the opposite sides; the files that are shipped push from the usual ones."""
    experiment = standing_experiment(load_robot(name))
    pushes = three_pushes(PUSHES[name], experiment.duration, mirrored=True)
    record = run(replace(experiment, pushes=pushes))
    assert_held(record)
    assert any(track.name == "hand" for track in record.tasks) == (name != "go2")
    # Fair play: what MuJoCo measured at the feet carries the weight while nothing pushes.
    calm = record.time < 0.2 * experiment.duration
    load = record.measured_wrench[calm, :, 2].sum(axis=1)[400:].mean()
    weight = experiment.robot.total_mass * 9.81
    assert load == pytest.approx(weight, rel=0.01)


@pytest.mark.parametrize("name", PUSHES)
def test_stands_and_is_pushed_in_the_soft_simulator(name):
    experiment = standing_experiment(load_robot(name), simulator="soft", duration=6.0)
    assert_held(run(experiment))


def test_a_push_that_is_too_strong_makes_it_fall_and_the_record_says_when():
    experiment = standing_experiment(load_robot("g1"), duration=4.0)
    experiment = replace(experiment, pushes=three_pushes(40.0, 4.0))
    record = run(experiment)
    assert record.fell_at is not None
    assert 1.0 < record.fell_at < 4.0
    assert record.time[-1] < record.fell_at + 2 * record.dt
    thresholds = {t.name: t for t in judge(record)}
    assert not thresholds["stood for"].held


@pytest.mark.parametrize("backend", available_backends())
def test_every_backend_controls_the_robot_in_the_whole_process(backend):
    """With Pinocchio, MuJoCo and all other backends loaded, as a crash was once seen."""
    others = [load_backend(name) for name in available_backends()]
    assert len(others) == len(available_backends())
    record = run(standing_experiment(load_robot("g1"), duration=0.1, backend=backend))
    assert record.solved.all()
    assert record.fell_at is None


class TestNoise:
    """Delta penalties under velocity noise; the sums are over the whole run."""

    def record(self, penalties, damping=20.0):
        experiment = standing_experiment(
            load_robot("g1"),
            noise=StateNoise(),
            penalties=penalties,
            contact_damping=damping,
        )
        record = run(experiment)
        assert_held(record)
        return record

    def test_the_wrench_delta_penalty_smooths_the_wrenches_threefold(self):
        plain = self.record(Penalties(contact_wrench=1e-4))
        smooth = self.record(Penalties(contact_wrench=1e-4, contact_wrench_delta=0.8))
        # Forces and moments have different units: each must be three times as smooth.
        for part in (slice(0, 3), slice(3, 6)):
            before, after = (
                total_variation(r.wrench[:, :, part], r.solved) for r in (plain, smooth)
            )
            assert before > 3.0 * after

    def test_too_large_a_penalty_topples_the_robot(self):
        experiment = standing_experiment(
            load_robot("g1"),
            noise=StateNoise(),
            penalties=Penalties(contact_wrench=1e-4, contact_wrench_delta=10.0),
        )
        assert run(experiment).fell_at is not None

    def test_the_acceleration_delta_penalty_smooths_the_accelerations_threefold(self):
        plain = self.record(Penalties(contact_wrench=1e-4), damping=0.0)
        smooth = self.record(Penalties(contact_wrench=1e-4, acceleration_delta=10.0), damping=0.0)
        variations = [total_variation(r.acceleration, r.solved) for r in (plain, smooth)]
        assert variations[0] > 3.0 * variations[1]

    def test_the_same_seed_gives_the_same_run(self):
        experiment = standing_experiment(load_robot("go2"), duration=0.5, noise=StateNoise())
        first, second = run(experiment), run(experiment)
        np.testing.assert_array_equal(first.joint_position, second.joint_position)
        other = run(replace(experiment, seed=1))
        assert np.abs(other.joint_position - first.joint_position).max() > 0
