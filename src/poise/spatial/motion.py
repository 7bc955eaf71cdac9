"""Twists, wrenches and accelerations seen from other frames and points.

6-vectors are linear first: twist [v; ω], wrench [f; m]. The linear part of a twist is the
velocity of the body's point at the frame's origin; the moment is about that origin. These
are the library's only adjoints. Twist and wrench transport keep the power f·v + m·ω.

The functions run inside control ticks: they take numpy arrays and trust their shapes.
"""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from poise.arrays import Array


def twist_adjoint(T_a_b: pin.SE3) -> Array:
    """The matrix X with twist_a = X twist_b, for one body seen from two frames fixed in it.

    Args:
        T_a_b: Pose of frame b in frame a.

    Returns:
        [[R, p× R], [0, R]], shape (6, 6).
    """
    matrix: Array = T_a_b.toActionMatrix()
    return matrix


def wrench_adjoint(T_a_b: pin.SE3) -> Array:
    """The matrix X with wrench_a = X wrench_b: the inverse transpose of the twist's.

    Args:
        T_a_b: Pose of frame b in frame a.

    Returns:
        [[R, 0], [p× R, R]], shape (6, 6).
    """
    matrix: Array = T_a_b.toDualActionMatrix()
    return matrix


def transform_twist(T_a_b: pin.SE3, twist_b: Array) -> Array:
    """The twist of a body in axes and at the origin of frame a, given those of frame b.

    Both frames are fixed in the body (or both taken at the same instant). Spatial
    accelerations transform in the same way; classical ones do not.

    Args:
        T_a_b: Pose of frame b in frame a.
        twist_b: [v; ω] in axes and at the origin of b, shape (6,), [m/s, rad/s].

    Returns:
        [v; ω] in axes and at the origin of a, shape (6,).
    """
    return twist_adjoint(T_a_b) @ twist_b


def transform_wrench(T_a_b: pin.SE3, wrench_b: Array) -> Array:
    """The wrench in axes and about the origin of frame a, given those of frame b.

    Args:
        T_a_b: Pose of frame b in frame a.
        wrench_b: [f; m] in axes and about the origin of b, shape (6,), [N, N m].

    Returns:
        [f; m] in axes and about the origin of a, shape (6,).
    """
    return wrench_adjoint(T_a_b) @ wrench_b


def change_axes(R_a_b: Array, vector_b: Array) -> Array:
    """A twist, wrench, acceleration or Jacobian in the axes of a, at the same point.

    Args:
        R_a_b: Axes of b seen from a, shape (3, 3).
        vector_b: [linear; angular] in axes b, shape (6,), or columns of them, (6, n).

    Returns:
        [linear; angular] in axes a, shaped as ``vector_b``.
    """
    # The two blocks of three rows are the linear and the angular part.
    turned: Array = (R_a_b @ vector_b.reshape(2, 3, -1)).reshape(vector_b.shape)
    return turned


def shift_twist(twist: Array, displacement: Array) -> Array:
    """The twist of the same body at another of its points: v + ω × r.

    Args:
        twist: [v; ω], shape (6,), [m/s, rad/s].
        displacement: r, from the old to the new point, in the same axes, shape (3,), [m].

    Returns:
        [v; ω] at the new point, same axes, shape (6,).
    """
    shifted = twist.copy()
    shifted[:3] += cross(twist[3:], displacement)
    return shifted


def shift_wrench(wrench: Array, displacement: Array) -> Array:
    """The same wrench about another point: m − r × f.

    Args:
        wrench: [f; m], shape (6,), [N, N m].
        displacement: r, from the old to the new point, in the same axes, shape (3,), [m].

    Returns:
        [f; m] about the new point, same axes, shape (6,).
    """
    shifted = wrench.copy()
    shifted[3:] -= cross(displacement, wrench[:3])
    return shifted


def shift_classical_acceleration(acceleration: Array, twist: Array, displacement: Array) -> Array:
    """The classical acceleration at another point: a + α × r + ω × (ω × r).

    Args:
        acceleration: Classical [a; α], shape (6,), [m/s², rad/s²].
        twist: [v; ω] in the same axes, shape (6,), [m/s, rad/s]; only ω matters.
        displacement: r, from the old to the new point, in the same axes, shape (3,), [m].

    Returns:
        Classical [a; α] at the new point, same axes, shape (6,).
    """
    omega = twist[3:]
    shifted = acceleration.copy()
    shifted[:3] += cross(acceleration[3:], displacement)
    shifted[:3] += cross(omega, cross(omega, displacement))
    return shifted


def classical_acceleration(spatial: Array, twist: Array) -> Array:
    """Classical from spatial acceleration: a + ω × v.

    The classical one is what an accelerometer at the point sees (less gravity): the second
    derivative of its position. The spatial one is the derivative of the twist's coordinates.
    Source: Featherstone, Rigid Body Dynamics Algorithms, 2008, section 2.11.

    Args:
        spatial: Spatial [a; α], shape (6,), [m/s², rad/s²].
        twist: [v; ω] in the same axes at the same point, shape (6,), [m/s, rad/s].

    Returns:
        Classical [a; α], same axes and point, shape (6,).
    """
    classical = spatial.copy()
    classical[:3] += cross(twist[3:], twist[:3])
    return classical


def spatial_acceleration(classical: Array, twist: Array) -> Array:
    """Spatial from classical acceleration: a − ω × v; undoes :func:`classical_acceleration`.

    Args:
        classical: Classical [a; α], shape (6,), [m/s², rad/s²].
        twist: [v; ω] in the same axes at the same point, shape (6,), [m/s, rad/s].

    Returns:
        Spatial [a; α], same axes and point, shape (6,).
    """
    spatial = classical.copy()
    spatial[:3] -= cross(twist[3:], twist[:3])
    return spatial


def cross(left: Array, right: Array) -> Array:
    """Cross product of two vectors, each (3,)."""
    # numpy.cross costs ten times as much on three numbers.
    a, b, c = left.tolist()
    x, y, z = right.tolist()
    return np.array((b * z - c * y, c * x - a * z, a * y - b * x))
