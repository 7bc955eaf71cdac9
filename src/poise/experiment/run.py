"""Running an experiment: the closed loop of simulator and controller."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import numpy as np

from poise.arrays import Array
from poise.contact import standing_state
from poise.controller import Controller
from poise.errors import DivergedError
from poise.experiment.events import ContactChange
from poise.experiment.experiment import Experiment
from poise.experiment.falling import has_fallen
from poise.experiment.record import RunRecord
from poise.experiment.recorder import Recorder
from poise.experiment.references import Follower
from poise.experiment.scenes import build_scene
from poise.scenes import Scene
from poise.sim import Simulator
from poise.tasks import Target

Progress = Callable[[int, int], None]


def run(experiment: Experiment, progress: Progress | None = None) -> RunRecord:
    """Run an experiment to its end, or until the robot has fallen.

    Args:
        experiment: What to run.
        progress: Called after every tick with the ticks done and the ticks planned.

    Returns:
        What happened, up to the tick of the fall.

    Raises:
        PoiseError: The parts do not fit each other; nothing has run then.
    """
    robot, ticks = experiment.robot, experiment.ticks
    start = standing_state(robot, experiment.contacts, experiment.stance)
    simulator = build_simulator(experiment)
    simulator.reset(start)
    scene = build_scene(experiment)
    controller = build_controller(experiment, scene)
    controller.set_target_from(start)
    followers = begin_references(experiment, controller.targets)
    forces: dict[str, Array] = {plan.task.name: plan.force for plan in experiment.forces}
    changes = sorted(experiment.contact_changes, key=lambda change: change.time)
    random = np.random.default_rng(experiment.seed)
    recorder = Recorder(experiment, simulator, ticks)
    for tick in range(ticks):
        state = simulator.state
        measured = state
        if experiment.noise is not None:
            measured = experiment.noise.measured(robot, state, random)
        while changes and changes[0].time <= state.time + 0.5 * experiment.dt:
            _change(scene, changes.pop(0))
        targets = {name: follow(state.time) for name, follow in followers.items()}
        began = time.perf_counter()
        step = controller.step(measured, {**targets, **forces})
        tick_time = time.perf_counter() - began
        recorder.write(tick, state, step, {**controller.targets, **targets}, tick_time)
        try:
            simulator.step(step.command, experiment.pushes)
        except DivergedError:
            return recorder.finish(tick + 1, fell_at=state.time)
        if progress is not None:
            progress(tick + 1, ticks)
        if has_fallen(robot, start, simulator.state):
            return recorder.finish(tick + 1, fell_at=simulator.time)
    return recorder.finish(ticks, fell_at=None)


def build_simulator(experiment: Experiment) -> Simulator:
    """The simulator that an experiment asks for.

    Raises:
        DependencyError: MuJoCo is asked for and not installed.
    """
    robot, contacts, dt = experiment.robot, experiment.contacts, experiment.dt
    if experiment.ground_friction is not None and experiment.simulator == "soft":
        contacts = tuple(c.changed(friction=experiment.ground_friction) for c in contacts)
    if experiment.simulator == "mujoco":
        from poise.sim import MujocoSimulator

        return MujocoSimulator(robot, contacts, dt, experiment.ground_friction)
    from poise.sim import SoftContactSimulator

    return SoftContactSimulator(robot, contacts, dt=dt)


def build_controller(experiment: Experiment, scene: Scene) -> Controller:
    """The scene with the law of each motion task."""
    laws = {plan.task.name: plan.law for plan in experiment.motions}
    return Controller(scene, experiment.dt, laws)


def begin_references(experiment: Experiment, starts: Mapping[str, Target]) -> dict[str, Follower]:
    """Begin every reference that moves.

    Args:
        experiment: The experiment.
        starts: Target of each motion task when the run begins.

    Raises:
        DefinitionError: A reference does not fit its task.
    """
    return {
        plan.task.name: plan.reference.begin(experiment.robot, plan.task, starts[plan.task.name])
        for plan in experiment.motions
        if plan.reference.moves
    }


def _change(scene: Scene, change: ContactChange) -> None:
    """Let the scene count on a contact, or no longer."""
    scene.set_contacts(
        [
            contact.changed(active=change.active) if contact.name == change.contact else contact
            for contact in scene.contacts
        ]
    )
