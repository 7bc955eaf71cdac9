"""Strictly convex quadratic programs of a few variables between bounds."""

from __future__ import annotations

import numpy as np

from poise.arrays import Array
from poise.cartesian.kernels import compiled
from poise.cartesian.kernels.linear import solve_positive

_FREE, _LOWER, _UPPER = 0.0, 1.0, 2.0
# A multiplier this small, relative to the largest slope, is rounding.
_ROUNDING = 1e-12


@compiled
def minimise_in_box(hessian: Array, slope: Array, lower: Array, upper: Array, y: Array) -> int:
    """The minimum of ½ yᵀ H y − cᵀ y with lower ≤ y ≤ upper, by a primal active set.

    Every step goes towards the minimum of the free variables until one of them meets a bound; at
    that minimum the variable whose multiplier has the wrong sign most is set free again.

    Args:
        hessian: H, positive definite, (n, n).
        slope: c, (n,).
        lower: (n,), at most ``upper``; −inf where there is none.
        upper: (n,).
        y: Where to start, overwritten by the minimum, (n,).

    Returns:
        Steps taken; −1 when there were too many, which rounding could do: y is feasible then too.
    """
    n = y.size
    side = np.zeros(n)
    for j in range(n):
        y[j] = min(max(y[j], lower[j]), upper[j])
        if lower[j] == upper[j]:
            side[j] = _LOWER
    target = np.empty(n)
    for step in range(10 * n + 10):
        _free_minimum(hessian, slope, y, side, target)
        if _meets_a_bound(lower, upper, side, target, y):
            continue
        released = _pulled_inwards(hessian, slope, y, side, lower, upper)
        if released < 0:
            return step + 1
        side[released] = _FREE
    return -1


@compiled
def _meets_a_bound(lower: Array, upper: Array, side: Array, target: Array, y: Array) -> bool:
    """Go to the target, or until the first free variable meets a bound, which it then keeps."""
    share, blocking = 1.0, -1
    for j in range(y.size):
        if side[j] == _FREE:
            move = target[j] - y[j]
            bound = lower[j] if move < 0.0 else upper[j]
            if move != 0.0 and abs(move) * share > abs(bound - y[j]):
                share, blocking = abs(bound - y[j]) / abs(move), j
    for j in range(y.size):
        if side[j] == _FREE:
            y[j] += share * (target[j] - y[j])
    if blocking < 0:
        return False
    side[blocking] = _LOWER if target[blocking] < y[blocking] else _UPPER
    y[blocking] = lower[blocking] if side[blocking] == _LOWER else upper[blocking]
    return True


@compiled
def _pulled_inwards(
    hessian: Array, slope: Array, y: Array, side: Array, lower: Array, upper: Array
) -> int:
    """The variable at a bound that the cost pulls inwards most; −1 if none."""
    worst, released = _ROUNDING * np.abs(slope).max(), -1
    for j in range(y.size):
        if side[j] != _FREE and lower[j] < upper[j]:
            pull = slope[j]
            for k in range(y.size):
                pull -= hessian[j, k] * y[k]
            inwards = pull if side[j] == _LOWER else -pull
            if inwards > worst:
                worst, released = inwards, j
    return released


@compiled
def _free_minimum(hessian: Array, slope: Array, y: Array, side: Array, target: Array) -> None:
    """The minimum over the free variables, the others where they are."""
    n = y.size
    free = np.empty(n, dtype=np.int64)
    count = 0
    for j in range(n):
        target[j] = y[j]
        if side[j] == _FREE:
            free[count] = j
            count += 1
    matrix, right = np.empty((count, count)), np.empty(count)
    for a in range(count):
        i = free[a]
        right[a] = slope[i]
        for j in range(n):
            if side[j] != _FREE:
                right[a] -= hessian[i, j] * y[j]
        for b in range(a + 1):
            matrix[a, b] = hessian[i, free[b]]
    solve_positive(matrix, right, count)
    for a in range(count):
        target[free[a]] = right[a]
