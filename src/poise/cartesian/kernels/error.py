"""How far a pose is from a target, whole or in parts.

A target is 28 numbers: its pose (12); the projector onto the position's directions that matter
(9, row by row, base axes); then what matters of the orientation: 0 nothing, 1 all, 2 the direction
of one axis of the tip (then that axis in the tip (3) and in the base (3)).
"""

from __future__ import annotations

from math import atan2, cos, sin, sqrt

import numpy as np

from poise.arrays import Array
from poise.cartesian.kernels import compiled


@compiled
def rotation_vector(a: Array, b: Array, out: Array) -> None:
    """The turn from the rotation of pose b to that of pose a, log(Rₐ R_bᵀ), base axes, (3,)."""
    m00 = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    m11 = a[3] * b[3] + a[4] * b[4] + a[5] * b[5]
    m22 = a[6] * b[6] + a[7] * b[7] + a[8] * b[8]
    m21 = a[6] * b[3] + a[7] * b[4] + a[8] * b[5]
    m12 = a[3] * b[6] + a[4] * b[7] + a[5] * b[8]
    m02 = a[0] * b[6] + a[1] * b[7] + a[2] * b[8]
    m20 = a[6] * b[0] + a[7] * b[1] + a[8] * b[2]
    m10 = a[3] * b[0] + a[4] * b[1] + a[5] * b[2]
    m01 = a[0] * b[3] + a[1] * b[4] + a[2] * b[5]
    x, y, z = 0.5 * (m21 - m12), 0.5 * (m02 - m20), 0.5 * (m10 - m01)
    sine, cosine = sqrt(x * x + y * y + z * z), 0.5 * (m00 + m11 + m22 - 1.0)
    angle = atan2(sine, cosine)
    if cosine < 0.0:
        # Towards half a turn the axis comes from the symmetric part, (1 − cos) n nᵀ + cos I.
        x, y, z = _unit_axis(m00, m11, m22, m01 + m10, m02 + m20, m12 + m21, cosine, x, y, z)
        factor = angle
    elif sine > 1e-4:
        factor = angle / sine
    else:
        factor = 1.0 + sine * sine / 6.0
    out[0], out[1], out[2] = factor * x, factor * y, factor * z


@compiled
def _unit_axis(
    m00: float,
    m11: float,
    m22: float,
    s01: float,
    s02: float,
    s12: float,
    cosine: float,
    x: float,
    y: float,
    z: float,
) -> tuple[float, float, float]:
    """The axis of a turn by more than π/2: the largest column of (1 − cos) n nᵀ, made unit.

    Its sign is that of (x, y, z); where that says nothing, its first coordinate is positive.
    """
    if m00 >= m11 and m00 >= m22:
        u, v, w = m00 - cosine, 0.5 * s01, 0.5 * s02
    elif m11 >= m22:
        u, v, w = 0.5 * s01, m11 - cosine, 0.5 * s12
    else:
        u, v, w = 0.5 * s02, 0.5 * s12, m22 - cosine
    length = sqrt(u * u + v * v + w * w)
    along = u * x + v * y + w * z
    if along == 0.0:
        along = u if u != 0.0 else (v if v != 0.0 else w)
    if along < 0.0:
        length = -length
    return u / length, v / length, w / length


@compiled
def vector_of_rotation(pose: Array, vector: Array) -> None:
    """Write the scaled axis-angle of a pose, its length in [0, π], behind a position: (6,)."""
    identity = np.zeros(12)
    identity[0], identity[4], identity[8] = 1.0, 1.0, 1.0
    rotation_vector(pose, identity, vector[3:])


@compiled
def set_pose(homogeneous: Array, pose: Array) -> None:
    """Write a homogeneous matrix, (4, 4), into a pose."""
    for i in range(3):
        for j in range(3):
            pose[3 * i + j] = homogeneous[i, j]
        pose[9 + i] = homogeneous[i, 3]


@compiled
def rotation_of_vector(vector: Array, pose: Array) -> None:
    """Write the rotation exp(r) of a scaled axis-angle r, the last three of (6,), into a pose."""
    x, y, z = vector[3], vector[4], vector[5]
    squared = x * x + y * y + z * z
    if squared > 1e-8:
        angle = sqrt(squared)
        a, b = sin(angle) / angle, (1.0 - cos(angle)) / squared
    else:
        a, b = 1.0 - squared / 6.0, 0.5 - squared / 24.0
    c = 1.0 - b * squared
    pose[0], pose[1], pose[2] = c + b * x * x, b * x * y - a * z, b * x * z + a * y
    pose[3], pose[4], pose[5] = b * x * y + a * z, c + b * y * y, b * y * z - a * x
    pose[6], pose[7], pose[8] = b * x * z - a * y, b * y * z + a * x, c + b * z * z


@compiled
def pose_error(target: Array, pose: Array, weight: float, error: Array) -> tuple[float, float]:
    """Target minus pose, in the parts that matter.

    Args:
        target: (28,).
        pose: (12,).
        weight: Of a radian, in metres [m/rad].
        error: Filled with [position; weight × rotation], base axes, (6,).

    Returns:
        Lengths of both parts [m, rad].
    """
    x, y, z = target[9] - pose[9], target[10] - pose[10], target[11] - pose[11]
    if whole_position(target):
        error[0], error[1], error[2] = x, y, z
    else:
        for k in range(3):
            error[k] = target[12 + 3 * k] * x + target[13 + 3 * k] * y + target[14 + 3 * k] * z
    mode = target[21]
    if mode == 1.0:
        rotation_vector(target, pose, error[3:])
    elif mode == 2.0:
        _axis_error(target, pose, error[3:])
    else:
        error[3:] = 0.0
    far = sqrt(error[0] ** 2 + error[1] ** 2 + error[2] ** 2)
    turned = sqrt(error[3] ** 2 + error[4] ** 2 + error[5] ** 2)
    for k in range(3, 6):
        error[k] *= weight
    return far, turned


@compiled
def whole_position(target: Array) -> bool:
    """Whether all directions of the position matter."""
    return bool(target[12] + target[16] + target[20] > 2.999999)  # the projector's trace


@compiled
def tip_axis(target: Array, pose: Array) -> tuple[float, float, float]:
    """The axis of the tip that matters, base axes."""
    x, y, z = target[22], target[23], target[24]
    return (
        pose[0] * x + pose[1] * y + pose[2] * z,
        pose[3] * x + pose[4] * y + pose[5] * z,
        pose[6] * x + pose[7] * y + pose[8] * z,
    )


@compiled
def _axis_error(target: Array, pose: Array, out: Array) -> None:
    """The smallest turn that brings the tip's axis onto the one wanted, base axes, (3,)."""
    a0, a1, a2 = tip_axis(target, pose)
    b0, b1, b2 = target[25], target[26], target[27]
    x, y, z = a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0
    sine, cosine = sqrt(x * x + y * y + z * z), a0 * b0 + a1 * b1 + a2 * b2
    factor = 1.0
    if sine > 1e-9:
        factor = atan2(sine, cosine) / sine
    elif cosine < 0.0:  # opposite: any axis across will do
        x, y, z = (0.0, a2, -a1) if abs(a0) < 0.6 else (-a2, 0.0, a0)
        factor = 3.141592653589793 / sqrt(x * x + y * y + z * z)
    out[0], out[1], out[2] = factor * x, factor * y, factor * z
