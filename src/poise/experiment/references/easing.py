"""Smooth beginnings: how a motion fades in from rest."""

from __future__ import annotations

from poise.arrays import number


def smooth_step(s: float) -> tuple[float, float, float]:
    """From 0 at s ≤ 0 to 1 at s ≥ 1 with zero first and second derivatives at both ends.

    The quintic 10 s³ − 15 s⁴ + 6 s⁵ of minimum jerk (Flash and Hogan, 1985).

    Returns:
        Value, first and second derivative by s.
    """
    if s <= 0.0:
        return 0.0, 0.0, 0.0
    if s >= 1.0:
        return 1.0, 0.0, 0.0
    value = s**3 * (10.0 - 15.0 * s + 6.0 * s**2)
    rate = 30.0 * s**2 * (1.0 - s) ** 2
    rate2 = 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s)
    return value, rate, rate2


def eased(time: float, duration: float) -> tuple[float, float, float]:
    """The smooth step over a duration: value, [1/s] and [1/s²]; a jump where it is 0."""
    if duration == 0.0:
        return (1.0 if time >= 0.0 else 0.0), 0.0, 0.0
    value, rate, rate2 = smooth_step(time / duration)
    return value, rate / duration, rate2 / duration**2


def faded(
    size: tuple[float, float, float], shape: tuple[float, float, float]
) -> tuple[float, float, float]:
    """The product of two functions of time with its first two derivatives."""
    a, da, dda = size
    b, db, ddb = shape
    return a * b, da * b + a * db, dda * b + 2.0 * da * db + a * ddb


def check_rhythm(period: float, start: float, fade: float) -> None:
    """Check what everything that goes round or to and fro has.

    Raises:
        DefinitionError: One is out of range.
    """
    number("period", period, above=0.0)
    number("start", start, minimum=0.0)
    number("fade", fade, above=0.0)
