"""Saturation that keeps the direction of a vector."""

from __future__ import annotations

import numpy as np

from poise.arrays import Array


def saturate(value: Array, limit: Array) -> Array:
    """Scale a vector so that no component exceeds its limit, keeping its direction.

    Args:
        value: Shape (k,).
        limit: Largest magnitudes, one number or shape (k,), > 0.
    """
    excess = float(np.max(np.abs(value) / limit, initial=0.0))
    return value / excess if excess > 1.0 else value.copy()
