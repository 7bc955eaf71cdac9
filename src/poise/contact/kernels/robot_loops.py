"""From derivatives at points to those of a robot's forces by its configuration and velocity.

Compiled by :mod:`poise.contact.kernels.compile`.
"""

from __future__ import annotations

from typing import Any

from poise.contact.kernels.sloping import NOWHERE
from poise.contact.kernels.vectors import Vector, cross, dot, minus, plus, vector


def spread_slopes(
    points: Any,
    carriers: Any,
    supports: Any,
    partials: Any,
    slopes: Any,
    forces: Any,
    total: Any,
) -> None:
    """Derivatives of forces on points, and of the generalised force, by q and v.

    ``carriers[k]`` is the row of ``supports`` and ``partials`` for point k's joint
    (:func:`joint_slopes`); ``slopes`` comes from
    :func:`~poise.contact.kernels.loops.slope_points`. ``forces`` gets shape (points, 2, 3, nv),
    ``total`` shape (2, nv, nv): what the forces do to the generalised force when they change and
    are carried along by their links.
    """
    forces[:] = 0.0
    total[:] = 0.0
    for k in range(points.size):
        if points[k].active:
            part, movers = partials[carriers[k]], supports[carriers[k]]
            for i in range(movers.size):
                if movers[i] < 0:
                    break
                spread_column(points[k], part, movers[i], movers, slopes[k], forces[k], total)


def joint_slopes(
    joints: Any, supports: Any, parents: Any, jacobian: Any, placements: Any, twists: Any, out: Any
) -> None:
    """Derivatives of joints' spatial velocities in the world's frame, by q and by v.

    Coordinate c, with row J_c of the Jacobian, moves joint i and all between like one body. The
    velocity of i relative to λ, the joint before c's, turns with it: ∂V_i/∂q_c = J_c × (V_i − V_λ).

    ``supports[k]`` lists the coordinates that move joint k of ``joints``, −1 behind the last;
    ``parents`` has λ for each coordinate; ``out`` gets shape (joints, 2, nv, 6), linear first.
    """
    for k in range(joints.size):
        own = spatial_velocity(placements[joints[k]], twists[joints[k]])
        for c in supports[k]:
            if c < 0:
                break
            base = spatial_velocity(placements[parents[c]], twists[parents[c]])
            linear, angular = minus(own[0], base[0]), minus(own[1], base[1])
            row = jacobian[c]
            shift, spin = vector(row), (row[3], row[4], row[5])
            by_q = plus(cross(spin, linear), cross(shift, angular)), cross(spin, angular)
            for i in range(3):
                out[k, 0, c, i], out[k, 0, c, 3 + i] = by_q[0][i], by_q[1][i]
                out[k, 1, c, i], out[k, 1, c, 3 + i] = shift[i], spin[i]


def spatial_velocity(placement: Any, twist: Any) -> tuple[Vector, Vector]:
    """A joint's velocity at the world's origin in world axes, linear and angular."""
    linear, angular = turned(placement, twist, 0), turned(placement, twist, 3)
    return plus(linear, cross((placement[9], placement[10], placement[11]), angular)), angular


def turned(placement: Any, a: Any, at: int) -> Vector:
    """Three entries of a, from a joint's axes to the world's; rotations are stored by columns."""
    x, y, z = a[at], a[at + 1], a[at + 2]
    return (
        placement[0] * x + placement[3] * y + placement[6] * z,
        placement[1] * x + placement[4] * y + placement[7] * z,
        placement[2] * x + placement[5] * y + placement[8] * z,
    )


def spread_column(
    p: Any, part: Any, c: int, movers: Any, slope: Any, forces: Any, total: Any
) -> None:
    """The derivatives by one coordinate and by its velocity."""
    arm = vector(p.position)
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
        if r < 0:
            break
        total[r, c] += (
            jacobian[r, 0] * force[0]
            + jacobian[r, 1] * force[1]
            + jacobian[r, 2] * force[2]
            + jacobian[r, 3] * moment[0]
            + jacobian[r, 4] * moment[1]
            + jacobian[r, 5] * moment[2]
        )
