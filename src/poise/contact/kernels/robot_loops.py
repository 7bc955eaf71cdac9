"""From derivatives at points to those of a robot's forces by its configuration and velocity.

Made and compiled like :mod:`poise.contact.kernels.loops`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from poise.contact.kernels.sloping import NOWHERE
from poise.contact.kernels.vectors import Vector, cross, dot, minus, plus, vector


def spread_slopes(version: str) -> Callable[..., None]:
    """Derivatives of forces on points, and of the generalised force, by q and v.

    ``carriers[k]`` is the row of ``partials`` for point k's joint: the derivatives of that joint's
    spatial velocity in the world's frame by q and by v, shape (2, nv, 6); the latter is its
    Jacobian, transposed. ``slopes`` comes from :func:`~poise.contact.kernels.loops.slope_points`.
    ``forces`` gets shape (points, 2, 3, nv), ``total`` shape (2, nv, nv): what the forces do to the
    generalised force when they change and are carried along by their links.
    """

    def spread(
        points: Any, carriers: Any, partials: Any, slopes: Any, forces: Any, total: Any
    ) -> None:
        _ = version
        forces[:] = 0.0
        total[:] = 0.0
        movers = np.empty(total.shape[1], np.int64)
        for k in range(points.size):
            if not points[k].active:
                continue
            part = partials[carriers[k]]
            count = moving(part[1], movers)
            for i in range(count):
                spread_column(points[k], part, i, movers[:count], slopes[k], forces[k], total)

    return spread


def moving(jacobian: Any, movers: Any) -> int:
    """Collect the coordinates that move a joint; returns how many."""
    count = 0
    for c in range(jacobian.shape[0]):
        for i in range(6):
            if jacobian[c, i] != 0.0:
                movers[count] = c
                count += 1
                break
    return count


def spread_column(
    p: Any, part: Any, i: int, movers: Any, slope: Any, forces: Any, total: Any
) -> None:
    """The derivatives by one coordinate and by its velocity."""
    c, arm = movers[i], vector(p.position)
    shift, spin = point_motion(part[1], c, arm)
    d_speed, d_spin = point_motion(part[0], c, arm)
    d_speed = plus(d_speed, cross(vector(p.angular), shift))
    force, moment = applied(slope, shift, d_speed, d_spin)
    for j in range(3):
        forces[0, j, c] = force[j]
    about = cross(minus(vector(p.contact), arm), vector(p.force))
    force = plus(force, cross(vector(p.force), spin))
    add(
        total[0],
        part[1],
        movers,
        c,
        force,
        plus(plus(moment, cross(about, spin)), cross(arm, force)),
    )
    force, moment = applied(slope, NOWHERE, shift, spin)
    for j in range(3):
        forces[1, j, c] = force[j]
    add(total[1], part[1], movers, c, force, plus(moment, cross(arm, force)))


def point_motion(partial: Any, c: int, arm: Vector) -> tuple[Vector, Vector]:
    """A row of a joint's spatial motion, at a point of it: linear and angular."""
    spin = (partial[c, 3], partial[c, 4], partial[c, 5])
    return plus((partial[c, 0], partial[c, 1], partial[c, 2]), cross(spin, arm)), spin


def applied(slope: Any, dp: Vector, dv: Vector, dw: Vector) -> tuple[Vector, Vector]:
    """The change of a point's wrench along changes of position, velocity, angular velocity."""
    f, m = rows_applied(slope, 0, dp, dv, dw), rows_applied(slope, 3, dp, dv, dw)
    return f, m


def rows_applied(slope: Any, at: int, dp: Vector, dv: Vector, dw: Vector) -> Vector:
    """Three rows of the derivatives times the changes."""
    a, b, c = slope[at], slope[at + 1], slope[at + 2]
    return row_applied(a, dp, dv, dw), row_applied(b, dp, dv, dw), row_applied(c, dp, dv, dw)


def row_applied(row: Any, dp: Vector, dv: Vector, dw: Vector) -> float:
    """One row of the derivatives times the changes."""
    by_v, by_w = (row[3], row[4], row[5]), (row[6], row[7], row[8])
    return dot(vector(row), dp) + dot(by_v, dv) + dot(by_w, dw)


def add(total: Any, jacobian: Any, movers: Any, c: int, force: Vector, moment: Vector) -> None:
    """Add what a change of a wrench about the world's origin does to the generalised force."""
    for r in movers:
        total[r, c] += (
            jacobian[r, 0] * force[0]
            + jacobian[r, 1] * force[1]
            + jacobian[r, 2] * force[2]
            + jacobian[r, 3] * moment[0]
            + jacobian[r, 4] * moment[1]
            + jacobian[r, 5] * moment[2]
        )
