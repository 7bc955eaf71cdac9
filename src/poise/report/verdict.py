"""A run in one plain sentence."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from poise.experiment import RunRecord, Threshold
from poise.sim import Push

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
# A fall up to this long after a push began is put down to it [s].
_BLAMED = 2.0


def verdict(record: RunRecord, thresholds: Sequence[Threshold]) -> str:
    """What happened: whether it lasted, through which pushes, and what did not hold.

    Args:
        record: The run.
        thresholds: What it is judged by.
    """
    if record.fell_at is not None:
        ended = "fell" if record.floating_base else "came apart"
        return f"{short_title(record)} {ended} at {record.fell_at:.1f} s{_cause(record)}"
    lasted = "stood for" if record.floating_base else "ran for"
    sentence = f"{short_title(record)} {lasted} {record.time.size * record.dt:g} s"
    if record.pushes:
        sentence += f" and survived {pushes_in_words(record.pushes)}"
    broken = [threshold for threshold in thresholds if not threshold.held]
    if broken:
        sentence += ", but " + " and ".join(_breach(threshold) for threshold in broken)
    return sentence


def short_title(record: RunRecord) -> str:
    """The robot's title without what follows a comma."""
    return record.title.split(",")[0].strip()


def pushes_in_words(pushes: Sequence[Push]) -> str:
    """How many pushes and how strong: "three pushes of 6 N·s"."""
    count = _NUMBERS[len(pushes)] if len(pushes) < len(_NUMBERS) else str(len(pushes))
    sizes = sorted({round(float(np.linalg.norm(push.impulse)), 6) for push in pushes})
    size = f"{sizes[0]:.3g}" if len(sizes) == 1 else f"{sizes[0]:.3g} to {sizes[-1]:.3g}"
    return f"{count} {'push' if len(pushes) == 1 else 'pushes'} of {size} N·s"


def push_origin(push: Push) -> str:
    """Where a push comes from, for a robot that faces along x: "the front", "the left"."""
    x, y, z = -push.impulse
    names = {
        "the front": x,
        "the back": -x,
        "the left": y,
        "the right": -y,
        "above": z,
        "below": -z,
    }
    return max(names, key=lambda name: float(names[name]))


def _cause(record: RunRecord) -> str:
    """The push before a fall, where there is one close enough."""
    assert record.fell_at is not None  # noqa: S101 - the caller checked it
    before = [push for push in record.pushes if push.time <= record.fell_at]
    last = max(before, key=lambda push: push.time, default=None)
    if last is None or record.fell_at - last.time > _BLAMED:
        return ""
    impulse = float(np.linalg.norm(last.impulse))
    delay = record.fell_at - last.time
    return f", {delay:.1f} s after the push of {impulse:.3g} N·s from {push_origin(last)} began"


def _breach(threshold: Threshold) -> str:
    unit = f" {threshold.unit}" if threshold.unit else ""
    symbol = {"<": "below", "≤": "at most", "=": "exactly"}[threshold.relation]
    return (
        f"{threshold.name} was {threshold.value:.3g}{unit} "
        f"({symbol} {threshold.limit:g}{unit} is asked for)"
    )
