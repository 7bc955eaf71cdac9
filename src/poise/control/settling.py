"""What a law on accelerations asks for where only velocities can be commanded."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array


def settling_velocity(
    kp: ArrayLike, kd: ArrayLike | None, error: Array, feedforward: Array
) -> Array:
    """v* + (kp/kd) e: the velocity at which kd (v* − v) + kp e asks for no acceleration.

    Args:
        kp: Position gain, one number or one per axis [1/s²].
        kd: Velocity gain, likewise [1/s]; where it is 0 the error is left alone.
        error: Target minus actual value, shape (k,) [m, rad].
        feedforward: Target velocity, shape (k,) [m/s, rad/s].

    Returns:
        Shape (k,) [m/s, rad/s].
    """
    damping = np.broadcast_to(np.asarray(kd, dtype=np.float64), error.shape)
    rate = np.divide(kp, damping, out=np.zeros(error.shape), where=damping > 0)
    velocity: Array = feedforward + rate * error
    return velocity
