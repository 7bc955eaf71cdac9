"""Joint velocities for a twist: damped where the chain is nearly singular, and within bounds."""

from __future__ import annotations

from math import isfinite, nan, sqrt

import numpy as np

from poise.arrays import Array
from poise.cartesian.kernels import compiled
from poise.cartesian.kernels.box import minimise_in_box
from poise.cartesian.kernels.kinematics import fill_columns, tip_pose
from poise.cartesian.kernels.linear import solve_positive

# Squares of singular values below this have no direction in joint space.
_NOTHING = 1e-18


@compiled
def joint_rates(
    columns: Array,
    twist: Array,
    lower: Array,
    upper: Array,
    preferred: Array,
    settings: Array,
    rates: Array,
) -> tuple[float, int]:
    """The joint velocities that follow a twist best.

    With J = U Σ Vᵀ they minimise

        ½ ‖J q̇ − ẋ‖² + ½ Σ λᵢ² (vᵢᵀ q̇)² + ½ w ‖N (q̇ − q̇₀)‖²,   lower ≤ q̇ ≤ upper,

    where λᵢ² = λ² (1 − (σᵢ/ε)²) damps singular values below ε and no others, and N projects onto
    what moves nothing. Without active bounds that is V f(Σ) Uᵀ ẋ + N q̇₀ with
    f(σᵢ) = σᵢ / (σᵢ² + λᵢ²): exact where no singular value is below ε.

    Args:
        columns: Transpose of the Jacobian, rows weighted as the twist is, (n, m).
        twist: ẋ, (m,).
        lower: (n,), at most ``upper``.
        upper: (n,).
        preferred: q̇₀, (n,).
        settings: λ, ε and w.
        rates: Filled with q̇, (n,).

    Returns:
        The largest λᵢ, and how many steps the bounds took, 0 where none is active.
    """
    n, m = columns.shape
    square = columns.T @ columns
    regular = n >= m and _all_larger(square, settings[1])
    if regular and not preferred.any():
        # By far the most frequent case: no more than one factorisation.
        factor, right = square.copy(), twist.copy()
        solve_positive(factor, right, m)
        rates[:] = columns @ right
        if _inside(rates, lower, upper):
            return 0.0, 0
    inverse, span, damped = np.zeros((m, m)), np.zeros((n, n)), np.zeros((n, n))
    damping = 0.0
    if regular:
        _invert(square, inverse)
        span[:] = columns @ inverse @ columns.T
    else:
        damping = _damp(columns, square, settings, inverse, span, damped)
    free = -span
    for j in range(n):
        free[j, j] += 1.0
    drift = free @ preferred
    rates[:] = columns @ (inverse @ twist) + drift
    if _inside(rates, lower, upper):
        return sqrt(damping), 0
    hessian = columns @ columns.T + damped + settings[2] * free
    for j in range(n):
        hessian[j, j] += 1e-3 * settings[2]  # strictly convex also where nothing else counts
    steps = minimise_in_box(hessian, columns @ twist + settings[2] * drift, lower, upper, rates)
    return sqrt(damping), abs(steps)


@compiled
def _inside(rates: Array, lower: Array, upper: Array) -> bool:
    inside = True
    for j in range(rates.size):
        inside = inside and lower[j] <= rates[j] <= upper[j]
    return inside


@compiled
def _damp(
    columns: Array, square: Array, settings: Array, inverse: Array, span: Array, damped: Array
) -> float:
    """Fill in what depends on single singular values; gives the largest λᵢ².

    Args:
        columns: Jᵀ, (n, m).
        square: J Jᵀ, (m, m).
        settings: λ, ε and w.
        inverse: Zero, becomes Σ uᵢ uᵢᵀ / (σᵢ² + λᵢ²), (m, m).
        span: Zero, becomes Σ vᵢ vᵢᵀ, (n, n).
        damped: Zero, becomes Σ λᵢ² vᵢ vᵢᵀ, (n, n).
    """
    values, vectors = np.linalg.eigh(square)
    width, damping = settings[1] * settings[1], 0.0
    for i in range(values.size):
        value, lam = max(values[i], 0.0), 0.0
        if value < width:
            lam = settings[0] * settings[0] * (1.0 - value / width)
            damping = max(damping, lam)
        direction = np.ascontiguousarray(vectors[:, i])
        if value > _NOTHING:
            inverse += np.outer(direction, direction) / (value + lam)
            moved = columns @ direction
            span += np.outer(moved, moved) / value
            damped += np.outer(moved, moved) * (lam / value)
    return damping


