"""Vectors of three numbers as tuples, which compiled code keeps in registers."""

from __future__ import annotations

from typing import Any

Vector = tuple[float, float, float]


def vector(array: Any) -> Vector:
    """From an array."""
    return array[0], array[1], array[2]


def store(array: Any, a: Vector) -> None:
    """Into an array."""
    array[0], array[1], array[2] = a[0], a[1], a[2]


def plus(a: Vector, b: Vector) -> Vector:
    """a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def minus(a: Vector, b: Vector) -> Vector:
    """a − b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def scaled(s: float, a: Vector) -> Vector:
    """s a."""
    return s * a[0], s * a[1], s * a[2]


def dot(a: Vector, b: Vector) -> float:
    """a · b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    """a × b."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def rejected(a: Vector, n: Vector) -> Vector:
    """The part of a across the unit vector n."""
    return minus(a, scaled(dot(a, n), n))


def bent(surface: Any, a: Vector) -> Vector:
    """The second derivatives of a gap, applied to a vector."""
    xx, xy, xz, yy, yz, zz = surface[4], surface[5], surface[6], surface[7], surface[8], surface[9]
    return (
        xx * a[0] + xy * a[1] + xz * a[2],
        xy * a[0] + yy * a[1] + yz * a[2],
        xz * a[0] + yz * a[1] + zz * a[2],
    )
