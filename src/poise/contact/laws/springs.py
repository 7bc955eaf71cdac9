"""Springs: the force [N] that a gap [m] to the ground makes, and its slope; gap < 0 is inside.

Each derives from a potential, so none gains energy. A NaN gap gives a NaN force.
"""

from __future__ import annotations

from poise.contact.laws.elementary import Numbers, exp, indicator, log1p, where
from poise.contact.laws.layer import layer


def linear_spring(gap: Numbers, k: Numbers) -> tuple[Numbers, Numbers]:
    """−k gap inside, else 0, with its slope; at gap = 0 the slope is that of the inside."""
    return where(gap > 0.0, 0.0, -k * gap), -k * (1.0 - indicator(gap > 0.0, gap))


def exponential_spring(gap: Numbers, k: Numbers, alpha_n: Numbers) -> tuple[Numbers, Numbers]:
    """k e^{−α_n gap} with its slope; k is the force [N] at gap 0.

    Where it has grown to e⁵⁰ k it goes on straight, so that it stays finite.
    """
    x = -alpha_n * gap
    over = where(x > 50.0, x - 50.0, 0.0)
    grown = k * exp(x - over)
    return grown * (1.0 + over), -alpha_n * grown


def softplus_spring(gap: Numbers, k: Numbers, alpha: Numbers) -> tuple[Numbers, Numbers]:
    """(k/α) log(1 + e^{−α gap}) with its slope, which is −k far inside and 0 far outside."""
    x = -alpha * gap
    rounded = log1p(exp(where(x > 0.0, -x, x)))
    share, _, _ = layer(1, gap, alpha)
    return k / alpha * (where(x > 0.0, x, 0.0) + rounded), -k * share


def power_spring(gap: Numbers, k: Numbers, exponent: Numbers) -> tuple[Numbers, Numbers]:
    """k |gap|^m inside, else 0, with its slope; k in N/m^m, m ≥ 1 (Hertz: 3/2)."""
    depth = where(gap > 0.0, 0.0, -gap)
    slope = -k * exponent * depth ** (exponent - 1.0)
    return k * depth**exponent, where(gap > 0.0, 0.0, slope)