@compiled
def _all_larger(square: Array, width: float) -> bool:
    """Whether all singular values are larger than a width: J Jᵀ − ε² I has a Cholesky factor."""
    m = square.shape[0]
    factor = np.empty((m, m))
    for j in range(m):
        pivot = square[j, j] - width * width
        for k in range(j):
            pivot -= factor[j, k] * factor[j, k]
        if not pivot > 0.0:
            return False
        factor[j, j] = sqrt(pivot)
        for i in range(j + 1, m):
            total = square[i, j]
            for k in range(j):
                total -= factor[i, k] * factor[j, k]
            factor[i, j] = total / factor[j, j]
    return True


@compiled
def _invert(square: Array, inverse: Array) -> None:
    m = square.shape[0]
    matrix, unit = np.empty((m, m)), np.empty(m)
    for j in range(m):
        matrix[:] = square
        unit[:] = 0.0
        unit[j] = 1.0
        solve_positive(matrix, unit, m)
        inverse[:, j] = unit


@compiled
def follow_twist(
    chain: Array,
    q: Array,
    twist: Array,
    in_tip: bool,
    limits: Array,
    preferred: Array,
    scale: Array,
    settings: Array,
    rates: Array,
    given: Array,
    sides: Array,
) -> tuple[float, bool]:
    """The joint velocities with which a chain's tip follows a twist best, within its limits.

    Args:
        chain: (k + 1, 16).
        q: (n,).
        twist: At the tip's origin, (6,).
        in_tip: Whether it is in the tip's axes, not the base's.
        limits: Lower and upper positions, largest speeds, (3, n).
        preferred: Joint velocities wanted as far as the twist leaves them free, (n,).
        scale: One over the root of each joint's weight, (n,).
        settings: λ, ε, w, the weight of a radian, and the time the velocities are held for.
        rates: Filled with the joint velocities, (n,).
        given: Filled with the twist that they give, in the axes asked for, (6,).
        sides: Filled with −1 for joints that a lower limit holds, 1 for an upper one, else 0, (n,).

    Returns:
        The largest λᵢ, NaN where q or twist are not finite; and whether a limit holds a joint.
    """
    if not (_finite(q) and _finite(twist)):
        return nan, False
    n, held = q.size, False
    columns = np.empty((n, 6))
    _tip_columns(chain, q, in_tip, columns)
    scaled, asked = np.empty((n, 6)), np.empty(6)
    lower, upper, wanted = np.empty(n), np.empty(n), np.empty(n)
    for k in range(6):
        weight = 1.0 if k < 3 else settings[3]
        asked[k] = weight * twist[k]
        for j in range(n):
            scaled[j, k] = weight * scale[j] * columns[j, k]
    for j in range(n):
        lower[j] = _fastest(limits[0, j] - q[j], limits[2, j], settings[4]) / scale[j]
        upper[j] = _fastest(limits[1, j] - q[j], limits[2, j], settings[4]) / scale[j]
        wanted[j] = preferred[j] / scale[j]
    damping, steps = joint_rates(scaled, asked, lower, upper, wanted, settings, rates)
    given[:], sides[:] = 0.0, 0.0
    for j in range(n):
        if steps > 0:
            sides[j] = _side(rates[j], lower[j], upper[j], q[j], limits[:, j])
            held = held or sides[j] != 0.0
        rates[j] *= scale[j]
        for k in range(6):
            given[k] += columns[j, k] * rates[j]
    return damping, held


@compiled
def _finite(values: Array) -> bool:
    finite = True
    for value in values:
        finite = finite and isfinite(value)
    return finite


@compiled
def _fastest(way: float, speed: float, dt: float) -> float:
    """How fast a joint may move towards a limit: it stays within it, and below the top speed."""
    return min(max(way / dt, -speed), speed)


@compiled
def _side(rate: float, lower: float, upper: float, q: float, limits: Array) -> float:
    """Which limit holds a joint; one beyond a limit comes back at full speed because of that."""
    if rate <= lower and q <= limits[1]:
        return -1.0
    return 1.0 if rate >= upper and q >= limits[0] else 0.0


@compiled
def _tip_columns(chain: Array, q: Array, in_tip: bool, columns: Array) -> None:
    """The transposed Jacobian at the tip's origin, in axes of the base or of the tip, (n, 6)."""
    axes, pose = np.empty((chain.shape[0] - 1, 6)), np.empty(12)
    tip_pose(chain, q, axes, pose)
    fill_columns(chain, axes, pose, columns)
    if in_tip:
        rotation = pose[:9].copy().reshape(3, 3)
        columns[:, :3] = np.ascontiguousarray(columns[:, :3]) @ rotation
        columns[:, 3:] = np.ascontiguousarray(columns[:, 3:]) @ rotation
