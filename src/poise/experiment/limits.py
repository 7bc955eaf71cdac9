"""What a run must keep to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from poise.arrays import number


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits by which a run is judged; that it stands and keeps its torques goes unsaid.

    Attributes:
        tilt: Of a floating base at the end, against its start [rad].
        slip: Largest horizontal shift of a contact since the run settled [m].
        tracking: Largest RMS error of tasks, by name, outside the second after a push: of the
            position where the task has one [m], else of the orientation or the worst joint [rad],
            or the force [N].
    """

    tilt: float = float(np.radians(3.0))
    slip: float = 0.010
    tracking: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check that every limit is a number > 0."""
        number("tilt limit", self.tilt, above=0.0)
        number("slip limit", self.slip, above=0.0)
        tracking = {
            name: number(f"tracking limit of task '{name}'", limit, above=0.0)
            for name, limit in self.tracking.items()
        }
        object.__setattr__(self, "tracking", tracking)
