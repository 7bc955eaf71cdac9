"""What a run is judged by."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise.arrays import Array
from poise.experiment.record import BoolArray, RunRecord
from poise.experiment.task_track import TaskTrack

# After a push a task may be off its target for this long [s].
_GRACE = 1.0
# Feet may settle before their shift counts [s].
SETTLE_TIME = 0.5


@dataclass(frozen=True, slots=True)
class Threshold:
    """One thing that must hold.

    Attributes:
        name: What is judged.
        value: What it came to, in ``unit``.
        limit: What it must stay within.
        unit: Unit of both.
        relation: ``"<"``, ``"≤"`` or ``"="``.
    """

    name: str
    value: float
    limit: float
    unit: str
    relation: str

    @property
    def held(self) -> bool:
        """Whether it holds; NaN does not."""
        if self.relation == "<":
            return self.value < self.limit
        if self.relation == "≤":
            return self.value <= self.limit
        return self.value == self.limit


def judge(record: RunRecord) -> tuple[Threshold, ...]:
    """Judge a run: standing, upright, feet in place, tasks on target, solved, within torques.

    Args:
        record: What happened, and the limits to judge by.
    """
    lasted = record.planned if record.fell_at is None else record.fell_at
    name = "stood for" if record.floating_base else "ran for"
    found = [Threshold(name, lasted, record.planned, "s", "=")]
    limits = record.limits
    if record.floating_base:
        tilt = float(np.degrees(record.base_tilt[-1]))
        found.append(
            Threshold(
                "base tilt at the end", tilt, round(float(np.degrees(limits.tilt)), 9), "deg", "<"
            )
        )
    if record.contact_names:
        slip = float(record.contact_shift.max(initial=0.0)) * 1e3
        found.append(Threshold("largest foot slip", slip, limits.slip * 1e3, "mm", "<"))
    found.extend(
        _tracking(record, record.task(task), limit) for task, limit in limits.tracking.items()
    )
    found.append(Threshold("ticks not solved", float((~record.solved).sum()), 0.0, "", "="))
    found.append(
        # A solver's tolerance: relative violation 1e-7 of a row.
        Threshold("largest torque over its limit", _torque_excess(record) * 100.0, 1e-5, "%", "≤")
    )
    return tuple(found)


def _tracking(record: RunRecord, track: TaskTrack, limit: float) -> Threshold:
    unit, scale = {"m": ("mm", 1e3), "rad": ("deg", float(np.degrees(1.0)))}.get(
        track.distance_unit, (track.distance_unit, 1.0)
    )
    rms = calm_rms(record, track.distance)
    return Threshold(f"{track.title} tracking RMS", rms * scale, limit * scale, unit, "<")


def _torque_excess(record: RunRecord) -> float:
    """The largest torque beyond its limit, as a share of it, ≥ 0."""
    finite = np.isfinite(record.torque_limit)
    limit = record.torque_limit[finite]
    # Joints that nothing drives have the limit 0; there a newton metre counts as one limit.
    excess = (np.abs(record.torque[:, finite]) - limit) / np.where(limit > 0, limit, 1.0)
    return max(float(excess.max(initial=0.0)), 0.0)


def calm_rms(record: RunRecord, error: Array) -> float:
    """RMS of an error over the ticks outside the second after a push, in the error's unit.

    Over all ticks where every one of them is within such a second.

    Args:
        record: The run.
        error: One number per tick, shape (n,).
    """
    calm = calm_ticks(record)
    return float(np.sqrt(np.mean(error[calm if calm.any() else slice(None)] ** 2)))


def calm_ticks(record: RunRecord) -> BoolArray:
    """Ticks outside the second after a push, shape (n,)."""
    calm = np.ones(record.time.size, dtype=np.bool_)
    for push in record.pushes:
        calm &= (record.time < push.time) | (record.time > push.time + _GRACE)
    return calm
