"""From velocity or acceleration commands of joints to positions within their limits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, number
from poise.control.checks import check_axes, member, own_limits, position_limits, same_size
from poise.control.motion import JointMotion
from poise.errors import DefinitionError


class IntegrationRule(Enum):
    """How a command is taken to change during a step."""

    RECTANGULAR = "The command of the step holds during all of it."
    TRAPEZOIDAL = "The command runs straight from that of the step before to that of the step."


@dataclass(frozen=True, slots=True, eq=False)
class JointIntegratorState:
    """What a joint integrator remembers from one step to the next: the last command.

    Attributes:
        position: Shape (k,) [rad, m].
        velocity: Shape (k,) [rad/s, m/s].
        acceleration: Shape (k,) [rad/s², m/s²]; None unless it was commanded in the last step.
    """

    position: Array
    velocity: Array
    acceleration: Array | None = None

    def __post_init__(self) -> None:
        """Check and own the arrays."""
        motion = JointMotion(self.position, self.velocity, self.acceleration)
        for name in ("position", "velocity", "acceleration"):
            object.__setattr__(self, name, getattr(motion, name))


@dataclass(frozen=True, slots=True, eq=False)
class JointIntegrator:
    """Integrates commands from the last command or from the measured state, within limits.

    Velocity commands: q = q₋ + v̄ dt. Acceleration commands: v = v₋ + ā dt, q = q₋ + v̄ dt.
    RECTANGULAR: v̄ = v, ā = a (semi-implicit). TRAPEZOIDAL: v̄ = (v₋ + v)/2, ā = (a₋ + a)/2,
    with ā = a where no acceleration was commanded before; exact for a constant acceleration.
    A velocity beyond its limit is cut to it. A joint that would pass a position limit stops
    there; its velocity is then 0, so nothing winds up and a command back acts at once.

    Attributes:
        lower: Lower position limits, shape (k,) [rad, m]; −inf where there is none.
        upper: Upper position limits, likewise; +inf where there is none.
        max_velocity: Largest speed, one number or one per joint, > 0 [rad/s, m/s]; unlimited
            when absent.
        rule: How to integrate.
    """

    lower: ArrayLike
    upper: ArrayLike
    max_velocity: ArrayLike | None = None
    rule: IntegrationRule = IntegrationRule.RECTANGULAR

    def __post_init__(self) -> None:
        """Check that everything fits the limits."""
        lower, upper = position_limits(self.lower, self.upper)
        object.__setattr__(self, "lower", lower)
        object.__setattr__(self, "upper", upper)
        own_limits(self, "max_velocity")
        check_axes(self, ("max_velocity",), lower.size)
        member("rule", self.rule, IntegrationRule)

    def init(self, position: ArrayLike, velocity: ArrayLike | None = None) -> JointIntegratorState:
        """The state before the first step: usually where the joints are.

        Args:
            position: Shape (k,) [rad, m].
            velocity: Shape (k,) [rad/s, m/s]; at rest when absent.

        Raises:
            ShapeError: Not one number per joint.
            DefinitionError: Not finite.
        """
        q = same_size("position", position, np.asarray(self.lower))
        v = np.zeros(q.size) if velocity is None else same_size("velocity", velocity, q)
        return JointIntegratorState(q, v)

    def step_velocity(
        self,
        state: JointIntegratorState,
        command: ArrayLike,
        dt: float,
        measured: JointMotion | None = None,
    ) -> tuple[JointMotion, JointIntegratorState]:
        """Integrate a velocity command over one step.

        Args:
            state: From :meth:`init` or the step before.
            command: v, shape (k,) [rad/s, m/s].
            dt: Length of the step, > 0 [s].
            measured: Position and velocity to start from; the last command when absent.

        Returns:
            Position and velocity to command, and the next state.

        Raises:
            ShapeError: An array has not one number per joint.
            DefinitionError: Not finite, dt ≤ 0, or measured without velocity.
        """
        before = self._start(state, measured)
        dt = number("dt", dt, above=0.0)
        v = self._cut(same_size("command", command, before.position))
        return self._moved(before, v, None, dt)

    def step_acceleration(
        self,
        state: JointIntegratorState,
        command: ArrayLike,
        dt: float,
        measured: JointMotion | None = None,
    ) -> tuple[JointMotion, JointIntegratorState]:
        """Integrate an acceleration command over one step.

        Args:
            state: From :meth:`init` or the step before.
            command: a, shape (k,) [rad/s², m/s²].
            dt: Length of the step, > 0 [s].
            measured: Position and velocity to start from; the last command when absent.

        Returns:
            Position, velocity and acceleration to command, and the next state. The
            acceleration is the command, and 0 where a limit stopped it.

        Raises:
            ShapeError: An array has not one number per joint.
            DefinitionError: Not finite, dt ≤ 0, or measured without velocity.
        """
        before = self._start(state, measured)
        dt = number("dt", dt, above=0.0)
        a = same_size("command", command, before.position)
        mean = a
        if self.rule is IntegrationRule.TRAPEZOIDAL and before.acceleration is not None:
            mean = (before.acceleration + a) / 2.0
        free = before.velocity + mean * dt
        v = self._cut(free)
        return self._moved(before, v, np.where(v == free, a, 0.0), dt)

    def _start(
        self, state: JointIntegratorState, measured: JointMotion | None
    ) -> JointIntegratorState:
        same_size("position of the state", state.position, np.asarray(self.lower))
        if measured is None:
            return state
        if not isinstance(measured, JointMotion):
            raise DefinitionError(f"measured must be a JointMotion, got {measured!r}.")
        if measured.velocity is None:
            raise DefinitionError("measured.velocity must be given, got None.")
        q = same_size("measured.position", measured.position, state.position)
        return JointIntegratorState(q, np.asarray(measured.velocity), state.acceleration)

    def _cut(self, velocity: Array) -> Array:
        if self.max_velocity is None:
            return velocity
        fastest = np.asarray(self.max_velocity)
        cut: Array = np.clip(velocity, -fastest, fastest)
        return cut

    def _moved(
        self, before: JointIntegratorState, velocity: Array, acceleration: Array | None, dt: float
    ) -> tuple[JointMotion, JointIntegratorState]:
        """Move on at a velocity, and stop at the limits."""
        mean = velocity
        if self.rule is IntegrationRule.TRAPEZOIDAL:
            mean = (before.velocity + velocity) / 2.0
        free = before.position + mean * dt
        q = np.clip(free, self.lower, self.upper)
        stopped = ((free > q) & (velocity > 0.0)) | ((free < q) & (velocity < 0.0))
        v = np.where(stopped, 0.0, velocity)
        a = None if acceleration is None else np.where(stopped, 0.0, acceleration)
        return JointMotion(q, v, a), JointIntegratorState(q, v, a)
