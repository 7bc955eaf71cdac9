"""The force of the ground on a point, entry by entry: one formula for every law and terrain."""

from __future__ import annotations

from typing import Any

from poise.contact.laws.elementary import Numbers, sqrt
from poise.contact.laws.friction_force import drag, stick
from poise.contact.laws.normal_force import normal_force


def surface_force(
    codes: Any, normal: Any, friction: Any, surface: Any, velocity: Any
) -> tuple[Numbers, Numbers, Numbers]:
    """Force on a point that has nothing to remember.

    Args:
        codes: Which formulas: normal force, smoothing, friction.
        normal: Parameters of the normal law.
        friction: Parameters of the friction law.
        surface: The gap [m] and its gradient, and more that is not used here.
        velocity: Of the point, three components [m/s].

    Returns:
        World x, y, z [N].
    """
    gx, gy, gz = surface[1], surface[2], surface[3]
    vx, vy, vz = velocity[0], velocity[1], velocity[2]
    square = gx * gx + gy * gy + gz * gz
    rate = gx * vx + gy * vy + gz * vz
    force, _, _, share, _ = normal_force(codes[0], codes[1], normal, surface[0], rate)
    away = rate / square
    tx, ty, tz = vx - away * gx, vy - away * gy, vz - away * gz
    load = force * sqrt(square)
    if codes[2] == 2:
        still = (0.0 * tx, 0.0 * ty, 0.0 * tz)
        sx, sy, sz, _, _ = stick(friction, load, still, (tx, ty, tz))
        return force * gx + sx, force * gy + sy, force * gz + sz
    c, _, _, _ = drag(codes[2], friction, load, share, tx * tx + ty * ty + tz * tz)
    return force * gx - c * tx, force * gy - c * ty, force * gz - c * tz
