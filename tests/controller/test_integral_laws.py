"""Laws with an integral in a controller: what they remove, and what the memory holds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from controller.ideal import ideal_steps
from poise.control import AccelerationLaw, PdLaw
from poise.controller import Controller
from poise.errors import ShapeError
from poise.experiment import Experiment, MotionPlan, run
from poise.model import load_robot
from poise.qp import QpStatus
from poise.scenes import ReducedTsidScene
from poise.sim import Push
from poise.tasks import FramePoseTask, PostureTask

pytestmark = pytest.mark.requires("example-robot-data")
DT = 2e-3


@pytest.fixture(scope="module")
def panda():
    return load_robot("panda")


@pytest.fixture
def state(panda):
    return panda.state(panda.configuration(panda.preset.stance))


def controller(panda, law, posture=0.1):
    scene = ReducedTsidScene(panda)
    scene.configure([FramePoseTask("hand", panda.preset.hand), PostureTask("posture", posture)])
    return Controller(scene, DT, {"hand": law})


@pytest.mark.requires("mujoco")
def test_the_integral_removes_what_a_constant_force_leaves(panda):
    """15 N that nobody told the controller of: the law alone sags by F / (Λ kp)."""

    def sag(law):
        tasks = (
            MotionPlan(FramePoseTask("hand", panda.preset.hand, (10,) * 3 + (3,) * 3), law),
            MotionPlan(PostureTask("posture", 0.1), PdLaw(20.0)),
        )
        force = Push(np.array([0.0, 0.0, -15.0 * 3.0]), 0.0, 3.0, panda.preset.hand)
        stance = panda.preset.stance
        experiment = Experiment(panda, (), stance, tasks, duration=3.0, dt=DT, pushes=(force,))
        return run(experiment).task("hand").distance

    plain = sag(PdLaw(100.0))
    assert plain[-1] > 0.01
    assert plain[-1] == pytest.approx(plain[-250], rel=0.02)
    # ki < kp kd is stable; after 3 s, nine of its slowest time constants, a thousandth is left.
    assert sag(AccelerationLaw(100.0, ki=300.0))[-1] < 1e-3 * plain[-1]


def test_the_integral_is_part_of_the_memory_and_a_step_can_be_replayed(panda, state):
    control = controller(panda, AccelerationLaw(100.0, ki=300.0))
    control.set_target_from(state)
    control.targets["hand"] = control.targets["hand"].moved([0.0, 0.0, 0.01])
    first = control.step(state)
    # The error of 10 mm over one tick, and nothing of tasks whose law has no integral.
    integral = control.memory.integrals["hand"].integral
    np.testing.assert_allclose(integral, [0, 0, 0.01 * DT, 0, 0, 0], atol=1e-12)
    assert set(control.memory.integrals) == {"hand"}
    second = control.step(state)
    asked = second.accelerations["hand"][2] - first.accelerations["hand"][2]
    assert asked == pytest.approx(300.0 * 0.01 * DT)
    control.memory = second.before
    again = control.step(state)
    np.testing.assert_array_equal(again.accelerations["hand"], second.accelerations["hand"])


def test_new_targets_and_a_reset_forget_the_integral(panda, state):
    control = controller(panda, AccelerationLaw(100.0, ki=300.0))
    control.set_target_from(state)
    control.step(state)
    control.set_target_from(state, "posture")
    assert "hand" in control.memory.integrals
    control.set_target_from(state, "hand")
    assert control.memory.integrals == {}
    control.step(state)
    control.reset()
    assert control.memory.integrals == {}


def test_a_tick_that_fails_does_not_integrate(panda, state, monkeypatch):
    control = controller(panda, AccelerationLaw(100.0, ki=300.0))
    control.set_target_from(state)
    control.targets["hand"] = control.targets["hand"].moved([0.0, 0.0, 0.01])
    control.step(state)
    before = control.memory.integrals["hand"]
    solve = control.scene.solve

    def fail(problem, warm_start=None):
        solution = solve(problem, warm_start)
        return replace(solution, qp=replace(solution.qp, status=QpStatus.FAILED))

    monkeypatch.setattr(control.scene, "solve", fail)
    assert not control.step(state).solved
    assert control.memory.integrals["hand"] is before


def test_gains_must_fit_the_task(panda):
    with pytest.raises(ShapeError, match="ki of task 'hand' must be one number or 6 numbers"):
        controller(panda, AccelerationLaw(100.0, ki=[1.0, 2.0, 3.0]))


def step_down(panda, state, law):
    """Errors and integrals of the hand's height after a target 0.25 m lower, for 6 s."""
    control = controller(panda, law, posture=1e-3)
    control.set_target_from(state)
    control.targets["hand"] = control.targets["hand"].moved([0.0, 0.0, -0.25])
    errors, integrals = [], []
    for _, step in ideal_steps(control, state, 3000):
        errors.append(step.errors["hand"][2])
        integrals.append(control.memory.integrals["hand"].integral[2])
    return np.array(errors), np.array(integrals)


def overshoot_of_winding_up(limit):
    """A double integrator under the same law, saturated, whose integral never waits."""
    x = v = integral = furthest = 0.0
    for _ in range(3000):
        integral += (-0.25 - x) * DT
        a = np.clip(100.0 * (-0.25 - x) + 300.0 * integral - 20.0 * v, -limit, limit)
        x, v = x + v * DT + 0.5 * a * DT**2, v + a * DT
        furthest = min(furthest, x)
    return -0.25 - furthest


def test_while_the_output_is_saturated_the_integral_waits(panda, state):
    errors, integrals = step_down(panda, state, AccelerationLaw(100, ki=300, max_acceleration=1))
    assert integrals[0] == 0.0  # 25 m/s² are asked for
    overshoot = errors.max()
    assert overshoot < 0.1
    assert overshoot_of_winding_up(1.0) > 3.0 * overshoot
    # The slowest poles of s³ + 20 s² + 100 s + 300 are at −2.7 1/s: e⁻⁸ after 3 s.
    assert abs(errors[-1]) < 1e-4


def test_the_integral_stays_within_its_limit(panda, state):
    errors, integrals = step_down(panda, state, AccelerationLaw(100, ki=300, max_integral=0.01))
    assert np.abs(integrals).max() == 0.01
    assert abs(errors[-1]) < 1e-4
    unlimited, _ = step_down(panda, state, AccelerationLaw(100, ki=300))
    assert unlimited.max() > 2.0 * errors.max()
