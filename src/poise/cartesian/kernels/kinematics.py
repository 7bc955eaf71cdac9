"""Pose and Jacobian of a chain's tip."""

from __future__ import annotations

from math import cos, isfinite, nan, sin

import numpy as np

from poise.arrays import Array
from poise.cartesian.kernels import compiled
from poise.cartesian.kernels.error import vector_of_rotation


@compiled
def tip_pose(chain: Array, q: Array, axes: Array, pose: Array) -> None:
    """Pose of the tip in the base, and axis and origin of every joint.

    Args:
        chain: (k + 1, 16).
        q: Joint positions, one per degree of freedom.
        axes: Filled with axis and origin of each joint, base axes, (k, 6).
        pose: Filled with the tip's pose, (12,).
    """
    r00, r01, r02 = 1.0, 0.0, 0.0
    r10, r11, r12 = 0.0, 1.0, 0.0
    r20, r21, r22 = 0.0, 0.0, 1.0
    x, y, z = 0.0, 0.0, 0.0
    last = chain.shape[0] - 1
    for k in range(last + 1):
        a = chain[k]
        x += r00 * a[9] + r01 * a[10] + r02 * a[11]
        y += r10 * a[9] + r11 * a[10] + r12 * a[11]
        z += r20 * a[9] + r21 * a[10] + r22 * a[11]
        u0 = r00 * a[0] + r01 * a[3] + r02 * a[6]
        u1 = r10 * a[0] + r11 * a[3] + r12 * a[6]
        u2 = r20 * a[0] + r21 * a[3] + r22 * a[6]
        v0 = r00 * a[1] + r01 * a[4] + r02 * a[7]
        v1 = r10 * a[1] + r11 * a[4] + r12 * a[7]
        v2 = r20 * a[1] + r21 * a[4] + r22 * a[7]
        r02, r12, r22 = (
            r00 * a[2] + r01 * a[5] + r02 * a[8],
            r10 * a[2] + r11 * a[5] + r12 * a[8],
            r20 * a[2] + r21 * a[5] + r22 * a[8],
        )
        r00, r10, r20, r01, r11, r21 = u0, u1, u2, v0, v1, v2
        if k == last:
            break
        axes[k, 0], axes[k, 1], axes[k, 2] = r02, r12, r22
        axes[k, 3], axes[k, 4], axes[k, 5] = x, y, z
        motion = a[12] * q[int(a[15])] + a[13]
        if a[14] == 1.0:
            x, y, z = x + motion * r02, y + motion * r12, z + motion * r22
        else:
            c, s = cos(motion), sin(motion)
            r00, r10, r20 = c * u0 + s * v0, c * u1 + s * v1, c * u2 + s * v2
            r01, r11, r21 = c * v0 - s * u0, c * v1 - s * u1, c * v2 - s * u2
    pose[0], pose[1], pose[2] = r00, r01, r02
    pose[3], pose[4], pose[5] = r10, r11, r12
    pose[6], pose[7], pose[8] = r20, r21, r22
    pose[9], pose[10], pose[11] = x, y, z


@compiled
def fill_columns(chain: Array, axes: Array, pose: Array, columns: Array) -> None:
    """Jacobian of the tip, linear part first, at its origin in base axes.

    Args:
        chain: (k + 1, 16).
        axes: From :func:`tip_pose`, (k, 6).
        pose: From :func:`tip_pose`, (12,).
        columns: Filled with the transposed Jacobian, one row per degree of freedom, (n, 6).
    """
    columns[:] = 0.0
    for k in range(chain.shape[0] - 1):
        j, scale = int(chain[k, 15]), chain[k, 12]
        u, v, w = scale * axes[k, 0], scale * axes[k, 1], scale * axes[k, 2]
        if chain[k, 14] == 1.0:
            columns[j, 0] += u
            columns[j, 1] += v
            columns[j, 2] += w
        else:
            x, y, z = pose[9] - axes[k, 3], pose[10] - axes[k, 4], pose[11] - axes[k, 5]
            columns[j, 0] += v * z - w * y
            columns[j, 1] += w * x - u * z
            columns[j, 2] += u * y - v * x
            columns[j, 3] += u
            columns[j, 4] += v
            columns[j, 5] += w


@compiled
def pose_into(chain: Array, q: Array, pose: Array) -> None:
    """Pose of the tip: fills (12,)."""
    tip_pose(chain, q, np.empty((chain.shape[0] - 1, 6)), pose)


@compiled
def jacobian_into(chain: Array, q: Array, columns: Array) -> None:
    """Jacobian of the tip at its origin in base axes: fills its transpose, (n, 6).

    All of it is NaN where q is not finite.
    """
    axes, pose = np.empty((chain.shape[0] - 1, 6)), np.empty(12)
    tip_pose(chain, q, axes, pose)
    fill_columns(chain, axes, pose, columns)
    if not isfinite(pose[9]):  # NaN in any joint spreads there
        columns[:] = nan


@compiled
def vector_into(chain: Array, q: Array, vector: Array) -> None:
    """Pose of the tip as [position; scaled axis-angle]: fills (6,)."""
    axes, pose = np.empty((chain.shape[0] - 1, 6)), np.empty(12)
    tip_pose(chain, q, axes, pose)
    vector[0], vector[1], vector[2] = pose[9], pose[10], pose[11]
    vector_of_rotation(pose, vector)


@compiled
def vectors_into(chain: Array, q: Array, vectors: Array, first: int, last: int) -> None:
    """The same for rows first to last − 1 of q (m, n)."""
    for row in range(first, last):
        vector_into(chain, q[row], vectors[row])
