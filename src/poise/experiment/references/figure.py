"""A smooth figure in space that is not planar."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise.arrays import Array
from poise.experiment.references.easing import check_rhythm, eased
from poise.experiment.references.reference import Translation, shift_vector


@dataclass(frozen=True, slots=True, eq=False)
class Figure(Translation):
    """An ellipse in x and z with a figure of eight in y, above the first position, faded in.

    Attributes:
        amplitude: Half extents along the world's axes, shape (3,), not all zero [m].
        period: Time of one round, > 0 [s].
        start: When it begins [s].
        fade: How long it takes to reach its full size, > 0 [s].
    """

    amplitude: Array
    period: float = 4.0
    start: float = 0.5
    fade: float = 1.5

    def __post_init__(self) -> None:
        """Check every parameter."""
        object.__setattr__(self, "amplitude", shift_vector("amplitude", self.amplitude))
        check_rhythm(self.period, self.start, self.fade)

    def offset(self, time: float) -> tuple[Array, Array, Array]:
        """x and z go round together, y at twice the pace."""
        t = time - self.start
        size, size_rate, size_rate2 = eased(t, self.fade)
        w = 2.0 * np.pi / self.period
        frequency = np.array([w, 2.0 * w, w])
        phase = frequency * t + np.array([0.0, 0.0, -0.5 * np.pi])
        shape = self.amplitude * (np.sin(phase) + np.array([0.0, 0.0, 1.0]))
        rate = self.amplitude * frequency * np.cos(phase)
        rate2 = -self.amplitude * frequency**2 * np.sin(phase)
        return (
            size * shape,
            size_rate * shape + size * rate,
            size_rate2 * shape + 2.0 * size_rate * rate + size * rate2,
        )
