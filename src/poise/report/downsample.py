"""Thinning a curve for a plot without losing its peaks."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from poise.arrays import Array


def min_max(time: Array, values: Array, buckets: int = 500) -> tuple[Array, Array]:
    """The smallest and the largest value of each of ``buckets`` stretches of a curve.

    Args:
        time: Shape (n,).
        values: Shape (n,); NaN where there is nothing to show.
        buckets: How many stretches, > 0.

    Returns:
        Times and values in order, at most 2 ``buckets`` + 2 of each: the first and the last
        point and the two extremes of every stretch. A curve that is short enough stays whole.
    """
    if values.size <= 2 * buckets:
        return time, values
    edges = np.linspace(0, values.size, buckets + 1).astype(np.intp).tolist()
    kept = {0, values.size - 1}
    for first, end in pairwise(edges):
        stretch = values[first:end]
        if np.isfinite(stretch).any():
            kept |= {first + int(np.nanargmin(stretch)), first + int(np.nanargmax(stretch))}
        if not np.isfinite(stretch).all():
            kept.add(first + int(np.isnan(stretch).argmax()))  # the gap stays a gap
    order = np.array(sorted(kept))
    return time[order], values[order]
