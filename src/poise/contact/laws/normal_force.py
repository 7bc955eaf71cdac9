"""Normal forces from the gap to the ground and its rate, with derivatives, entry by entry.

``law`` says which formula, ``p`` holds its parameters in the order of the law's class in
:mod:`poise.contact.laws.normal`. Compiled and array code share these lines.
"""

from __future__ import annotations

from typing import Any

from poise.contact.laws.elementary import Numbers, indicator, where
from poise.contact.laws.layer import layer
from poise.contact.laws.springs import (
    exponential_spring,
    linear_spring,
    power_spring,
    softplus_spring,
)

SPRING_DAMPER, HUNT_CROSSLEY, SOFTPLUS = 0, 1, 2

Load = tuple[Numbers, Numbers, Numbers, Numbers, Numbers]
"""Force f [N], ∂f/∂gap, ∂f/∂rate, the share s of dampers that act, ∂s/∂gap."""


def normal_force(law: int, smoothing: int, p: Any, gap: Numbers, rate: Numbers) -> Load:
    """What presses along the normal.

    Args:
        law: ``SPRING_DAMPER``, ``HUNT_CROSSLEY`` or ``SOFTPLUS``.
        smoothing: The layer of a spring-damper.
        p: Parameters of the law.
        gap: To the ground [m], negative inside.
        rate: Of the gap [m/s], negative when approaching.
    """
    if law == 0:
        return spring_damper(smoothing, p, gap, rate)
    if law == 1:
        return hunt_crossley(p, gap, rate)
    return softplus(p, gap, rate)


def spring_damper(smoothing: int, p: Any, gap: Numbers, rate: Numbers) -> Load:
    """f = φ(gap) − s(gap) d rate, cut at 0 unless it may pull; p = (k, d, α, α_n, …).

    φ = k max(−gap, 0), or k e^{−α_n gap} where α_n > 0. Without smoothing all is 0 outside.
    """
    k, d, alpha, alpha_n, pulling, lift = p[0], p[1], p[2], p[3], p[4], p[5]
    height = gap + lift
    share, share_slope, _ = layer(smoothing, height, alpha)
    spring, stiffness = spring_part(k, alpha_n, gap)
    if smoothing == 0:
        spring, stiffness = spring * share, stiffness * share
    force = spring - share * d * rate
    acts = 1.0 - indicator(force < 0.0, force) * (1.0 - pulling)
    gap_slope = (stiffness - share_slope * d * rate) * acts
    return where(acts > 0.0, force, 0.0), gap_slope, -share * d * acts, share, share_slope


def spring_part(k: Numbers, alpha_n: Numbers, gap: Numbers) -> tuple[Numbers, Numbers]:
    """The exponential spring where α_n > 0, else the linear one."""
    linear, linear_slope = linear_spring(gap, k)
    rate = where(alpha_n > 0.0, alpha_n, 0.0 * alpha_n)
    grown, grown_slope = exponential_spring(gap, k, rate)
    smooth = alpha_n > 0.0
    return where(smooth, grown, linear), where(smooth, grown_slope, linear_slope)


def hunt_crossley(p: Any, gap: Numbers, rate: Numbers) -> Load:
    """f = k |gap|^m max(0, 1 − c rate) inside, else 0; p = (k, c, m)."""
    k, c, exponent = p[0], p[1], p[2]
    spring, stiffness = power_spring(gap, k, exponent)
    factor = 1.0 - c * rate
    acts = 1.0 - indicator(factor < 0.0, factor)
    share = 1.0 - indicator(gap > 0.0, gap)
    return spring * factor * acts, stiffness * factor * acts, -c * spring * acts, share, 0.0 * share


def softplus(p: Any, gap: Numbers, rate: Numbers) -> Load:
    """f = max(0, (k/α) log(1 + e^{−α gap}) − s d rate), s = 1/(1 + e^{α gap}); p = (k, d, α)."""
    k, d, alpha = p[0], p[1], p[2]
    spring, stiffness = softplus_spring(gap, k, alpha)
    share, share_slope, _ = layer(1, gap, alpha)
    force = spring - share * d * rate
    acts = 1.0 - indicator(force < 0.0, force)
    gap_slope = (stiffness - share_slope * d * rate) * acts
    return where(acts > 0.0, force, 0.0), gap_slope, -share * d * acts, share, share_slope
