"""What a penalty on rates does: the same run again and again with a growing penalty."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from poise.arrays import Array, array_of_shape, vector
from poise.errors import DefinitionError
from poise.experiment.experiment import Experiment
from poise.experiment.record import BoolArray, RunRecord
from poise.experiment.run import run
from poise.experiment.task_track import TaskTrack
from poise.experiment.thresholds import calm_rms

PenaltyName = Literal["acceleration_delta", "contact_wrench_delta"]

# From hardly felt to what topples a humanoid.
_USUAL_VALUES: dict[PenaltyName, tuple[float, ...]] = {
    "contact_wrench_delta": (0.01, 0.1, 1.0, 10.0),
    "acceleration_delta": (0.1, 1.0, 10.0, 100.0),
}


@dataclass(frozen=True, slots=True, eq=False)
class PenaltySweep:
    """Smoothness and tracking against a rate penalty, one entry per run.

    Attributes:
        penalty: Field of :class:`~poise.scenes.Penalties` that was varied.
        values: Its values, the first 0: the run that others are compared with, shape (n,).
        variation: Total variation per second of what the penalty smooths (commanded q̈ or contact
            wrenches), relative to that of the first run, shape (n,).
        tracking_rms: RMS error of the task that tells most outside the second after a push,
            shape (n,), in ``unit``.
        tracked: The task that ``tracking_rms`` is about.
        unit: "m", "rad" or "N".
        fell_at: When the robot fell, NaN where it stood to the end, shape (n,) [s].
    """

    penalty: PenaltyName
    values: Array
    variation: Array
    tracking_rms: Array
    tracked: str
    unit: str
    fell_at: Array

    def __post_init__(self) -> None:
        """Check shapes and order."""
        size = len(self.values)
        object.__setattr__(self, "values", vector("values", self.values, size))
        if size < 2 or self.values[0] != 0.0 or (np.diff(self.values) <= 0.0).any():
            raise DefinitionError(
                f"values must start with 0 and grow, at least two of them, got {self.values}."
            )
        for name in ("variation", "tracking_rms"):
            object.__setattr__(self, name, vector(name, getattr(self, name), size))
        fell_at = np.array(self.fell_at, dtype=np.float64)
        array_of_shape("fell_at", np.nan_to_num(fell_at), (size,))
        object.__setattr__(self, "fell_at", fell_at)

    @property
    def fell(self) -> BoolArray:
        """Where the robot fell, shape (n,)."""
        return np.isfinite(self.fell_at)


def sweep_penalty(
    experiment: Experiment,
    penalty: PenaltyName,
    values: Sequence[float],
    progress: Callable[[int, int], None] | None = None,
) -> PenaltySweep:
    """Run an experiment once without and once with each value of a rate penalty.

    Args:
        experiment: What to run; its own value of this penalty is replaced.
        penalty: Which penalty to vary.
        values: Its values, growing and > 0; the run with 0 is added.
        progress: Called after every run with the runs done and the runs planned.
    """
    if penalty not in ("acceleration_delta", "contact_wrench_delta"):
        raise DefinitionError(
            f"penalty must be 'acceleration_delta' or 'contact_wrench_delta', got {penalty!r}."
        )
    every = [0.0, *values]
    variation, errors, fell_at = [], [], []
    for done, value in enumerate(every, start=1):
        penalties = replace(experiment.penalties, **{penalty: float(value)})
        record = run(replace(experiment, penalties=penalties))
        commanded = record.acceleration if penalty == "acceleration_delta" else record.wrench
        variation.append(total_variation(commanded, record.solved) / (record.time.size * record.dt))
        tracked = _tracked(record)
        errors.append(calm_rms(record, tracked.distance))
        fell_at.append(np.nan if record.fell_at is None else record.fell_at)
        if progress is not None:
            progress(done, len(every))
    return PenaltySweep(
        penalty,
        np.array(every),
        np.array(variation) / variation[0],
        np.array(errors),
        tracked.title,
        tracked.distance_unit,
        np.array(fell_at),
    )


def usual_sweeps(
    experiment: Experiment, progress: Callable[[int, int], None] | None = None
) -> tuple[PenaltySweep, ...]:
    """Both rate penalties over their usual range.

    Accelerations are swept with the contact damping off: it carries the noise of the velocities
    into rows that must hold, where no penalty can smooth it.

    Args:
        experiment: What to run, with noise.
        progress: Called after every run with the runs done and the runs planned.
    """
    planned = sum(len(values) + 1 for values in _USUAL_VALUES.values())
    sweeps: list[PenaltySweep] = []
    before = 0
    for penalty, values in _USUAL_VALUES.items():
        undamped = penalty == "acceleration_delta"
        chosen = replace(experiment, contact_damping=0.0) if undamped else experiment

        def told(done: int, _: int, before: int = before) -> None:
            if progress is not None:
                progress(before + done, planned)

        sweeps.append(sweep_penalty(chosen, penalty, values, told))
        before += len(values) + 1
    return tuple(sweeps)


def total_variation(signal: Array, solved: BoolArray) -> float:
    """Sum over ticks of the absolute change of every component.

    Changes into and out of a tick that was not solved do not count.

    Args:
        signal: Shape (n, …); its components must have comparable units.
        solved: Shape (n,).
    """
    steps = np.abs(np.diff(signal.reshape(len(signal), -1), axis=0)).sum(axis=1)
    return float(steps[solved[1:] & solved[:-1]].sum())


def _tracked(record: RunRecord) -> TaskTrack:
    track = record.main_task
    if track is None:
        raise DefinitionError(
            "a sweep compares how well a task is tracked, but there are no tasks."
        )
    return track
