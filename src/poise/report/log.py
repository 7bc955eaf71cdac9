"""A run as a table: one line per tick."""

from __future__ import annotations

import csv
import io
import operator
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from poise.arrays import Array
from poise.errors import DefinitionError
from poise.experiment import RunRecord, TaskTrack
from poise.report.files import write_whole

_WRENCH = (("fx", "N"), ("fy", "N"), ("fz", "N"), ("mx", "N·m"), ("my", "N·m"), ("mz", "N·m"))


def write_log(record: RunRecord, path: str | Path, every: int = 1) -> None:
    """Write a run as a CSV file whose first line names every column with its unit.

    Time, whether the tick was solved, its wall times; of each task target, value and error of
    every row, and what was asked for and achieved; of each joint position, velocity and torque; of
    each contact the commanded and the simulated wrench. What there was not is ``nan``: commands of
    a tick that was not solved, and what the simulated ground exerts before its first step.

    Args:
        record: The run.
        path: The file; replaced if it exists, and never left half written.
        every: Of how many ticks one is written; the first always is.

    Raises:
        DefinitionError: The file cannot be written, or ``every`` is no whole number ≥ 1.
    """
    every = _whole("every", every)
    named = list(_columns(record))
    table = np.column_stack([values[::every] for _, values in named])
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow([name for name, _ in named])
    np.savetxt(text, table, fmt="%.9g", delimiter=",")
    write_whole(path, text.getvalue().encode())


def _whole(name: str, value: int) -> int:
    try:
        if operator.index(value) >= 1:
            return operator.index(value)
    except TypeError:
        pass
    raise DefinitionError(f"{name} must be a whole number ≥ 1, got {value!r}.")


def _columns(record: RunRecord) -> Iterator[tuple[str, Array]]:
    yield "time [s]", record.time
    yield "solved", record.solved.astype(float)
    yield "tick_time [s]", record.tick_time
    yield "solve_time [s]", record.solve_time
    for track in record.tasks:
        yield from _task_columns(track)
    for k, (joint, unit) in enumerate(zip(record.joint_names, record.joint_units, strict=True)):
        yield f"{joint}.position [{unit}]", record.joint_position[:, k]
        yield f"{joint}.velocity [{unit}/s]", record.joint_velocity[:, k]
        yield f"{joint}.torque [{'N' if unit == 'm' else 'N·m'}]", record.torque[:, k]
    commanded = np.where(record.solved[:, None, None], record.wrench, np.nan)
    simulated = np.array(record.measured_wrench)
    simulated[0] = np.nan
    for k, contact in enumerate(record.contact_names):
        for row, (axis, unit) in enumerate(_WRENCH):
            yield f"{contact}.{axis} [{unit}]", commanded[:, k, row]
            yield f"{contact}.{axis}.simulated [{unit}]", simulated[:, k, row]


def _task_columns(track: TaskTrack) -> Iterator[tuple[str, Array]]:
    units = zip(track.units, track.asked_units, strict=True)
    for k, (row, (unit, asked)) in enumerate(zip(track.rows, units, strict=True)):
        for what, values, of in (
            ("target", track.target, unit),
            ("actual", track.actual, unit),
            ("error", track.error, unit),
            ("reference", track.reference, asked),
            ("achieved", track.achieved, asked),
        ):
            yield f"{track.name}.{row}.{what} [{of}]", values[:, k]
