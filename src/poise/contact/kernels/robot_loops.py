"""From derivatives at points to those of a robot's forces by its configuration and velocity."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from poise.contact.kernels.vectors import Vector, cross, dot, minus, plus, vector


def spread_slopes(version: str) -> Callable[..., None]:
    """Derivatives of forces on points, and of the generalised force, by q and v.

    ``carriers[k]`` is the row of ``partials`` for point k's joint: the derivatives of that joint's
    velocity at its origin in world axes by q and by v, shape (2, 6, nv); the latter is its
    Jacobian. ``forces`` gets shape (points, 2, 3, nv), ``total`` shape (nv, 2, nv): what a
    change of the forces, turned back with their links, does to the generalised force.
    """

    def spread(
        points: Any,
        placements: Any,
        carriers: Any,
        partials: Any,
        slopes: Any,
        forces: Any,
        total: Any,
    ) -> None:
        _ = version
        nv = total.shape[0]
        total[:] = 0.0
        moves = np.zeros((nv, 6))
        for k in range(points.size):
            forces[k] = 0.0
            p, part = points[k], partials[carriers[k]]
            turn = placements[p.joint]
            arm = minus(vector(p.position), (turn[9], turn[10], turn[11]))
            about = cross(minus(vector(p.contact), vector(p.position)), vector(p.force))
            for c in range(nv):
                spin = (part[1, 3, c], part[1, 4, c], part[1, 5, c])
                shift = plus((part[1, 0, c], part[1, 1, c], part[1, 2, c]), cross(spin, arm))
                for i in range(3):
                    moves[c, i], moves[c, 3 + i] = shift[i], spin[i]
            for c in range(nv):
                if not moves[c].any():
                    continue
                shift, spin = vector(moves[c]), (moves[c, 3], moves[c, 4], moves[c, 5])
                d_spin = (part[0, 3, c], part[0, 4, c], part[0, 5, c])
                d_speed = plus((part[0, 0, c], part[0, 1, c], part[0, 2, c]), cross(d_spin, arm))
                d_speed = plus(d_speed, cross(vector(p.angular), cross(spin, arm)))
                force, moment = applied(slopes[k], shift, d_speed, d_spin)
                for i in range(3):
                    forces[k, 0, i, c] = force[i]
                force = plus(force, cross(vector(p.force), spin))
                add(total, moves, 0, c, force, plus(moment, cross(about, spin)))
                force, moment = applied(slopes[k], (0.0, 0.0, 0.0), shift, spin)
                for i in range(3):
                    forces[k, 1, i, c] = force[i]
                add(total, moves, 1, c, force, moment)

    return spread


def applied(slope: Any, dp: Vector, dv: Vector, dw: Vector) -> tuple[Vector, Vector]:
    """The change of a point's wrench along changes of position, velocity, angular velocity."""
    force, moment = row_products(slope, 0, dp, dv, dw), row_products(slope, 3, dp, dv, dw)
    return force, moment


def row_products(slope: Any, at: int, dp: Vector, dv: Vector, dw: Vector) -> Vector:
    """Three rows of the derivatives times the changes."""
    return (
        row_product(slope[at], dp, dv, dw),
        row_product(slope[at + 1], dp, dv, dw),
        row_product(slope[at + 2], dp, dv, dw),
    )


def row_product(row: Any, dp: Vector, dv: Vector, dw: Vector) -> float:
    """One row of the derivatives times the changes."""
    by_p, by_v, by_w = vector(row), (row[3], row[4], row[5]), (row[6], row[7], row[8])
    return dot(by_p, dp) + dot(by_v, dv) + dot(by_w, dw)


def add(total: Any, moves: Any, kind: int, c: int, force: Vector, moment: Vector) -> None:
    """Add what a change of a point's wrench does to the generalised force."""
    for r in range(moves.shape[0]):
        spin = (moves[r, 3], moves[r, 4], moves[r, 5])
        total[r, kind, c] += dot(vector(moves[r]), force) + dot(spin, moment)
