"""The force of the ground on one point of a table."""

from __future__ import annotations

import math
from typing import Any

from poise.contact.kernels.vectors import (
    Vector,
    cross,
    dot,
    minus,
    plus,
    rejected,
    scaled,
    store,
    vector,
)
from poise.contact.laws.friction_force import drag, stick
from poise.contact.laws.normal_force import normal_force
from poise.contact.terrain.surface import surface

Motion = tuple[Vector, float, Vector, Vector, float]


def contact_motion(p: Any, ground: Any) -> Motion:
    """How the contact point moves over the ground.

    Returns:
        The unit normal, the length of the gap's gradient, by how much the contact point of a sphere
        rolls ahead of its material [m/s], its velocity [m/s] and the rate of the gap [m/s].
    """
    gradient = (ground[1], ground[2], ground[3])
    size = math.sqrt(dot(gradient, gradient))
    normal = scaled(1.0 / size, gradient)
    roll = scaled(p.radius, cross(vector(p.angular), normal))
    velocity = minus(vector(p.velocity), roll)
    return normal, size, roll, velocity, dot(gradient, velocity)


def anchored(p: Any, contact: Vector) -> Vector:
    """The way from the anchor to the contact point; none where nothing is tied."""
    if p.touching:
        return minus(contact, vector(p.anchor))
    return 0.0, 0.0, 0.0


def press_point(p: Any, codes: Any, rows: Any, table: Any, dt: float) -> None:
    """Fill in the force on a point and where it acts; with dt ≥ 0 move its anchor too."""
    position = vector(p.position)
    ground = surface(codes, rows, table, position[0], position[1], position[2])
    normal, size, roll, velocity, rate = contact_motion(p, ground)
    slip = rejected(velocity, normal)
    gap = ground[0] - p.z_offset - p.radius
    force, _, _, share, _ = normal_force(p.codes[0], p.codes[1], p.normal, gap, rate)
    load = force * size
    contact = minus(position, scaled(p.radius, normal))
    if p.codes[2] == 2:
        stretch = rejected(anchored(p, contact), normal)
        x, y, z, _, kept = stick(p.friction, load, stretch, slip)
        sideways = (x, y, z)
        if dt >= 0.0:  # a sphere that rolls takes its anchor along
            anchor = plus(minus(contact, scaled(kept, stretch)), scaled(dt, roll))
            store(p.anchor, anchor)
            p.touching = load > 0.0
    else:
        c, _, _, _ = drag(p.codes[2], p.friction, load, share, dot(slip, slip))
        sideways = scaled(-c, slip)
    store(p.force, plus(scaled(load, normal), sideways))
    store(p.contact, contact)
