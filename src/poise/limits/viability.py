"""Accelerations after which a joint can still keep its limits, whatever it is asked for later.

A joint is a double integrator whose acceleration is held over a tick. A state is *viable* for its
upper limit when the joint can stop before it: with d = q̄ − q left and velocity v > 0,

    v² / (2 α) ≤ d,      α = min(ā, (v̄ + v)/Δt),

where the second bound on the braking α counts when one tick of ā would end beyond −v̄. An
acceleration is allowed when the joint keeps its limits during the tick and is viable at its end.
In viable states there is always one, at any Δt; for joints whose range is shorter than a tick of
full acceleration and the way back, there need not be.

Source: A. Del Prete, "Joint position and velocity bounds in discrete-time acceleration/torque
control of robot arms", IEEE RA-L 3(1), 2018; the tick in which the velocity turns round is exact
here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array

# By this little [rad, m] and this share of a speed a joint is not said to recover: rounding.
_HAIR = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class MotionLimits:
    """Limits of k joints; infinite where there is none.

    Attributes:
        lower: Lower positions, shape (k,) [rad, m].
        upper: Upper positions, shape (k,) [rad, m].
        speed: v̄ > 0, shape (k,) [rad/s, m/s].
        acceleration: ā > 0, finite, shape (k,) [rad/s², m/s²].
        recovery: Largest speed at which a joint comes back from outside its positions, > 0,
            shape (k,) [rad/s, m/s].
    """

    lower: Array
    upper: Array
    speed: Array
    acceleration: Array
    recovery: Array


class MotionBox(NamedTuple):
    """Allowed accelerations or velocities, and which joints are where they should not be.

    Attributes:
        lower: Shape (k,) [rad/s², m/s²; rad/s, m/s].
        upper: Shape (k,), ≥ lower.
        recovering: Which joints are outside their limits, or too fast to stop before them.
    """

    lower: Array
    upper: Array
    recovering: NDArray[np.bool_]


def acceleration_box(q: Array, v: Array, limits: MotionLimits, dt: float) -> MotionBox:
    """The accelerations that may be held over a tick.

    Outside its limits a joint brakes with ā until its speed is within v̄, and comes back no faster
    than the recovery speed.

    Args:
        q: Positions, shape (k,).
        v: Velocities, shape (k,).
        limits: Of the joints.
        dt: Length of the tick, > 0 [s].
    """
    a, speed = limits.acceleration, limits.speed
    above = _below_upper(limits.upper - q, v, limits, dt)
    below = _below_upper(q - limits.lower, -v, limits, dt)
    upper, lower = above.acceleration, -below.acceleration
    # One that comes back from outside goes on no faster than it may.
    upper = np.where(below.outside, np.minimum(upper, (limits.recovery - v) / dt), upper)
    lower = np.where(above.outside, np.maximum(lower, (-limits.recovery - v) / dt), lower)
    # Where the two disagree the one that is near counts. Then speed and acceleration have the
    # last word: what they take from a joint that is viable is rounding, which is a large
    # acceleration where the way left is tiny, but a tiny way.
    lower = np.where(above.urgent, np.minimum(lower, upper), lower)
    upper = np.where(below.urgent, np.maximum(upper, lower), upper)
    fastest, slowest = (speed - v) / dt, (-speed - v) / dt
    upper, lower = np.clip(upper, slowest, fastest), np.clip(lower, slowest, fastest)
    upper, lower = np.clip(upper, -a, a), np.clip(lower, -a, a)
    fast = np.abs(v) > speed * (1.0 + _HAIR)
    lost = above.lost | below.lost | fast
    middle = 0.5 * (upper + lower)
    crossed = lower > upper
    return MotionBox(np.where(crossed, middle, lower), np.where(crossed, middle, upper), lost)


def velocity_box(q: Array, v: Array, limits: MotionLimits, dt: float) -> MotionBox:
    """The velocities that may be held over a tick, and change by at most ā Δt from one to the next.

    A joint that holds w and then slows down by ā Δt a tick goes S(w) = Δt Σₖ (w − k ā Δt)₊; the
    largest w allowed has S(w) = d, in closed form.

    Args:
        q: Positions, shape (k,).
        v: Velocities held so far, shape (k,).
        limits: Of the joints; accelerations may be infinite.
        dt: Length of the tick, > 0 [s].
    """
    step, speed = limits.acceleration * dt, limits.speed
    upper, lost_above = _stoppable(limits.upper - q, v, limits, dt)
    lower, lost_below = _stoppable(q - limits.lower, -v, limits, dt)
    lower = -lower
    upper = np.where(q < limits.lower, np.minimum(upper, limits.recovery), upper)
    lower = np.where(q > limits.upper, np.maximum(lower, -limits.recovery), lower)
    upper, lower = np.clip(upper, -speed, speed), np.clip(lower, -speed, speed)
    upper, lower = np.clip(upper, v - step, v + step), np.clip(lower, v - step, v + step)
    lost = lost_above | lost_below | (np.abs(v) > speed * (1.0 + _HAIR))
    return MotionBox(np.minimum(lower, upper), upper, lost)


def _stoppable(
    d: Array, v: Array, limits: MotionLimits, dt: float
) -> tuple[Array, NDArray[np.bool_]]:
    """The largest velocity towards a limit, and whether even braking passes it."""
    step = limits.acceleration * dt
    with np.errstate(invalid="ignore", divide="ignore"):
        ticks = np.floor(0.5 * (np.sqrt(1.0 + 8.0 * np.maximum(d, 0.0) / (step * dt)) - 1.0))
        ticks = np.where(np.isfinite(ticks), ticks, 0.0)
        slowing = np.where(ticks > 0.0, 0.5 * step * ticks, 0.0)
        w = d / dt / (ticks + 1.0) + slowing
    w = np.where(np.isinf(d), np.inf, w)
    back = -np.minimum(limits.recovery, -d / dt)
    lost = (d < -_HAIR) | (v - step > np.maximum(w, 0.0) + _HAIR / dt)
    return np.where(d < 0.0, back, w), lost


class _Side(NamedTuple):
    """What one position limit says: the largest acceleration towards it, and the joint's state."""

    acceleration: Array
    outside: NDArray[np.bool_]
    urgent: NDArray[np.bool_]
    lost: NDArray[np.bool_]


