"""The gap to a terrain with its derivatives, entry by entry.

``code`` says which shape, ``row`` holds its numbers in the order of the shape's class. Compiled and
array code share these lines.
"""

from __future__ import annotations

from typing import Any

from poise.contact.laws.elementary import Numbers, choose, constant, indicator, sqrt, where
from poise.contact.terrain.spline import height_surface

PLANE, BOX, HEIGHT_FIELD = 0, 1, 2

Surface = tuple[
    Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers
]
"""Gap [m]; its gradient x, y, z; its second derivatives xx, xy, xz, yy, yz, zz [1/m]."""


def surface(codes: Any, rows: Any, table: Any, x: Numbers, y: Numbers, z: Numbers) -> Surface:
    """Gap to the nearest of several shapes, with its derivatives; points in world axes [m]."""
    nearest: Surface = shape_surface(codes[0], rows[0], table, x, y, z)
    for i in range(1, len(codes)):
        other = shape_surface(codes[i], rows[i], table, x, y, z)
        nearest = choose(other[0] < nearest[0], other, nearest)
    return nearest


def shape_surface(code: int, row: Any, table: Any, x: Numbers, y: Numbers, z: Numbers) -> Any:
    """Gap to one shape, with its derivatives."""
    if code == 0:
        return plane_surface(row, x, y, z)
    if code == 1:
        return box_surface(row, x, y, z)
    return height_surface(row, table, x, y, z)


def plane_surface(row: Any, x: Numbers, y: Numbers, z: Numbers) -> Surface:
    """n·p − o; row = (n_x, n_y, n_z, o)."""
    gap = row[0] * x + row[1] * y + row[2] * z - row[3]
    zero = constant(0.0, gap)
    gx, gy, gz = row[0] + zero, row[1] + zero, row[2] + zero
    return gap, gx, gy, gz, zero, zero, zero, zero, zero, zero


def box_surface(row: Any, x: Numbers, y: Numbers, z: Numbers) -> Surface:
    """Exact signed distance to a box turned about z.

    row = (centre x, y, z, half sizes x, y, z, cos and sin of the heading). Outside, the distance to
    the nearest point of the box; inside, minus that to the nearest face.
    """
    c, s = row[6], row[7]
    along = c * (x - row[0]) + s * (y - row[1])
    across = c * (y - row[1]) - s * (x - row[0])
    up = z - row[2]
    a, a_sign = _beyond(along, row[3])
    b, b_sign = _beyond(across, row[4])
    h, h_sign = _beyond(up, row[5])
    a_out, b_out, h_out = where(a > 0.0, a, 0.0), where(b > 0.0, b, 0.0), where(h > 0.0, h, 0.0)
    square = a_out * a_out + b_out * b_out + h_out * h_out
    outside = square > 0.0
    away = sqrt(where(outside, square, 1.0))
    inside = where((a > b) & (a > h), a, where(b > h, b, h))
    gap = where(outside, away, inside)
    a_first = indicator((a > b) & (a > h), a)
    b_first = (1.0 - a_first) * indicator(b > h, b)
    ga = a_sign * where(outside, a_out / away, a_first)
    gb = b_sign * where(outside, b_out / away, b_first)
    gz = h_sign * where(outside, h_out / away, 1.0 - a_first - b_first)
    bend = indicator(outside, a) / away
    aa = bend * (indicator(a > 0.0, a) - ga * ga)
    bb = bend * (indicator(b > 0.0, b) - gb * gb)
    zz = bend * (indicator(h > 0.0, h) - gz * gz)
    ab, az, bz = -bend * ga * gb, -bend * ga * gz, -bend * gb * gz
    xx = c * c * aa - 2.0 * c * s * ab + s * s * bb
    xy = c * s * (aa - bb) + (c * c - s * s) * ab
    yy = s * s * aa + 2.0 * c * s * ab + c * c * bb
    gx, gy = c * ga - s * gb, s * ga + c * gb
    return gap, gx, gy, gz, xx, xy, c * az - s * bz, yy, s * az + c * bz, zz


def _beyond(position: Numbers, half: Numbers) -> tuple[Numbers, Numbers]:
    """How far beyond the face a coordinate lies, and on which side."""
    positive = position > 0.0
    return where(positive, position, -position) - half, 2.0 * indicator(positive, position) - 1.0
