"""Bicubic spline surfaces z = h(x, y): gap, gradient and curvature, entry by entry."""

from __future__ import annotations

from typing import Any

from poise.contact.laws.elementary import (
    Numbers,
    gather,
    indicator,
    real,
    sqrt,
    where,
    whole,
)

Weights = tuple[Numbers, Numbers, Numbers, Numbers]


def height_surface(row: Any, table: Any, x: Numbers, y: Numbers, z: Numbers) -> Any:
    """φ = (z − h) / √(1 + |∇h|²): the distance to the tangent plane below the point.

    row = (x₀, y₀, spacing in x, in y, points in x, in y, where the coefficients start in the
    table). Exact over planes; over curved ground to first order in the distance. Beyond its edges
    the ground goes on level.
    """
    h, hx, hy, second, third = _heights(row, table, x, y)
    hxx, hxy, hyy = second
    hxxx, hxxy, hxyy, hyyy = third
    r = z - h + 0.0 * (x + y)  # not a number where x or y is none
    w = 1.0 / sqrt(1.0 + hx * hx + hy * hy)
    w3 = w * w * w
    a, b = hx * hxx + hy * hxy, hx * hxy + hy * hyy
    wx, wy = -w3 * a, -w3 * b
    wxx = 3.0 * wx * wx / w - w3 * (hxx * hxx + hx * hxxx + hxy * hxy + hy * hxxy)
    wxy = 3.0 * wx * wy / w - w3 * (hxy * hxx + hx * hxxy + hyy * hxy + hy * hxyy)
    wyy = 3.0 * wy * wy / w - w3 * (hxy * hxy + hx * hxyy + hyy * hyy + hy * hyyy)
    gx, gy = r * wx - w * hx, r * wy - w * hy
    xx = r * wxx - 2.0 * hx * wx - w * hxx
    xy = r * wxy - hx * wy - hy * wx - w * hxy
    yy = r * wyy - 2.0 * hy * wy - w * hyy
    return r * w, gx, gy, w, xx, xy, wx, yy, wy, 0.0 * w


def _heights(row: Any, table: Any, x: Numbers, y: Numbers) -> Any:
    """h, h_x, h_y, (h_xx, h_xy, h_yy), (h_xxx, h_xxy, h_xyy, h_yyy)."""
    i, u = _cell((x - row[0]) / row[2], row[4])
    j, v = _cell((y - row[1]) / row[3], row[5])
    u0, u1, u2, u3 = _weights(u, 1.0 / row[2], (x - row[0]) / row[2], row[4])
    v0, v1, v2, v3 = _weights(v, 1.0 / row[3], (y - row[1]) / row[3], row[5])
    stride = int(row[5]) + 2
    start = int(row[6]) + i * stride + j
    h = hx = hy = hxx = hxy = hyy = hxxx = hxxy = hxyy = hyyy = 0.0 * u
    for m in range(4):
        s0 = s1 = s2 = s3 = 0.0 * v
        for n in range(4):
            coefficient = gather(table, start + (m * stride + n), v)
            s0 = s0 + v0[n] * coefficient
            s1 = s1 + v1[n] * coefficient
            s2 = s2 + v2[n] * coefficient
            s3 = s3 + v3[n] * coefficient
        h, hx, hy = h + u0[m] * s0, hx + u1[m] * s0, hy + u0[m] * s1
        hxx, hxy, hyy = hxx + u2[m] * s0, hxy + u1[m] * s1, hyy + u0[m] * s2
        hxxx, hxxy = hxxx + u3[m] * s0, hxxy + u2[m] * s1
        hxyy, hyyy = hxyy + u1[m] * s2, hyyy + u0[m] * s3
    return h, hx, hy, (hxx, hxy, hyy), (hxxx, hxxy, hxyy, hyyy)


def _cell(u: Numbers, points: float) -> tuple[Numbers, Numbers]:
    """The cell in which a coordinate in units of cells lies, and where in it, from 0 to 1."""
    last = points - 1.0
    held = where(u > 0.0, where(u < last, u, last), 0.0)
    low = where(held < last - 1.0, held, last - 1.0)
    i = whole(low)
    return i, held - real(i, held)


def _weights(
    t: Numbers, scale: float, u: Numbers, points: float
) -> tuple[Weights, Weights, Weights, Weights]:
    """Cubic B-spline weights of four neighbours and their three derivatives per metre.

    The derivatives are 0 beyond the edges, where the height no longer changes.
    """
    r = 1.0 - t
    t2, r2 = t * t, r * r
    value = (r2 * r / 6.0, (4.0 - 6.0 * t2 + 3.0 * t2 * t) / 6.0)
    other = ((4.0 - 6.0 * r2 + 3.0 * r2 * r) / 6.0, t2 * t / 6.0)
    s = scale * indicator((u >= 0.0) & (u <= points - 1.0), t)
    s2, s3 = s * s, s * s * s
    first = (-0.5 * s * r2, s * (1.5 * t2 - 2.0 * t), s * (2.0 * r - 1.5 * r2), 0.5 * s * t2)
    second = (s2 * r, s2 * (3.0 * t - 2.0), s2 * (3.0 * r - 2.0), s2 * t)
    return (value[0], value[1], other[0], other[1]), first, second, (-s3, 3.0 * s3, -3.0 * s3, s3)
