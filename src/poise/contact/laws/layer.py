"""The layer s(h): how much of a damper acts at height h above the ground, from 1 below to 0 above.

NONE:    s = 1 where h ≤ 0, else 0;
SIGMOID: s = 1/(1 + e^{αh});
TANH:    s = ½ tanh(−αh/2) + ½, the same function, exactly 0 where αh is large;
ABS:     s = ½ − ½ αh/(1 + |αh|), which fades as 1/(2αh) only.

Source: M. Giftthaler, M. Neunert, M. Stäuble, J. Buchli, "The Control Toolbox", SIMPAR 2018,
class EEContactModel.
"""

from __future__ import annotations

from enum import IntEnum

from poise.contact.laws.elementary import Numbers, constant, exp, indicator, tanh, where


class Smoothing(IntEnum):
    """The shape of the layer; see the module for the formulas."""

    NONE = 0
    SIGMOID = 1
    TANH = 2
    ABS = 3


def layer(smoothing: int, height: Numbers, alpha: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """The share s of the damper that acts, with its derivatives.

    Args:
        smoothing: A :class:`Smoothing`.
        height: Above the ground [m].
        alpha: One over the layer's thickness [1/m].

    Returns:
        s, ∂s/∂height [1/m] and ∂s/∂alpha [m].
    """
    if smoothing == 0:
        zero = constant(0.0, height)
        return 1.0 - indicator(height > 0.0, height), zero, zero
    x = alpha * height
    if smoothing == 1:
        faded = exp(where(x > 0.0, -x, x))
        share = where(x > 0.0, faded, 1.0) / (1.0 + faded)
        slope = -faded / ((1.0 + faded) * (1.0 + faded))
    elif smoothing == 2:
        half = tanh(-0.5 * x)
        share = 0.5 * half + 0.5
        slope = -0.25 * (1.0 - half * half)
    else:
        size = 1.0 + where(x > 0.0, x, -x)
        share = 0.5 - 0.5 * x / size
        slope = -0.5 / (size * size)
    return share, alpha * slope, height * slope