def _below_upper(d: Array, v: Array, limits: MotionLimits, dt: float) -> _Side:
    """The largest acceleration after which the joint can still stop within ``d``.

    Args:
        d: Way left to the limit, negative outside, shape (k,).
        v: Velocity towards it, shape (k,).
        limits: Of the joints.
        dt: Length of the tick.
    """
    a, speed = limits.acceleration, limits.speed
    outside = d < 0.0
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        # The largest end velocity w ≥ 0 with d − (v + w) dt/2 ≥ w²/(2 min(ā, (v̄ + w)/dt)).
        room = d - 0.5 * dt * v
        by_acceleration = 2.0 * room / (0.5 * dt + np.sqrt(0.25 * dt * dt + 2.0 * room / a))
        half = 0.25 * speed - 0.5 * room / dt
        by_speed = np.sqrt(half * half + room * speed / dt) - half
        w = np.minimum(by_acceleration, np.where(np.isfinite(speed), by_speed, np.inf))
        stopping = (w - v) / dt
        # Too near to stop at the end of the tick: turn round within it.
        turning = -(v * v) / (2.0 * d)
        inside = np.where(room >= 0.0, stopping, np.where(d > 0.0, turning, -np.inf))
        # Outside: back at least as fast as brings it to the limit, at most at recovery speed.
        back = (-np.minimum(limits.recovery, -d / dt) - v) / dt
        needed = v * v / (2.0 * np.minimum(a, (speed + v) / dt))
    bound = np.where(outside, back, inside)
    bound = np.where(np.isinf(d), np.inf, bound)
    lost = (d < -_HAIR) | ((v > 0.0) & (needed > d + _HAIR))
    return _Side(bound, outside, (room < 0.0) | outside, lost)
