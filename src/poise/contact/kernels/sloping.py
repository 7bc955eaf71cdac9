"""Derivatives of the force of the ground on one point of a table."""

from __future__ import annotations

import math
from typing import Any

from poise.contact.kernels.pressing import anchored, contact_motion
from poise.contact.kernels.vectors import (
    Vector,
    bent,
    cross,
    dot,
    minus,
    plus,
    rejected,
    scaled,
    vector,
)
from poise.contact.laws.friction_force import drag, stick
from poise.contact.laws.normal_force import normal_force
from poise.contact.terrain.surface import surface

NOWHERE = (0.0, 0.0, 0.0)


def slope_point(p: Any, codes: Any, rows: Any, table: Any, out: Any) -> None:
    """Derivatives of the wrench about the position by position, velocity and angular velocity.

    ``out`` has shape (6, 9), force before moment, world axes. What stiction remembers is held. Call
    :func:`~poise.contact.kernels.pressing.press_point` before.
    """
    ground = surface(codes, rows, table, p.position[0], p.position[1], p.position[2])
    motion = contact_motion(p, ground)
    gap = ground[0] - p.z_offset - p.radius
    law = normal_force(p.codes[0], p.codes[1], p.normal, gap, motion[4])
    for j in range(9 if p.radius > 0.0 else 6):
        m = j % 3
        unit = (1.0 if m == 0 else 0.0, 1.0 if m == 1 else 0.0, 1.0 if m == 2 else 0.0)
        dp = unit if j < 3 else NOWHERE
        dv = unit if 3 <= j < 6 else NOWHERE
        dw = unit if j >= 6 else NOWHERE
        force, moment = changed(p, ground, motion, law, (dp, dv, dw))
        for i in range(3):
            out[i, j], out[3 + i, j] = force[i], moment[i]


def changed(
    p: Any, ground: Any, motion: Any, law: Any, along: tuple[Vector, Vector, Vector]
) -> tuple[Vector, Vector]:
    """How force and moment change along a change of position, velocity and angular velocity.

    The gap φ has gradient g = |g| n and second derivatives H. The normal turns by the part of
    H dp/|g| across itself, the gap's rate g·v changes by g·dv + v·H dp.
    """
    dp, dv, dw = along
    n, size, _, v, _ = motion
    force, by_gap, by_rate, share, share_slope = law
    gradient = (ground[1], ground[2], ground[3])
    turned = bent(ground, dp)
    dn = scaled(1.0 / size, rejected(turned, n))
    d_gap = dot(gradient, dp)
    d_rate = dot(turned, vector(p.velocity)) + dot(gradient, dv)
    load = force * size
    d_load = size * (by_gap * d_gap + by_rate * d_rate) + force * dot(n, turned)
    rolled = plus(cross(dw, n), cross(vector(p.angular), dn))
    slip, d_slip = across(v, minus(dv, scaled(p.radius, rolled)), n, dn)
    if p.codes[2] == 2:
        contact = minus(vector(p.position), scaled(p.radius, n))
        moved = minus(dp, scaled(p.radius, dn)) if p.touching else NOWHERE
        stretch, d_stretch = across(anchored(p, contact), moved, n, dn)
        sideways = stick_change(p.friction, (load, d_load), stretch, d_stretch, slip, d_slip)
    else:
        d_share = share_slope * d_gap
        sideways = drag_change(p, load, d_load, share, d_share, slip, d_slip)
    d_force = plus(plus(scaled(d_load, n), scaled(load, dn)), sideways)
    turned_force = plus(cross(dn, vector(p.force)), cross(n, d_force))
    return d_force, scaled(-p.radius, turned_force)


def across(a: Vector, da: Vector, n: Vector, dn: Vector) -> tuple[Vector, Vector]:
    """The part of a across the unit vector n, and its change."""
    along = dot(a, n)
    change = minus(da, scaled(dot(da, n) + dot(a, dn), n))
    return minus(a, scaled(along, n)), minus(change, scaled(along, dn))


def drag_change(
    p: Any, load: float, d_load: float, share: float, d_share: float, slip: Vector, d_slip: Vector
) -> Vector:
    """Change of −c v_t."""
    c, by_load, by_share, by_square = drag(p.codes[2], p.friction, load, share, dot(slip, slip))
    dc = by_load * d_load + by_share * d_share + by_square * 2.0 * dot(slip, d_slip)
    return minus(scaled(-dc, slip), scaled(c, d_slip))


def stick_change(
    p: Any, load: tuple[float, float], stretch: Vector, ds: Vector, slip: Vector, dv: Vector
) -> Vector:
    """Change of −t, t = k_t ξ + d_t v_t; or, where it slides, of −μ f_n t/|t|."""
    raw = plus(scaled(p[1], stretch), scaled(p[2], slip))
    d_raw = plus(scaled(p[1], ds), scaled(p[2], dv))
    _, _, _, cut, _ = stick(p, load[0], stretch, slip)
    square = dot(raw, raw)
    limit = p[0] * load[0]
    if square <= limit * limit:
        return scaled(-1.0, d_raw)
    direction = scaled(1.0 / math.sqrt(square), raw)
    return minus(scaled(-p[0] * load[1], direction), scaled(cut, rejected(d_raw, direction)))
