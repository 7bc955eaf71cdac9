"""Loops over contact points.

``points`` is a table of ``POINT`` rows (:mod:`poise.contact.point_table`); ``codes``, ``rows`` and
``table`` are a terrain. Compiled by :mod:`poise.contact.kernels.compile`.
"""

from __future__ import annotations

from typing import Any

from poise.contact.kernels.pressing import press_point
from poise.contact.kernels.sloping import slope_point
from poise.contact.kernels.vectors import cross, minus, store, vector


def place_points(points: Any, placements: Any, twists: Any) -> None:
    """Positions and velocities of the points from the placements and twists of the joints."""
    for k in range(points.size):
        p = points[k]
        turn, twist = placements[p.joint], twists[p.joint]
        offset, spin = vector(p.offset), (twist[3], twist[4], twist[5])
        swung = cross(spin, offset)
        for i in range(3):  # the rotation is stored by columns, the translation after it
            a, b, c = turn[i], turn[3 + i], turn[6 + i]
            p.position[i] = turn[9 + i] + a * offset[0] + b * offset[1] + c * offset[2]
            p.velocity[i] = (
                a * (twist[0] + swung[0]) + b * (twist[1] + swung[1]) + c * (twist[2] + swung[2])
            )
            p.angular[i] = a * spin[0] + b * spin[1] + c * spin[2]


def press_points(points: Any, codes: Any, rows: Any, table: Any, dt: float) -> None:
    """The force on each point and where it acts; with dt ≥ 0 also what stiction remembers then."""
    for k in range(points.size):
        p = points[k]
        if p.active:
            press_point(p, codes, rows, table, dt)
        else:
            store(p.force, (0.0, 0.0, 0.0))
            store(p.contact, vector(p.position))
            p.touching = False


def load_joints(points: Any, placements: Any, wrenches: Any) -> None:
    """The wrench of all points on each joint, in the joint's axes, linear first."""
    wrenches[:] = 0.0
    for k in range(points.size):
        p = points[k]
        turn, wrench = placements[p.joint], wrenches[p.joint]
        force = vector(p.force)
        moment = cross(minus(vector(p.contact), (turn[9], turn[10], turn[11])), force)
        for i in range(3):
            a, b, c = turn[3 * i], turn[3 * i + 1], turn[3 * i + 2]
            wrench[i] += a * force[0] + b * force[1] + c * force[2]
            wrench[3 + i] += a * moment[0] + b * moment[1] + c * moment[2]


def slope_points(points: Any, codes: Any, rows: Any, table: Any, out: Any) -> None:
    """Derivatives of each point's wrench about its position, shape (points, 6, 9)."""
    for k in range(points.size):
        out[k] = 0.0
        if points[k].active:
            slope_point(points[k], codes, rows, table, out[k])


def sum_forces(points: Any, starts: Any, out: Any) -> None:
    """Sum of the forces on each foot's points; foot i has the rows from ``starts[i]`` on."""
    out[:] = 0.0
    foot = -1
    for k in range(points.size):
        while foot + 1 < starts.size and starts[foot + 1] == k:
            foot += 1
        for i in range(3):
            out[foot, i] += points[k].force[i]
