"""Weights and laws of the tasks of a standing robot."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from numpy.typing import ArrayLike

from poise.control import PdLaw
from poise.model import Preset


@dataclass(frozen=True, slots=True, eq=False)
class Gains:
    """Weights and laws of the standing tasks.

    Weights act squared. They are relative to each other: only their ratios and those to the
    penalties matter.

    Attributes:
        com_weight: [1/(m/s²)].
        com: PD law of the centre of mass.
        trunk_weight: Of the base's orientation [1/(rad/s²)].
        trunk: PD law of the base's orientation.
        hand_weight: Of the hand's position, then orientation, shape (6,) or one number
            [1/(m/s²), 1/(rad/s²)].
        hand: PD law of the hand's pose.
        posture_weight: Of each joint [1/(rad/s²)].
        posture: PD law of the posture.
    """

    com_weight: ArrayLike = 10.0
    com: PdLaw = field(default_factory=lambda: PdLaw(15.0))
    trunk_weight: ArrayLike = 3.0
    trunk: PdLaw = field(default_factory=lambda: PdLaw(60.0))
    hand_weight: ArrayLike = (10.0, 10.0, 10.0, 1.0, 1.0, 1.0)
    hand: PdLaw = field(default_factory=lambda: PdLaw(200.0))
    posture_weight: ArrayLike = 0.3
    posture: PdLaw = field(default_factory=lambda: PdLaw(30.0))

    @classmethod
    def from_preset(cls, preset: Preset | None) -> Gains:
        """The gains of a known robot; what its preset leaves out is as above."""
        chosen: dict[str, Any] = {}
        for task, gain in (preset.gains if preset is not None else {}).items():
            chosen[f"{task}_weight"] = gain.weight
            chosen[task] = PdLaw(gain.kp, gain.kd)
        return cls(**chosen)
