"""Pose and Jacobian of a chain's tip."""

from __future__ import annotations

from math import cos, sin

from poise.arrays import Array
from poise.cartesian.kernels import compiled


@compiled
def tip_pose(links: Array, codes: Array, tool: Array, q: Array, axes: Array, pose: Array) -> None:
    """Pose of the tip in the base, and axis and origin of every joint.

    Args:
        links: Of the chain, (n, 14).
        codes: Of the chain, (n, 2).
        tool: Of the chain, (12,).
        q: Joint positions, one per degree of freedom.
        axes: Filled with axis and origin of each joint, base axes, (n, 6).
        pose: Filled with the tip's pose, (12,).
    """
    r00, r01, r02 = 1.0, 0.0, 0.0
    r10, r11, r12 = 0.0, 1.0, 0.0
    r20, r21, r22 = 0.0, 0.0, 1.0
    x, y, z = 0.0, 0.0, 0.0
    for k in range(links.shape[0] + 1):
        a = links[k] if k < links.shape[0] else tool
        x += r00 * a[9] + r01 * a[10] + r02 * a[11]
        y += r10 * a[9] + r11 * a[10] + r12 * a[11]
        z += r20 * a[9] + r21 * a[10] + r22 * a[11]
        u0 = r00 * a[0] + r01 * a[3] + r02 * a[6]
        u1 = r10 * a[0] + r11 * a[3] + r12 * a[6]
        u2 = r20 * a[0] + r21 * a[3] + r22 * a[6]
        v0 = r00 * a[1] + r01 * a[4] + r02 * a[7]
        v1 = r10 * a[1] + r11 * a[4] + r12 * a[7]
        v2 = r20 * a[1] + r21 * a[4] + r22 * a[7]
        w0 = r00 * a[2] + r01 * a[5] + r02 * a[8]
        w1 = r10 * a[2] + r11 * a[5] + r12 * a[8]
        w2 = r20 * a[2] + r21 * a[5] + r22 * a[8]
        r02, r12, r22 = w0, w1, w2
        if k == links.shape[0]:
            r00, r10, r20, r01, r11, r21 = u0, u1, u2, v0, v1, v2
            break
        axes[k, 0], axes[k, 1], axes[k, 2] = w0, w1, w2
        axes[k, 3], axes[k, 4], axes[k, 5] = x, y, z
        motion = a[12] * q[codes[k, 1]] + a[13]
        if codes[k, 0] == 1:
            x, y, z = x + motion * w0, y + motion * w1, z + motion * w2
            r00, r10, r20, r01, r11, r21 = u0, u1, u2, v0, v1, v2
        else:
            c, s = cos(motion), sin(motion)
            r00, r10, r20 = c * u0 + s * v0, c * u1 + s * v1, c * u2 + s * v2
            r01, r11, r21 = c * v0 - s * u0, c * v1 - s * u1, c * v2 - s * u2
    pose[0], pose[1], pose[2] = r00, r01, r02
    pose[3], pose[4], pose[5] = r10, r11, r12
    pose[6], pose[7], pose[8] = r20, r21, r22
    pose[9], pose[10], pose[11] = x, y, z


@compiled
def jacobian(links: Array, codes: Array, axes: Array, pose: Array, columns: Array) -> None:
    """Jacobian of the tip, linear part first, at its origin in base axes.

    Args:
        links: Of the chain, (n, 14).
        codes: Of the chain, (n, 2).
        axes: From :func:`tip_pose`, (n, 6).
        pose: From :func:`tip_pose`, (12,).
        columns: Filled with the Jacobian, one row per degree of freedom, (nd, 6): its transpose.
    """
    columns[:] = 0.0
    for k in range(links.shape[0]):
        column, scale = columns[codes[k, 1]], links[k, 12]
        u, v, w = axes[k, 0], axes[k, 1], axes[k, 2]
        if codes[k, 0] == 1:
            column[0] += scale * u
            column[1] += scale * v
            column[2] += scale * w
        else:
            x, y, z = pose[9] - axes[k, 3], pose[10] - axes[k, 4], pose[11] - axes[k, 5]
            column[0] += scale * (v * z - w * y)
            column[1] += scale * (w * x - u * z)
            column[2] += scale * (u * y - v * x)
            column[3] += scale * u
            column[4] += scale * v
            column[5] += scale * w


@compiled
def tip_poses(
    links: Array, codes: Array, tool: Array, q: Array, poses: Array, first: int, last: int
) -> None:
    """Poses of the tip at many joint positions: rows first to last − 1 of q (m, nd)."""
    axes = links[:, :6].copy()
    for row in range(first, last):
        tip_pose(links, codes, tool, q[row], axes, poses[row])
