"""What counts as a rotation matrix, and its unit quaternion, from which angles are read."""

from __future__ import annotations

from math import copysign, sqrt

from numpy.typing import ArrayLike

from poise.arrays import Array, array_of_shape
from poise.errors import DefinitionError

UNIT_TOLERANCE = 1e-5
"""How far from length 1 passes: single precision does, what was never a rotation does not."""


def rotation_matrix(name: str, value: ArrayLike) -> Array:
    """Check and copy a rotation matrix.

    Args:
        name: What the caller calls the argument; used in the message.
        value: Shape (3, 3), orthonormal and right-handed up to single precision.

    Returns:
        The matrix, shape (3, 3), read-only.

    Raises:
        ShapeError: Not a 3×3 matrix.
        DefinitionError: Not a rotation.
    """
    matrix = array_of_shape(name, value, (3, 3))
    # Plain floats: numpy calls on nine numbers cost ten times the arithmetic.
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = matrix.tolist()
    off = max(
        abs(xx * xx + yx * yx + zx * zx - 1.0),
        abs(xy * xy + yy * yy + zy * zy - 1.0),
        abs(xz * xz + yz * yz + zz * zz - 1.0),
        abs(xx * xy + yx * yy + zx * zy),
        abs(xx * xz + yx * yz + zx * zz),
        abs(xy * xz + yy * yz + zy * zz),
    )
    if off > UNIT_TOLERANCE:
        raise DefinitionError(
            f"{name} must be a rotation matrix, but its columns are off orthonormal by {off:g}."
        )
    if xx * (yy * zz - yz * zy) - xy * (yx * zz - yz * zx) + xz * (yx * zy - yy * zx) < 0.0:
        raise DefinitionError(f"{name} must be a rotation matrix, but it mirrors: det = −1.")
    return matrix


def unit_quaternion(rotation: Array) -> tuple[float, float, float, float]:
    """Unit quaternion (x, y, z, w) with w ≥ 0 of a rotation that is trusted to be one.

    At w = 0 the first non-zero entry is positive. The formula divides by the largest entry, so
    all digits hold at every angle.
    Source: Shepperd, J. Guidance and Control 1(3), 1978.

    Args:
        rotation: Rotation matrix, shape (3, 3).

    Returns:
        The four entries as plain floats: numpy calls on three numbers cost more than the
        arithmetic.
    """
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = rotation.tolist()
    trace = xx + yy + zz
    if trace >= xx and trace >= yy and trace >= zz:
        x, y, z, w = zy - yz, xz - zx, yx - xy, 1.0 + trace
    elif xx >= yy and xx >= zz:
        x, y, z, w = 1.0 + xx - yy - zz, xy + yx, xz + zx, zy - yz
    elif yy >= zz:
        x, y, z, w = xy + yx, 1.0 - xx + yy - zz, yz + zy, xz - zx
    else:
        x, y, z, w = xz + zx, yz + zy, 1.0 - xx - yy + zz, yx - xy
    length = sqrt(x * x + y * y + z * z + w * w)
    leading = w or x or y or z  # the sign is free: make w, or else the first entry, positive
    scale = copysign(1.0 / length, leading)
    return x * scale, y * scale, z * scale, abs(w * scale)
