"""From errors of joints or poses to reference velocities, with an integral term."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, number
from poise.control.checks import check_axes, count, own_gains, own_limits
from poise.control.integral import IntegralState, IntegralTerm
from poise.control.motion import Motion, position_error


@dataclass(frozen=True, slots=True, eq=False)
class VelocityLaw:
    """u = kp e + ki ∫ e dt + kff v*, saturated without changing its direction.

    For joints e = q* − q, for poses e = [p* − p; R log(Rᵀ R*)] in world axes. Used on
    :class:`JointMotion` or :class:`PoseMotion`.

    Attributes:
        kp: Position gain, one number or one per axis, ≥ 0 [1/s].
        ki: Integral gain, likewise [1/s²].
        kff: Share of the target's velocity that is fed forward, likewise [–].
        max_integral: Largest magnitude of ∫ e dt on each axis, > 0 [m·s, rad·s]; unlimited
            when absent.
        max_velocity: Largest magnitude of u on each axis, > 0 [m/s, rad/s]; unlimited when
            absent.
    """

    kp: ArrayLike
    ki: ArrayLike = 0.0
    kff: ArrayLike = 1.0
    max_integral: ArrayLike | None = None
    max_velocity: ArrayLike | None = None

    def __post_init__(self) -> None:
        """Check gains and limits and freeze them."""
        own_gains(self, "kp", "ki", "kff")
        own_limits(self, "max_integral", "max_velocity")

    def init(self, size: int) -> IntegralState:
        """The state before the first step; also what resets the law.

        Args:
            size: Number of axes: of joints, or 6 for a pose.

        Raises:
            DefinitionError: size is no integer ≥ 1.
            ShapeError: A gain or limit is given for another number of axes.
        """
        names = ("kp", "ki", "kff", "max_integral", "max_velocity")
        check_axes(self, names, count("size", size))
        return IntegralState(np.zeros(size))

    def step(
        self, state: IntegralState, target: Motion, actual: Motion, dt: float
    ) -> tuple[Array, IntegralState]:
        """One step of the law.

        Args:
            state: From :meth:`init` or the step before.
            target: Where to be, and the velocity to feed forward, 0 when absent.
            actual: Where it is; its velocity does not matter.
            dt: Time since the step before, > 0 [s].

        Returns:
            The reference velocity u, shape (k,) [m/s, rad/s], in world axes for poses, and
            the next state.

        Raises:
            DefinitionError: Target and actual are of two kinds, or dt ≤ 0.
            ShapeError: Target, actual and state have not the same number of axes.
        """
        error = position_error(target, actual, state.integral)
        dt = number("dt", dt, above=0.0)
        rest = np.asarray(self.kp) * error
        if target.velocity is not None:
            rest = rest + np.asarray(self.kff) * target.velocity
        term = IntegralTerm.of(self.ki, self.max_integral, self.max_velocity)
        output, integral = term.act(rest, state.integral, error * dt)
        return output, IntegralState(integral)
