"""One step of a robot on soft ground."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.model.joint_motion import tangent_rate
from poise.sim.drive import Drive
from poise.sim.grounded_robot import GroundedRobot


class Integrator(ABC):
    """Advances configuration and velocity by one step h.

    Attributes:
        explicit: Whether stiff contacts bound the step.
    """

    explicit: bool

    @abstractmethod
    def step(
        self, body: GroundedRobot, state: tuple[Array, Array], drive: Drive, h: float
    ) -> tuple[Array, Array]:
        """The state after one step.

        Args:
            body: The robot on the ground; its pushes are set.
            state: q and v.
            drive: What the motors do.
            h: Length of the step [s].

        Returns:
            Fresh arrays.
        """


class SemiImplicitEuler(Integrator):
    """v ← v + h q̈(q, v), then q ← q ⊕ h v. Joint losses are implicit; first order."""

    explicit = True

    def step(
        self, body: GroundedRobot, state: tuple[Array, Array], drive: Drive, h: float
    ) -> tuple[Array, Array]:
        """See :class:`Integrator`."""
        q, v = state
        body.move(q, v, h)
        body.press(h)
        v = v + h * body.acceleration_with_losses(q, v, drive.generalized(q, v))
        return pin.integrate(body.robot.pin_model, q, h * v), v


class RungeKutta4(Integrator):
    """The classical method on the robot's configuration manifold; joint losses follow, implicitly.

    Fourth order while no contact is made or lost. Source: H. Munthe-Kaas, "Runge–Kutta methods on
    Lie groups", BIT 38, 1998.
    """

    explicit = True

    def step(
        self, body: GroundedRobot, state: tuple[Array, Array], drive: Drive, h: float
    ) -> tuple[Array, Array]:
        """See :class:`Integrator`."""
        model, (q, v) = body.robot.pin_model, state
        rates: list[tuple[Array, Array]] = []
        turn, gain = np.zeros(v.size), np.zeros(v.size)
        for share in (0.0, 0.5, 0.5, 1.0):
            if rates:
                turn, gain = (share * h * rate for rate in rates[-1])
            q_stage, v_stage = pin.integrate(model, q, turn), v + gain
            body.move(q_stage, v_stage, h)
            body.press(None if rates else h)
            tau = drive.generalized(q_stage, v_stage)
            acceleration = np.array(body.acceleration(q_stage, v_stage, tau))
            rates.append((tangent_rate(model, turn, v_stage), acceleration))
        turn, gain = (
            h / 6.0 * (a + 2.0 * b + 2.0 * c + d) for a, b, c, d in zip(*rates, strict=True)
        )
        q, v = pin.integrate(model, q, turn), v + gain
        return q, self._after_losses(body, q, v, h)

    @staticmethod
    def _after_losses(body: GroundedRobot, q: Array, v: Array, h: float) -> Array:
        body.losses.evaluate(q, v, h)
        losses = body.losses
        if not losses.torque.any():
            return v
        inertia = body.motion.inertia(q, losses.armature)
        after: Array = v + np.linalg.solve(inertia, h * losses.torque)
        return after


class LinearlyImplicitEuler(Integrator):
    """Contacts, joint losses and motors' loops act on the state after the step, linearised.

    (1 − h A_v − h² A_q) Δv = h (q̈ + h A_q v), then q ← q ⊕ h (v + Δv), with A_q and A_v the
    derivatives of q̈. Stable for any stiffness and damping; first order, and it takes energy out
    of what swings faster than 1/h.

    Source: D. Baraff, A. Witkin, "Large steps in cloth simulation", SIGGRAPH 1998.
    """

    explicit = False

    def step(
        self, body: GroundedRobot, state: tuple[Array, Array], drive: Drive, h: float
    ) -> tuple[Array, Array]:
        """See :class:`Integrator`."""
        q, v = state
        body.move(q, v, h)
        body.press(h)
        kp, kd = drive.loops(q, v)
        c = body.losses.coefficient + kd + h * kp
        tau = drive.generalized(q, v) + body.losses.torque
        acceleration, by_q, by_v, by_tau = body.acceleration_derivatives(q, v, tau)
        matrix = np.eye(v.size) - h * (by_v - by_tau * c) - h * h * by_q
        # Motors' springs see where the joints go, like the ground.
        right = h * (acceleration + h * (by_q @ v - by_tau @ (kp * v)))
        v = v + np.linalg.solve(matrix, right)
        q = pin.integrate(body.robot.pin_model, q, h * v)
        # The forces that acted are those after the step, not those that it began with.
        body.move(q, v, h)
        body.press()
        return q, v


INTEGRATORS: Mapping[str, Integrator] = {
    "semi_implicit": SemiImplicitEuler(),
    "rk4": RungeKutta4(),
    "implicit": LinearlyImplicitEuler(),
}
