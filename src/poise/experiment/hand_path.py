"""A smooth path for a hand: a figure that starts and stays twice differentiable."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise.arrays import Array, number, vector


@dataclass(frozen=True, slots=True, eq=False)
class HandPath:
    """An ellipse-like figure around the hand's first position, faded in from rest.

    Attributes:
        amplitude: Half extents along the world's axes, shape (3,) [m].
        period: Time of one round [s].
        start: When it begins [s].
        fade: How long it takes to reach its full size [s].
    """

    amplitude: Array
    period: float = 4.0
    start: float = 0.5
    fade: float = 1.5

    def __post_init__(self) -> None:
        """Check every parameter."""
        object.__setattr__(self, "amplitude", vector("amplitude", self.amplitude, 3))
        number("period", self.period, above=0.0)
        number("start", self.start, minimum=0.0)
        number("fade", self.fade, above=0.0)

    def offset(self, time: float) -> tuple[Array, Array, Array]:
        """Offset from the first position with its velocity and acceleration, each (3,).

        Args:
            time: Since the run began [s].

        Returns:
            [m], [m/s], [m/s²], world axes.
        """
        t = time - self.start
        if t <= 0:
            return np.zeros(3), np.zeros(3), np.zeros(3)
        size, size_rate, size_rate2 = _smooth_step(t / self.fade)
        size_rate, size_rate2 = size_rate / self.fade, size_rate2 / self.fade**2
        w = 2.0 * np.pi / self.period
        # x and z go round together, y at twice the pace: a figure that is not planar.
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


def _smooth_step(s: float) -> tuple[float, float, float]:
    """Quintic from 0 to 1 with zero rates at both ends: value and two derivatives."""
    if s >= 1.0:
        return 1.0, 0.0, 0.0
    value = s**3 * (10.0 - 15.0 * s + 6.0 * s**2)
    rate = 30.0 * s**2 * (1.0 - s) ** 2
    rate2 = 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s)
    return value, rate, rate2
