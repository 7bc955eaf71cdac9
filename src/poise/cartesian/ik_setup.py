"""What the inverse kinematics of a chain needs to know of it, as arrays for the compiled loops."""

from __future__ import annotations

import numpy as np

from poise.arrays import Array
from poise.cartesian.chain import Chain
from poise.cartesian.ik_options import IkOptions

TABLE_SIZE = 256
"""Starts whose poses are known beforehand; twice as many find hardly more."""

# What a radian counts as in the search, as a share of the chain's length [1/rad].
_RADIAN = 0.2
# What a sliding joint moves as easily as a turning one turns by a radian, likewise.
_SLIDE = 0.5
# Rounding of poses, in units of the chain's length and in radians.
_ROUNDING = 64.0 * np.finfo(np.float64).eps


def chain_length(chain: Chain) -> float:
    """No farther than this can the tip be from the first joint's place [m]; may be infinite."""
    length = float(np.linalg.norm(chain.links[1:, 9:12], axis=1).sum())
    for line in chain.links[:-1]:
        if line[14] == 1.0:
            j = int(line[15])
            ends = line[12] * np.array([chain.lower[j], chain.upper[j]]) + line[13]
            length += float(np.abs(ends).max())
    return length


def limit_rows(chain: Chain) -> Array:
    """Limits and what belongs to them, (6, n), as :func:`~.kernels.search.solve` takes them."""
    length = chain_length(chain)
    scale = length if 0.0 < length < np.inf else 1.0
    slides = ~np.array(chain.turns, dtype=np.bool_)
    rows = np.empty((6, chain.size))
    rows[0], rows[1] = chain.lower, chain.upper
    rows[2] = np.where(slides, _SLIDE * scale, 1.0)
    rows[3] = _turn_all_round(chain)
    half = np.where(slides, scale, np.pi)
    low_known, high_known = np.isfinite(chain.lower), np.isfinite(chain.upper)
    around_low = np.where(high_known, chain.upper - 2.0 * half, -half)
    around_high = np.where(low_known, chain.lower + 2.0 * half, half)
    rows[4] = np.where(low_known, chain.lower, around_low)
    rows[5] = np.where(high_known, chain.upper, around_high)
    return rows


def _turn_all_round(chain: Chain) -> Array:
    """1 for joints whose turn by 2π, which their limits allow, changes nothing."""
    result = np.array(chain.upper - chain.lower >= 2.0 * np.pi, dtype=np.float64)
    for line in chain.links[:-1]:
        if line[14] == 1.0 or line[12] != round(line[12]):
            result[int(line[15])] = 0.0
    return result


def setting_row(chain: Chain, options: IkOptions) -> Array:
    """Tolerances, weight, starts and reach, (8,), as the search takes them."""
    length = chain_length(chain)
    centre = chain.links[0, 9:12]
    known = 0.0 < length < np.inf
    size = (length if known else 1.0) + float(np.linalg.norm(centre))
    return np.array(
        [
            max(options.position_tolerance, _ROUNDING * size),
            max(options.rotation_tolerance, _ROUNDING),
            _RADIAN * length if known else 1.0,
            options.starts,
            *centre,
            length,
        ]
    )
