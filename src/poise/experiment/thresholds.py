"""What a standing run is judged by."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise.arrays import Array
from poise.experiment.record import BoolArray, RunRecord

# After a push the hand may be off its path for this long [s].
_HAND_GRACE = 1.0
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


def judge(record: RunRecord, duration: float) -> tuple[Threshold, ...]:
    """Judge a run: standing, upright, feet in place, hand on its path, solved, within torques.

    Args:
        record: What happened.
        duration: How long the run should have lasted [s].
    """
    finite = np.isfinite(record.torque_limit)
    limit = record.torque_limit[finite]
    # Joints that nothing drives have the limit 0; there a newton metre counts as one limit.
    excess = (np.abs(record.torque[:, finite]) - limit) / np.where(limit > 0, limit, 1.0)
    stood = duration if record.fell_at is None else record.fell_at
    thresholds = [
        Threshold("stood for", stood, duration, "s", "="),
        Threshold("base tilt at the end", float(np.degrees(record.base_tilt[-1])), 3.0, "deg", "<"),
        Threshold(
            "largest foot slip", float(record.contact_shift.max(initial=0.0)) * 1e3, 10.0, "mm", "<"
        ),
        Threshold("ticks not solved", float((~record.solved).sum()), 0.0, "", "="),
        Threshold(
            "largest torque over its limit",
            max(float(excess.max(initial=0.0)), 0.0) * 100.0,
            # A solver's tolerance: relative violation 1e-7 of a row.
            1e-5,
            "%",
            "≤",
        ),
    ]
    if record.has_hand:
        rms = calm_rms(record, record.hand_error) * 1e3
        thresholds.insert(3, Threshold("hand tracking RMS", rms, 10.0, "mm", "<"))
    return tuple(thresholds)


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
        calm &= (record.time < push.time) | (record.time > push.time + _HAND_GRACE)
    return calm
