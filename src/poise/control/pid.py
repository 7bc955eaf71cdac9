"""PID control with a soft dead zone, without wind-up and without derivative kick."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, frozen, number, vector
from poise.control.checks import check_axes, count, own_gains, own_limits, same_size
from poise.control.integral import IntegralTerm, owned_integral


@dataclass(frozen=True, slots=True, eq=False)
class PidState:
    """What a PID law remembers from one step to the next.

    Attributes:
        integral: ∫ s(e) dt, shape (k,) [unit of the error · s].
        measured: The last measured value, shape (k,); None before the first step.
    """

    integral: Array
    measured: Array | None = None

    def __post_init__(self) -> None:
        """Check and own both."""
        object.__setattr__(self, "integral", owned_integral(self.integral))
        if self.measured is not None:
            object.__setattr__(
                self, "measured", same_size("measured", self.measured, self.integral)
            )

    def without_integral(self) -> PidState:
        """The same with an empty integral; the last measured value stays, so nothing kicks."""
        return replace(self, integral=np.zeros(self.integral.size))


@dataclass(frozen=True, slots=True, eq=False)
class PidLaw:
    """u = kp s(e) + ki ∫ s(e) dt + kd (ẋ* − ẋ), with e = x* − x and the soft dead zone s.

    s(e) = sign(e) · max(|e| − dead_zone, 0): errors in the zone count as none, also in the
    integral, and the output does not jump at the zone's edge. The damping acts everywhere.
    ẋ* is 0 unless given, so a step of the target moves the derivative term not at all. The
    output is saturated by a common factor, keeping its direction; the integral is clamped and
    waits while saturation would make it wind up, see :meth:`IntegralTerm.act`.

    Attributes:
        kp: Proportional gain, one number or one per axis, ≥ 0 [unit of output / unit of error].
        ki: Integral gain, likewise [the same / s].
        kd: Derivative gain, likewise [the same · s].
        dead_zone: Half-width of the dead zone, likewise [unit of error].
        max_integral: Largest magnitude of ∫ s(e) dt on each axis, > 0 [unit of error · s];
            unlimited when absent.
        max_output: Largest magnitude of the output on each axis, > 0; unlimited when absent.
    """

    kp: ArrayLike
    ki: ArrayLike = 0.0
    kd: ArrayLike = 0.0
    dead_zone: ArrayLike = 0.0
    max_integral: ArrayLike | None = None
    max_output: ArrayLike | None = None

    def __post_init__(self) -> None:
        """Check gains and limits and freeze them."""
        own_gains(self, "kp", "ki", "kd", "dead_zone")
        own_limits(self, "max_integral", "max_output")

    def init(self, size: int) -> PidState:
        """The state before the first step; also what resets the law.

        Args:
            size: Number of axes, k.

        Raises:
            DefinitionError: size is no integer ≥ 1.
            ShapeError: A gain or limit is given for another number of axes.
        """
        names = ("kp", "ki", "kd", "dead_zone", "max_integral", "max_output")
        check_axes(self, names, count("size", size))
        return PidState(np.zeros(size))

    def step(
        self,
        state: PidState,
        target: ArrayLike,
        measured: ArrayLike,
        dt: float,
        target_rate: ArrayLike | None = None,
        measured_rate: ArrayLike | None = None,
    ) -> tuple[Array, PidState]:
        """One step of the law.

        Args:
            state: From :meth:`init` or the step before.
            target: x*, shape (k,).
            measured: x, shape (k,).
            dt: Time since the step before, > 0 [s].
            target_rate: ẋ*, shape (k,) [1/s]; 0 when absent. A moving target needs it, or the
                damping holds it back.
            measured_rate: ẋ, shape (k,) [1/s]; when absent the difference of the last two
                measured values over dt, and in the first step ẋ* (no damping).

        Returns:
            The output u, shape (k,), and the next state.

        Raises:
            ShapeError: An array does not have as many axes as the state.
            DefinitionError: A value is not finite, or dt ≤ 0.
        """
        x = same_size("measured", measured, state.integral)
        error = self.outside_dead_zone(same_size("target", target, state.integral) - x)
        dt = number("dt", dt, above=0.0)
        rate_error = np.zeros(x.size)
        if target_rate is not None:
            rate_error = np.array(same_size("target_rate", target_rate, state.integral))
        if measured_rate is not None:
            rate_error -= same_size("measured_rate", measured_rate, state.integral)
        elif state.measured is not None:
            rate_error -= (x - state.measured) / dt
        else:
            rate_error[:] = 0.0
        term = IntegralTerm.of(self.ki, self.max_integral, self.max_output)
        rest = np.asarray(self.kp) * error + np.asarray(self.kd) * rate_error
        output, integral = term.act(rest, state.integral, error * dt)
        return output, PidState(integral, x)

    def outside_dead_zone(self, error: ArrayLike) -> Array:
        """s(e) = sign(e) · max(|e| − dead_zone, 0): how far an error is outside the dead zone.

        Args:
            error: e, shape (k,).
        """
        e = vector("error", error, np.size(error))
        return frozen(np.sign(e) * np.maximum(np.abs(e) - np.asarray(self.dead_zone), 0.0))
