"""The PD law that turns an error into a reference acceleration."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array
from poise.control.checks import check_axes, own_damping, own_limits
from poise.control.saturation import saturate
from poise.control.settling import settling_velocity


@dataclass(frozen=True, slots=True, eq=False)
class PdLaw:
    """a* = a_ff + kd (v* − v) + kp e, saturated without changing its direction.

    Attributes:
        kp: Position gain, one number or one per axis, ≥ 0 [1/s²].
        kd: Velocity gain, likewise [1/s]; critically damped, 2 √kp, when absent.
        max_acceleration: Largest magnitude per axis, > 0 [m/s², rad/s²]; unlimited when absent.
    """

    kp: ArrayLike
    kd: ArrayLike | None = None
    max_acceleration: ArrayLike | None = None

    def __post_init__(self) -> None:
        """Check the gains and freeze them."""
        own_damping(self, self.kp, self.kd)
        own_limits(self, "max_acceleration")

    def check_size(self, task: str, size: int) -> None:
        """Check that per-axis gains fit a task.

        Raises:
            ShapeError: They do not.
        """
        check_axes(self, ("kp", "kd", "max_acceleration"), size, task)

    def velocity(self, error: Array, feedforward: Array) -> Array:
        """The reference velocity that the law settles to: v* + (kp/kd) e, shape (k,).

        Args:
            error: Target minus actual value, shape (k,) [m, rad].
            feedforward: Target velocity, shape (k,) [m/s, rad/s].
        """
        return settling_velocity(self.kp, self.kd, error, feedforward)

    def acceleration(self, error: Array, velocity_error: Array, feedforward: Array) -> Array:
        """The reference acceleration.

        Args:
            error: Target minus actual value, shape (k,) [m, rad].
            velocity_error: Target minus actual velocity, shape (k,) [m/s, rad/s].
            feedforward: Target acceleration, shape (k,) [m/s², rad/s²].

        Returns:
            Shape (k,) [m/s², rad/s²].
        """
        kp, kd = np.asarray(self.kp), np.asarray(self.kd)  # arrays since __post_init__
        result: Array = feedforward + kd * velocity_error + kp * error
        if self.max_acceleration is not None:
            return saturate(result, np.asarray(self.max_acceleration))
        return result
