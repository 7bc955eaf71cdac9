"""Tangential forces, with derivatives, entry by entry.

``law`` says which formula, ``p`` holds its parameters in the order of the law's class in
:mod:`poise.contact.laws.friction`. Compiled and array code share these lines.
"""

from __future__ import annotations

from typing import Any

from poise.contact.laws.elementary import Numbers, constant, sqrt, where

VISCOUS, COULOMB, STICTION = 0, 1, 2

Drag = tuple[Numbers, Numbers, Numbers, Numbers]
"""Coefficient c [N·s/m], ∂c/∂load, ∂c/∂share, ∂c/∂(speed²)."""
Stuck = tuple[Numbers, Numbers, Numbers, Numbers, Numbers]
"""Force x, y, z [N], by which factor it was cut, by which factor the stretch is to be cut."""


def drag(law: int, p: Any, load: Numbers, share: Numbers, speed_squared: Numbers) -> Drag:
    """The coefficient c of a friction force −c v_t that needs no memory.

    Args:
        law: ``VISCOUS`` (c = s d_t) or ``COULOMB`` (c = μ f_n / √(|v_t|² + v_s²)).
        p: (d_t,) or (μ, v_s).
        load: Normal force [N].
        share: Of the dampers that act.
        speed_squared: |v_t|² [m²/s²].
    """
    if law == 0:
        zero = constant(0.0, share)
        return share * p[0], zero, p[0] + zero, zero
    rounded = speed_squared + p[1] * p[1]
    per_load = p[0] / sqrt(rounded)
    c = per_load * load
    return c, per_load, constant(0.0, share), -0.5 * c / rounded


def stick(p: Any, load: Numbers, stretch: Any, velocity: Any) -> Stuck:
    """A spring and a damper in the tangent plane, cut at μ f_n.

    Args:
        p: (μ, k_t, d_t).
        load: Normal force [N].
        stretch: From the anchor to the point, tangential, three components [m].
        velocity: Tangential, three components [m/s].
    """
    limit = p[0] * load
    x = p[1] * stretch[0] + p[2] * velocity[0]
    y = p[1] * stretch[1] + p[2] * velocity[1]
    z = p[1] * stretch[2] + p[2] * velocity[2]
    size = x * x + y * y + z * z
    slides = size > limit * limit
    cut = where(slides, limit / sqrt(where(slides, size, 1.0)), 1.0)
    length = stretch[0] * stretch[0] + stretch[1] * stretch[1] + stretch[2] * stretch[2]
    spring = p[1] * sqrt(where(length > 0.0, length, 1.0))
    too_long = slides & (length > 0.0) & (spring > limit)
    kept = where(too_long, limit / where(too_long, spring, 1.0), 1.0)
    return -cut * x, -cut * y, -cut * z, cut, kept
