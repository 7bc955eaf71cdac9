"""From errors of joints or poses to reference accelerations, with an integral term."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, number
from poise.control.checks import check_axes, count, own_damping, own_gains, own_limits
from poise.control.integral import IntegralState, IntegralTerm
from poise.control.motion import Motion, position_error
from poise.control.settling import settling_velocity
from poise.errors import DefinitionError

_PER_AXIS = ("kp", "kd", "ki", "kff", "max_integral", "max_acceleration")


@dataclass(frozen=True, slots=True, eq=False)
class AccelerationLaw:
    """u = kp e + ki ∫ e dt + kd (v* − v) + kff a*, saturated without changing its direction.

    For joints e = q* − q, for poses e = [p* − p; R log(Rᵀ R*)] in world axes. Used on
    :class:`JointMotion` or :class:`PoseMotion`. :class:`PdLaw` is the same without integral
    and memory. Stable on a double integrator where ki < kp kd.

    Attributes:
        kp: Position gain, one number or one per axis, ≥ 0 [1/s²].
        kd: Velocity gain, likewise [1/s]; critically damped, 2 √kp, when absent.
        ki: Integral gain, likewise [1/s³].
        kff: Share of the target's acceleration that is fed forward, likewise [–].
        max_integral: Largest magnitude of ∫ e dt on each axis, > 0 [m·s, rad·s]; unlimited
            when absent.
        max_acceleration: Largest magnitude of u on each axis, > 0 [m/s², rad/s²]; unlimited
            when absent.
    """

    kp: ArrayLike
    kd: ArrayLike | None = None
    ki: ArrayLike = 0.0
    kff: ArrayLike = 1.0
    max_integral: ArrayLike | None = None
    max_acceleration: ArrayLike | None = None

    def __post_init__(self) -> None:
        """Check gains and limits and freeze them."""
        own_damping(self, self.kp, self.kd)
        own_gains(self, "ki", "kff")
        own_limits(self, "max_integral", "max_acceleration")

    def init(self, size: int) -> IntegralState:
        """The state before the first step; also what resets the law.

        Args:
            size: Number of axes: of joints, or 6 for a pose.

        Raises:
            DefinitionError: size is no integer ≥ 1.
            ShapeError: A gain or limit is given for another number of axes.
        """
        check_axes(self, _PER_AXIS, count("size", size))
        return IntegralState(np.zeros(size))

    def check_size(self, task: str, size: int) -> None:
        """Check that per-axis gains fit a task.

        Raises:
            ShapeError: They do not.
        """
        check_axes(self, _PER_AXIS, size, task)

    def step(
        self, state: IntegralState, target: Motion, actual: Motion, dt: float
    ) -> tuple[Array, IntegralState]:
        """One step of the law.

        Args:
            state: From :meth:`init` or the step before.
            target: Where to be; its velocity and acceleration are 0 when absent.
            actual: Where it is, and its velocity.
            dt: Time since the step before, > 0 [s].

        Returns:
            The reference acceleration u, shape (k,) [m/s², rad/s²], classical and in world
            axes for poses, and the next state.

        Raises:
            DefinitionError: Target and actual are of two kinds, actual has no velocity, or
                dt ≤ 0.
            ShapeError: Target, actual and state have not the same number of axes.
        """
        error = position_error(target, actual, state.integral)
        dt = number("dt", dt, above=0.0)
        if actual.velocity is None:
            raise DefinitionError("actual.velocity must be given: the law damps it, got None.")
        velocity_error = -np.asarray(actual.velocity)
        if target.velocity is not None:
            velocity_error = target.velocity + velocity_error
        feedforward = target.acceleration
        if feedforward is None:
            feedforward = np.zeros_like(error)
        return self.act(state, error, velocity_error, np.asarray(feedforward), dt)

    def velocity(self, error: Array, feedforward: Array) -> Array:
        """The reference velocity that the law settles to without its integral, shape (k,).

        Args:
            error: Target minus actual value, shape (k,) [m, rad].
            feedforward: Target velocity, shape (k,) [m/s, rad/s].
        """
        return settling_velocity(self.kp, self.kd, error, feedforward)

    def act(
        self,
        state: IntegralState,
        error: Array,
        velocity_error: Array,
        feedforward: Array,
        dt: float,
    ) -> tuple[Array, IntegralState]:
        """The same from errors, for those who have them: the tasks of a controller.

        Args:
            state: From :meth:`init` or the step before.
            error: Target minus actual value, shape (k,) [m, rad].
            velocity_error: Target minus actual velocity, shape (k,) [m/s, rad/s].
            feedforward: Target acceleration, shape (k,) [m/s², rad/s²].
            dt: Time since the step before, > 0 [s].

        Returns:
            As :meth:`step`.
        """
        rest = np.asarray(self.kp) * error + np.asarray(self.kd) * velocity_error
        rest = rest + np.asarray(self.kff) * feedforward
        term = IntegralTerm.of(self.ki, self.max_integral, self.max_acceleration)
        output, integral = term.act(rest, state.integral, error * dt)
        return output, IntegralState(integral)
