"""Whether the parts of an experiment fit each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from poise.arrays import did_you_mean
from poise.config.faults import Faults
from poise.config.quantity import Measure
from poise.contact import standing_state
from poise.experiment import Experiment, MotionPlan
from poise.experiment.plans import TaskPlan
from poise.experiment.scenes import build_scene
from poise.experiment.track_recorder import TrackRecorder
from poise.model import Workspace
from poise.scenes.checks import check_effort_task, check_slack

_DIMENSIONS = {
    "m": ("length", "m, cm and mm"),
    "rad": ("angle", "deg and rad"),
    "N": ("force", "N"),
}


def check_fit(experiment: Experiment, faults: Faults) -> None:
    """Do what a run does before its first tick, part by part.

    Args:
        experiment: The experiment.
        faults: Where faults are kept.
    """
    for plan in experiment.tasks:
        with faults.at("tasks", plan.task.name):
            _check_task(plan, experiment)
    with faults.at("scene", "penalties"):
        check_slack(experiment.penalties, experiment.contacts)
    faults.stop()
    with faults.at("scene"):
        build_scene(experiment)
    faults.stop()
    with faults.at("stance"):
        start = standing_state(experiment.robot, experiment.contacts, experiment.stance)
        snapshot = Workspace(experiment.robot).evaluate(start)
        for motion in experiment.motions:
            with faults.at("tasks", motion.task.name, "reference"):
                target = motion.task.target_from(snapshot)
                motion.reference.begin(experiment.robot, motion.task, target)


def _check_task(plan: TaskPlan, experiment: Experiment) -> None:
    if isinstance(plan, MotionPlan):
        plan.task.weights(experiment.robot)
        plan.law.check_size(plan.task.name, plan.task.dimension(experiment.robot))
    else:
        check_effort_task(plan.task, experiment.contacts)


def check_tracking(experiment: Experiment, limits: Mapping[str, float], faults: Faults) -> None:
    """A limit's unit must be that of what the task is about.

    Args:
        experiment: The experiment.
        limits: By task, with the units they were written in.
        faults: Where faults are kept.
    """
    plans = {plan.task.name: plan for plan in experiment.tasks}
    for name, limit in limits.items():
        said = limit.dimension if isinstance(limit, Measure) else None
        unit = TrackRecorder(experiment.robot, plans[name], 0).finish(0).distance_unit
        dimension, valid = _DIMENSIONS.get(unit, ("value", "a number without a unit"))
        if said is not None and dimension != said:
            faults.add(
                ("judge", "tracking", name),
                f"task '{name}' is judged by its {dimension} [{unit}], not by a {said}; "
                f"valid: {valid}.",
            )


def check_names(
    path: tuple[str | int, ...], names: Mapping[str, object], known: Sequence[str], faults: Faults
) -> None:
    """Refuse keys that name nothing.

    Args:
        path: Where they stand.
        names: Whose keys they are.
        known: What there is.
        faults: Where faults are kept.
    """
    for name in names:
        if name not in known:
            faults.add((*path, name), f"there is no {name!r}. {did_you_mean(name, known)}")
