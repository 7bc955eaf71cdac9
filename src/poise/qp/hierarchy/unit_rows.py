"""The rows of one level, or the hard ones, divided by their norms.

Then neither units nor weights decide about rank, and one tolerance fits all limits.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array
from poise.qp.hierarchy.limits import Limits
from poise.qp.hierarchy.problem import HardRows, Level
from poise.qp.hierarchy.tolerances import NEGLIGIBLE_ROW


@dataclass(frozen=True, slots=True, eq=False)
class UnitRows:
    """Equality rows and limited rows of norm one; those that can do nothing are left out.

    Attributes:
        A: Equality rows, shape (p, n); limited rows whose two limits are equal are among them.
        b: Right-hand sides, shape (p,).
        weights: What the residuals of A are multiplied with in the cost, shape (p,).
        limits: Limited rows, k of them.
        limit_weights: What violations are multiplied with in the cost, shape (k,).
    """

    A: Array
    b: Array
    weights: Array
    limits: Limits
    limit_weights: Array


def of_level(level: Level, n: int, first: int) -> UnitRows:
    """Unit rows of a level, whose limited rows are numbered from ``first`` on."""
    limited = (level.G, level.lower, level.upper, level.limit_weights)
    return _unit_rows((level.A, level.b, level.weights), limited, (n, first))


def of_hard_rows(hard: HardRows, n: int) -> UnitRows:
    """Unit rows of the hard rows; their limited rows are numbered bounds first, if any."""
    G, lower, upper = hard.G, hard.lower, hard.upper
    if hard.lower_x.size:
        G = np.concatenate((np.eye(n), G)) if G.shape[0] else np.eye(n)
        lower = np.concatenate((hard.lower_x, lower))
        upper = np.concatenate((hard.upper_x, upper))
    ones = np.ones(hard.b.shape[0])
    return _unit_rows((hard.A, hard.b, ones), (G, lower, upper, np.ones(lower.shape[0])), (n, 0))


def _unit_rows(
    equal: tuple[Array, Array, Array],
    limited: tuple[Array, Array, Array, Array],
    place: tuple[int, int],
) -> UnitRows:
    n, first = place
    A, b, weights = equal
    G, lower, upper, limit_weights = limited
    source = (((lower > -np.inf) | (upper < np.inf)) & (limit_weights > 0.0)).nonzero()[0]
    pinned = lower[source] == upper[source]
    if pinned.any():
        rows = source[pinned]
        A = np.concatenate((A, G[rows])) if A.shape[0] else G[rows]
        b = np.concatenate((b, lower[rows]))
        weights = np.concatenate((weights, limit_weights[rows]))
        source = source[~pinned]
    A, norm, kept = _unit(A, n, NEGLIGIBLE_ROW)
    if not kept.all():
        b, weights = b[kept], weights[kept]
    used = weights > 0.0
    if not used.all():
        A, b, weights, norm = A[used], b[used], weights[used], norm[used]
    G, size, kept = _unit(G[source], n, 0.0)
    source = source[kept]
    return UnitRows(
        A,
        b / norm,
        weights * norm,
        Limits(G, lower[source] / size, upper[source] / size, source + first),
        limit_weights[source] * size,
    )


def _unit(rows: Array, n: int, negligible: float) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Rows over their norms without those of no size, their norms, and which were kept."""
    if not rows.shape[0]:
        return np.empty((0, n)), np.empty(0), np.empty(0, dtype=bool)
    norm = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    kept = norm > negligible * norm.max()
    if not kept.all():
        rows, norm = rows[kept], norm[kept]
    return rows / norm[:, None], norm, kept
