"""From one start downhill for several chains over the same joints."""

from __future__ import annotations

import numpy as np

from poise.arrays import Array
from poise.cartesian.kernels import compiled
from poise.cartesian.kernels.box import minimise_in_box
from poise.cartesian.kernels.descent import weigh
from poise.cartesian.kernels.error import pose_error
from poise.cartesian.kernels.kinematics import fill_columns, tip_pose
from poise.cartesian.kernels.starts import spread

# Damping relative to the squared error: quadratic convergence at the end, safe at singularities.
_DAMPING = 0.05
# Below this share of the Jacobian's squares damping is rounding noise.
_LEAST_DAMPING = 1e-14
_MOST_STEPS = 60
# A squared error that does not fall below this share of itself, that often in a row, is stuck.
_STUCK, _IMPATIENT = 0.7, 4


@compiled
def descend(
    links: Array,
    ends: Array,
    targets: Array,
    weights: Array,
    tolerances: Array,
    bounds: Array,
    units: Array,
    q: Array,
) -> int:
    """Damped steps that bring all tips to their targets, each the best within the bounds.

    A step minimises ‖J δ − e‖² + λ ‖δ‖² over the joints' bounds and |δ| ≤ 1 together.

    Args:
        links: The chains one behind the other, (rows, 16).
        ends: Where each begins, and the number of rows, (f + 1,).
        targets: (f, 28).
        weights: Of the errors, of a metre and of a radian for each chain, (f, 2).
        tolerances: Of position [m] and orientation [rad], (2,).
        bounds: Lower and upper, (2, n).
        units: What of each joint counts as much as a radian, (n,).
        q: Where to start, within the bounds; where it ends, (n,).

    Returns:
        The steps taken.
    """
    n, m = q.size, 6 * targets.shape[0]
    columns, error, residuals = stacked(links, ends, targets, weights, units, q)
    size, share, stuck = error @ error, _DAMPING, 0
    lower, upper, step = np.empty(n), np.empty(n), np.empty(n)
    for steps in range(_MOST_STEPS):
        if within(residuals, tolerances) or stuck >= _IMPATIENT or n == 0 or m == 0:
            return steps
        hessian = columns @ columns.T
        damping = share * size + _LEAST_DAMPING * np.trace(hessian) + 1e-300
        for j in range(n):
            hessian[j, j] += damping
            lower[j] = max((bounds[0, j] - q[j]) / units[j], -1.0)
            upper[j] = min((bounds[1, j] - q[j]) / units[j], 1.0)
            step[j] = 0.0
        minimise_in_box(hessian, columns @ error, lower, upper, step)
        trial = np.minimum(np.maximum(q + units * step, bounds[0]), bounds[1])
        new_columns, new_error, new_residuals = stacked(links, ends, targets, weights, units, trial)
        now = new_error @ new_error
        stuck = stuck + 1 if not now <= _STUCK * size else 0
        if now < size:
            share = 0.25 * share if now < 0.25 * size else share
            q[:] = trial
            columns, error, residuals, size = new_columns, new_error, new_residuals, now
        else:
            share *= 8.0
    return _MOST_STEPS


@compiled
def stacked(
    links: Array, ends: Array, targets: Array, weights: Array, units: Array, q: Array
) -> tuple[Array, Array, Array]:
    """Weighted Jacobian, transposed (n, 6f), weighted error (6f,), and what is left, (f, 2).

    What is left are distance [m] and angle [rad] of each tip from its target.
    """
    f = targets.shape[0]
    columns, error, residuals = np.empty((q.size, 6 * f)), np.empty(6 * f), np.empty((f, 2))
    part, pose = np.empty((q.size, 6)), np.empty(12)
    for k in range(f):
        chain = links[ends[k] : ends[k + 1]]
        axes = np.empty((chain.shape[0] - 1, 6))
        tip_pose(chain, q, axes, pose)
        piece = error[6 * k : 6 * k + 6]
        residuals[k, 0], residuals[k, 1] = pose_error(targets[k], pose, 1.0, piece)
        fill_columns(chain, axes, pose, part)
        weigh(targets[k], pose, 1.0, units, part)
        for i in range(6):
            weight = weights[k, 0] if i < 3 else weights[k, 1]
            piece[i] *= weight
            for j in range(q.size):
                columns[j, 6 * k + i] = weight * part[j, i]
    return columns, error, residuals


@compiled
def within(residuals: Array, tolerances: Array) -> bool:
    """Whether all tips have reached their targets."""
    for k in range(residuals.shape[0]):
        if not (residuals[k, 0] <= tolerances[0] and residuals[k, 1] <= tolerances[1]):
            return False
    return True


@compiled
def fill_start(limits: Array, attempt: int, q: Array) -> None:
    """The start of an attempt, the same every time; see :func:`~.starts.spread`."""
    for j in range(q.size):
        q[j] = spread(attempt, j, limits)
