"""One step of an inverse kinematics search: damped, and within the limits from the start."""

from __future__ import annotations

from math import sqrt

from poise.arrays import Array
from poise.cartesian.kernels import compiled
from poise.cartesian.kernels.linear import solve_positive, solve_six, sum_of_squares

# Rounds in which joints that would cross a limit are set onto it and the rest is solved again.
_ROUNDS = 3
_FREE, _FIXED = 1.0, 0.0


@compiled
def damped_step(
    columns: Array,
    error: Array,
    damping: float,
    q: Array,
    bounds: Array,
    units: Array,
    work: Array,
    step: Array,
) -> None:
    """The Levenberg–Marquardt step (JᵀJ + λ I) δ = Jᵀ e that keeps q + U δ within its bounds.

    Joints at a bound that the gradient pushes outwards stay there. A joint that would cross a
    bound is set onto it, what it contributes is taken off the error, and the rest is solved again.

    Args:
        columns: Transpose of the Jacobian by δ, (n, 6).
        error: e, (6,).
        damping: λ > 0.
        q: Joint positions, (n,).
        bounds: Lower and upper, (2, n); infinite where there is none.
        units: Diagonal of U, what of each joint counts as much as a radian, (n,).
        work: Overwritten, at least (8, max(n, 6)).
        step: Filled with δ, (n,), no longer than 1 as far as it is free.
    """
    state, rest = work[6], work[7]
    for j in range(q.shape[0]):
        slope = _product(columns, j, error)
        step[j] = 0.0
        at_lower, at_upper = q[j] <= bounds[0, j], q[j] >= bounds[1, j]
        kept = (at_lower and slope < 0.0) or (at_upper and slope > 0.0)
        state[j] = _FIXED if kept else _FREE
    for _ in range(_ROUNDS):
        for k in range(6):
            rest[k] = error[k]
        for j in range(q.shape[0]):
            if state[j] == _FIXED and step[j] != 0.0:
                for k in range(6):
                    rest[k] -= columns[j, k] * step[j]
        _solve_free(columns, rest, damping, state, work, step)
        _shorten(state, step)
        if not _fix_crossing(q, bounds, units, state, step):
            return
    # Whatever would cross a bound even now is stopped there by who takes the step.


@compiled
def _solve_free(
    columns: Array, rest: Array, damping: float, state: Array, work: Array, step: Array
) -> None:
    """Solve for the free joints: in six unknowns, or in as many as there are joints."""
    if step.shape[0] < 6:
        _solve_by_joints(columns, rest, damping, state, work, step)
        return
    sum_of_squares(columns, state, damping, work)
    solve_six(work, rest)
    for j in range(step.shape[0]):
        if state[j] == _FREE:
            step[j] = _product(columns, j, rest)


@compiled
def _solve_by_joints(
    columns: Array, rest: Array, damping: float, state: Array, work: Array, step: Array
) -> None:
    n, right = step.shape[0], work[5]
    for i in range(n):
        free = state[i] == _FREE
        right[i] = _product(columns, i, rest) if free else 0.0
        for j in range(i + 1):
            both = free and state[j] == _FREE
            work[i, j] = _product(columns, i, columns[j]) if both else 0.0
        work[i, i] += damping
    solve_positive(work, right, n)
    for j in range(n):
        if state[j] == _FREE:
            step[j] = right[j]


@compiled
def _product(columns: Array, j: int, vector: Array) -> float:
    total = 0.0
    for k in range(6):
        total += columns[j, k] * vector[k]
    return total


@compiled
def _shorten(state: Array, step: Array) -> None:
    """Bring what is free of a step to length 1 if it is longer."""
    length = 0.0
    for j in range(step.shape[0]):
        if state[j] == _FREE:
            length += step[j] * step[j]
    length = sqrt(length)
    if length > 1.0:
        for j in range(step.shape[0]):
            if state[j] == _FREE:
                step[j] /= length


@compiled
def _fix_crossing(q: Array, bounds: Array, units: Array, state: Array, step: Array) -> bool:
    """Set joints that would cross a bound onto it; says whether there were any."""
    any_crossed = False
    for j in range(q.shape[0]):
        if state[j] == _FREE:
            moved = q[j] + units[j] * step[j]
            if moved < bounds[0, j] or moved > bounds[1, j]:
                bound = bounds[0, j] if moved < bounds[0, j] else bounds[1, j]
                step[j] = (bound - q[j]) / units[j]
                state[j] = _FIXED
                any_crossed = True
    return any_crossed
