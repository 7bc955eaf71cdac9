"""From one start downhill: steps until a target is reached or nothing improves."""

from __future__ import annotations

import numpy as np

from poise.arrays import Array
from poise.cartesian.kernels import compiled
from poise.cartesian.kernels.error import pose_error, tip_axis, whole_position
from poise.cartesian.kernels.kinematics import fill_columns, tip_pose
from poise.cartesian.kernels.step import damped_step

# Damping relative to the squared error: quadratic convergence at the end, safe at singularities.
_DAMPING = 0.05
# Below this share of the Jacobian's squares damping is rounding noise.
_LEAST_DAMPING = 1e-14
_MOST_STEPS = 40
# A squared error that does not fall below this share of itself, twice in a row, is stuck.
_STUCK = 0.7
# Nearer than this to the target, in radians, a descent gets that many times the patience: what
# creeps along a limit or a singularity there still arrives.
_NEAR, _PATIENCE = 0.05, 2


@compiled
def descend(
    links: Array,
    target: Array,
    weight: float,
    tolerance: Array,
    bounds: Array,
    units: Array,
    q: Array,
    memory: tuple[Array, Array, Array, Array, Array, Array],
    most_stuck: int,
) -> tuple[bool, int]:
    """Damped steps from where q is.

    Args:
        links: The chain, (k + 1, 16).
        target: (28,).
        weight: Of a radian [m/rad].
        tolerance: Of position [m] and orientation [rad], (2,).
        bounds: (2, n).
        units: What of each joint counts as much as a radian, (n,).
        q: Where to start; where it ends, (n,).
        memory: Overwritten: trial q, axes, pose, columns, error (8,: its last two entries are the
            lengths of its parts in m and rad), work.
        most_stuck: After how many steps in a row that bring little the descent ends.

    Returns:
        Whether the target is reached, and the steps taken.
    """
    trial, axes, pose, columns, error, work = memory
    step, share, stuck, steps = work[8, : q.shape[0]], _DAMPING, 0, 0
    tip_pose(links, q, axes, pose)
    error[6], error[7] = pose_error(target, pose, weight, error)
    size, fresh, near = squared(error), True, (_NEAR * weight) ** 2
    while steps < _MOST_STEPS and stuck < (most_stuck if size > near else _PATIENCE * most_stuck):
        if error[6] <= tolerance[0] and error[7] <= tolerance[1]:
            return True, steps
        if fresh:
            fill_columns(links, axes, pose, columns)
            weigh(target, pose, weight, units, columns)
        damping = share * size + _LEAST_DAMPING * _squares(columns)
        damped_step(columns, error, damping, q, bounds, units, work, step)
        for j in range(q.shape[0]):
            trial[j] = min(max(q[j] + units[j] * step[j], bounds[0, j]), bounds[1, j])
        tip_pose(links, trial, axes, pose)
        far, turned = pose_error(target, pose, weight, work[7])
        now, steps = squared(work[7]), steps + 1
        stuck = stuck + 1 if now > _STUCK * size else 0
        fresh = now < size
        if fresh:
            share = 0.25 * share if now < 0.25 * size else share
            size = now
            q[:] = trial
            error[:6] = work[7, :6]
            error[6], error[7] = far, turned
        else:
            share *= 8.0
    return error[6] <= tolerance[0] and error[7] <= tolerance[1], steps


@compiled
def squared(error: Array) -> float:
    """Square of the length of the weighted error."""
    total = 0.0
    for k in range(6):
        total += error[k] * error[k]
    return total


@compiled
def _squares(columns: Array) -> float:
    total = 1e-300
    for j in range(columns.shape[0]):
        for k in range(6):
            total += columns[j, k] * columns[j, k]
    return total


@compiled
def weigh(target: Array, pose: Array, weight: float, units: Array, columns: Array) -> None:
    """Leave in the Jacobian what matters of it, weighted as the error is and by joints' units."""
    mode = target[21]
    a0 = a1 = a2 = 0.0
    if mode == 2.0:
        a0, a1, a2 = tip_axis(target, pose)
    factor = 0.0 if mode == 0.0 else weight
    everywhere = whole_position(target)
    for j in range(columns.shape[0]):
        if not everywhere:
            x, y, z = columns[j, 0], columns[j, 1], columns[j, 2]
            for k in range(3):
                columns[j, k] = (
                    target[12 + 3 * k] * x + target[13 + 3 * k] * y + target[14 + 3 * k] * z
                )
        if mode == 2.0:
            along = a0 * columns[j, 3] + a1 * columns[j, 4] + a2 * columns[j, 5]
            columns[j, 3] -= along * a0
            columns[j, 4] -= along * a1
            columns[j, 5] -= along * a2
        for k in range(3):
            columns[j, k] *= units[j]
            columns[j, k + 3] *= factor * units[j]


@compiled
def slopes(
    links: Array, target: Array, weight: float, units: Array, q: Array
) -> tuple[Array, Array]:
    """The weighted Jacobian, transposed (n, 6), and error (6,) at q: what a descent sees there."""
    axes, pose, error = np.empty((links.shape[0] - 1, 6)), np.empty(12), np.empty(6)
    columns = np.empty((q.shape[0], 6))
    tip_pose(links, q, axes, pose)
    pose_error(target, pose, weight, error)
    fill_columns(links, axes, pose, columns)
    weigh(target, pose, weight, units, columns)
    return columns, error
