"""The gains that a preset gives to a standing task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from poise.arrays import did_you_mean, non_negative_per_axis, number
from poise.errors import DefinitionError

TASKS = ("com", "trunk", "hand", "posture")


@dataclass(frozen=True, slots=True)
class PresetGain:
    """Weight and law of one task.

    Attributes:
        weight: One number or one per axis, ≥ 0; acts squared [1/(m/s²), 1/(rad/s²)].
        kp: Position gain [1/s²].
        kd: Velocity gain [1/s]; critically damped when absent.
    """

    weight: float | tuple[float, ...]
    kp: float
    kd: float | None = None


def read_gains(table: Any) -> dict[str, PresetGain]:
    """Gains by task from the tables ``[gains.com]``, ``[gains.trunk]`` … of a preset.

    Raises:
        DefinitionError: An unknown task or key, a missing one, or a value that cannot be.
    """
    if not isinstance(table, Mapping):
        raise DefinitionError("gains must be tables: [gains.com], [gains.posture] …")
    gains = {}
    for task, entry in table.items():
        if task not in TASKS:
            raise DefinitionError(f"unknown task {task!r} in gains. {did_you_mean(task, TASKS)}")
        if not isinstance(entry, Mapping) or not {"weight", "kp"} <= set(entry):
            raise DefinitionError(f"gains.{task} must have the keys weight and kp.")
        for key in entry:
            if key not in ("weight", "kp", "kd"):
                raise DefinitionError(
                    f"unknown key {key!r} in gains.{task}. It may have weight, kp and kd."
                )
        gains[task] = _gain(task, entry)
    return gains


def _gain(task: str, entry: Mapping[str, Any]) -> PresetGain:
    weight = entry["weight"]
    if isinstance(weight, list):
        weight = tuple(non_negative_per_axis(f"gains.{task}.weight", weight, len(weight)).tolist())
    else:
        weight = number(f"gains.{task}.weight", weight, minimum=0.0)
    kd = entry.get("kd")
    return PresetGain(
        weight,
        number(f"gains.{task}.kp", entry["kp"], minimum=0.0),
        None if kd is None else number(f"gains.{task}.kd", kd, minimum=0.0),
    )
