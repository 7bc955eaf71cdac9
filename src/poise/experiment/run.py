"""Running a standing experiment: the closed loop of simulator and controller."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from poise.contact import standing_state
from poise.controller import Controller
from poise.errors import DivergedError
from poise.experiment.falling import has_fallen
from poise.experiment.record import RunRecord
from poise.experiment.recorder import Recorder
from poise.experiment.standing import StandingExperiment
from poise.scenes import ReducedTsidScene
from poise.sim import Simulator
from poise.tasks import (
    CenterOfMassTask,
    FrameOrientationTask,
    FramePoseTask,
    PostureTask,
    Target,
    Task,
)

Progress = Callable[[int, int], None]


def run(experiment: StandingExperiment, progress: Progress | None = None) -> RunRecord:
    """Run an experiment to its end, or until the robot has fallen.

    Args:
        experiment: What to run.
        progress: Called after every tick with the ticks done and the ticks planned.

    Returns:
        What happened, up to the tick of the fall.
    """
    start = standing_state(experiment.robot, experiment.contacts, experiment.stance)
    simulator = build_simulator(experiment)
    simulator.reset(start)
    controller = build_controller(experiment)
    controller.set_target_from(start)
    random = np.random.default_rng(experiment.seed)
    ticks = round(experiment.duration / experiment.dt)
    recorder = Recorder(experiment, simulator, ticks)
    for tick in range(ticks):
        state = simulator.state
        measured = state
        if experiment.noise is not None:
            measured = experiment.noise.measured(experiment.robot, state, random)
        targets = _targets(experiment, controller, state.time)
        began = time.perf_counter()
        step = controller.step(measured, targets)
        recorder.write(tick, state, step, targets, time.perf_counter() - began)
        try:
            simulator.step(step.command, experiment.pushes)
        except DivergedError:
            return recorder.finish(tick + 1, fell_at=state.time)
        if progress is not None:
            progress(tick + 1, ticks)
        if has_fallen(start, simulator.state):
            return recorder.finish(tick + 1, fell_at=simulator.time)
    return recorder.finish(ticks, fell_at=None)


def build_simulator(experiment: StandingExperiment) -> Simulator:
    """The simulator that an experiment asks for.

    Raises:
        DependencyError: MuJoCo is asked for and not installed.
    """
    robot, contacts, dt = experiment.robot, experiment.contacts, experiment.dt
    if experiment.simulator == "mujoco":
        from poise.sim import MujocoSimulator

        return MujocoSimulator(robot, contacts, dt)
    from poise.sim import SoftContactSimulator

    return SoftContactSimulator(robot, contacts, dt=dt)


def build_controller(experiment: StandingExperiment) -> Controller:
    """Reduced TSID with centre of mass, trunk, hand and posture."""
    gains, robot = experiment.gains, experiment.robot
    scene = ReducedTsidScene(
        robot,
        experiment.contacts,
        backend=experiment.backend,
        contact_damping=experiment.contact_damping,
        cone=experiment.cone,
        penalties=experiment.penalties,
    )
    tasks: list[Task] = [
        CenterOfMassTask("com", gains.com_weight),
        FrameOrientationTask("trunk", robot.base_frame, gains.trunk_weight),
        PostureTask("posture", gains.posture_weight),
    ]
    laws = {"com": gains.com, "trunk": gains.trunk, "posture": gains.posture}
    if experiment.hand is not None:
        tasks.append(FramePoseTask("hand", experiment.hand, gains.hand_weight))
        laws["hand"] = gains.hand
    scene.configure(tasks)
    return Controller(scene, experiment.dt, laws)


def _targets(
    experiment: StandingExperiment, controller: Controller, at: float
) -> dict[str, Target]:
    """The targets of a tick: only the hand moves."""
    targets = dict(controller.targets)
    if experiment.hand is not None:
        targets["hand"] = targets["hand"].moved(*experiment.path.offset(at))
    return targets
