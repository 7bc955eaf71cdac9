"""Be pushed like a mass on a spring and a damper."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array
from poise.control.checks import same_size
from poise.control.motion import Motion
from poise.control.pd_law import PdLaw
from poise.control.target_impedance import TargetImpedance
from poise.errors import DefinitionError


@dataclass(frozen=True, slots=True, eq=False)
class ImpedanceLaw(TargetImpedance):
    """M ẍ~ + D ẋ~ + K x~ = f with x~ = x − x*: the acceleration that makes it so.

    u = ẍ* + (f + D (ẋ* − ẋ) + K e)/M, with the error e = −x~ of the tasks: p* − p and
    R log(Rᵀ R*) for poses. f is what the environment exerts on the robot, measured in the same
    axes: for poses a wrench [f; m] in world axes at the frame's origin. The law has no memory.
    A constant f leaves x~ = f/K.

    Where u comes about although f acts, that is where the dynamics of the controller know f
    as a load, the robot moves as the mass M. Without a measured f it has the inertia Λ that it
    happens to have at the frame and moves as Λ ẍ~ + Λ M⁻¹ (D ẋ~ + K x~) = f.
    Source: Hogan, Impedance control: an approach to manipulation, ASME JDSMC 107, 1985.

    Attributes:
        mass: M, one number or one per axis, > 0 [kg, kg·m²].
        stiffness: K, likewise, ≥ 0 [N/m, N·m/rad].
        damping: D, likewise, ≥ 0 [N·s/m, N·m·s/rad]; critical, 2 √(K M), when absent.
    """

    @property
    def without_wrench(self) -> PdLaw:
        """The law while no wrench is measured: kp = K/M, kd = D/M; for tasks of a controller."""
        mass = np.asarray(self.mass)
        return PdLaw(np.asarray(self.stiffness) / mass, np.asarray(self.damping) / mass)

    def step(self, target: Motion, actual: Motion, wrench: ArrayLike | None = None) -> Array:
        """The reference acceleration from motions.

        Args:
            target: x*; its velocity and acceleration are 0 when absent.
            actual: x, and its velocity.
            wrench: f on the robot, shape (k,) [N, N·m]; 0 when absent.

        Returns:
            u, shape (k,) [m/s², rad/s²], classical and in world axes for poses.

        Raises:
            DefinitionError: Target and actual are of two kinds, or actual has no velocity.
            ShapeError: Target, actual, wrench and law have not the same number of axes.
        """
        if not isinstance(target, Motion):
            raise DefinitionError(f"target must be a JointMotion or PoseMotion, got {target!r}.")
        error = target.displacement_from(actual)
        if actual.velocity is None:
            raise DefinitionError("actual.velocity must be given: the law damps it, got None.")
        velocity, feedforward = target.rates
        return self.acceleration(error, velocity - np.asarray(actual.velocity), feedforward, wrench)

    def acceleration(
        self,
        error: Array,
        velocity_error: Array,
        feedforward: Array,
        wrench: ArrayLike | None = None,
    ) -> Array:
        """The same from errors, for those who have them: the tasks of a controller.

        Args:
            error: Target minus actual value, shape (k,) [m, rad].
            velocity_error: Target minus actual velocity, shape (k,) [m/s, rad/s].
            feedforward: Target acceleration, shape (k,) [m/s², rad/s²].
            wrench: f on the robot, shape (k,) [N, N·m]; 0 when absent.

        Returns:
            As :meth:`step`.

        Raises:
            ShapeError: Wrench or law are for another number of axes.
            DefinitionError: The wrench is not finite.
        """
        mass, stiffness, damping = self.per_axis(error.size)
        force = damping * velocity_error + stiffness * error
        if wrench is not None:
            force = force + same_size("wrench", wrench, error)
        result: Array = feedforward + force / mass
        return result
