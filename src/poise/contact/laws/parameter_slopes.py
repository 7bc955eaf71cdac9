"""Derivatives of a contact law's force by its parameters, for arrays of points."""

from __future__ import annotations

from typing import Any

import numpy as np

from poise.arrays import Array
from poise.contact.laws.contact_law import ContactLaw
from poise.contact.laws.friction_force import COULOMB, STICTION, drag, stick
from poise.contact.laws.layer import layer
from poise.contact.laws.normal import HuntCrossley, NormalLaw, SourceSpringDamper, SpringDamper
from poise.contact.laws.normal_force import normal_force, spring_part
from poise.contact.laws.springs import exponential_spring, power_spring, softplus_spring

Slopes = dict[str, tuple[Array, Array]]
"""By parameter: derivative of the normal force and of the share s of dampers that act."""


def parameter_slopes(
    law: ContactLaw,
    friction: tuple[float, ...],
    surface: tuple[Array, Array],
    velocity: Array,
    stretch: Array,
) -> dict[str, Array]:
    """Derivatives of the force on points by every number of the law.

    Args:
        law: The law.
        friction: Parameters of its friction law, with the contact's coefficient filled in.
        surface: Gap, shape (n,) [m], and its gradient, shape (n, 3).
        velocity: Of the contact points, shape (n, 3) [m/s].
        stretch: From the anchor of stiction to the point, tangential, shape (n, 3) [m].

    Returns:
        By parameter, shape (n, 3) [N per unit of the parameter]. ``radius`` counts as what it does
        to the gap.
    """
    gap, gradient = surface
    size = np.linalg.norm(gradient, axis=-1)
    rate = np.sum(gradient * velocity, axis=-1)
    slip = velocity - (rate / size**2)[:, None] * gradient
    codes, numbers = law.codes, law.numbers[0]
    force, by_gap, _, share, share_gap = normal_force(codes[0], codes[1], numbers, gap, rate)
    slopes = normal_slopes(law.normal, gap, rate, law.z_offset)
    slopes["radius"] = (-by_gap, -share_gap)
    slopes.setdefault("z_offset", slopes["radius"])
    load = force * size
    if codes[2] == STICTION:
        by_load, own = _stick(friction, load, slip, stretch)
        by_share = np.zeros_like(slip)
    else:
        by_load, by_share, own = _drag(codes[2], friction, load, share, slip)
    result = {
        name: df[:, None] * (gradient + size[:, None] * by_load) + ds[:, None] * by_share
        for name, (df, ds) in slopes.items()
    }
    for name, slope in own.items():
        known = name if law.friction is not None else "d"
        result[known] = result[known] + slope if known in result else slope
    return result


def _drag(
    code: int, p: tuple[float, ...], load: Array, share: Array, slip: Array
) -> tuple[Array, Array, dict[str, Array]]:
    """Slopes of −c v_t by the load, by the share and by the law's own parameters."""
    square = np.sum(slip * slip, axis=-1)
    c, c_load, c_share, _ = drag(code, p, load, share, square)
    if code == COULOMB:
        per_friction = drag(code, (1.0, p[1]), load, share, square)[0]
        by_speed = c * p[1] / (square + p[1] ** 2)
        own = {"friction": -per_friction[:, None] * slip, "slip_speed": by_speed[:, None] * slip}
    else:
        own = {"d_t": -share[:, None] * slip}
    return -np.asarray(c_load)[:, None] * slip, -np.asarray(c_share)[:, None] * slip, own


def _stick(
    p: tuple[float, ...], load: Array, slip: Array, stretch: Array
) -> tuple[Array, dict[str, Array]]:
    """Slopes of stiction by the load and by its own parameters."""
    cut = stick(p, load, stretch.T, slip.T)[3][:, None]
    pull = p[1] * stretch + p[2] * slip
    size = np.linalg.norm(pull, axis=-1, keepdims=True)
    slides = size > p[0] * load[:, None]
    along = np.where(slides, pull / np.where(size > 0.0, size, 1.0), 0.0)

    def across(a: Array) -> Array:
        change: Array = -cut * (a - np.sum(a * along, axis=-1, keepdims=True) * along)
        return change

    own = {"friction": -load[:, None] * along, "k_t": across(stretch), "d_t": across(slip)}
    return -p[0] * along, own


def normal_slopes(law: NormalLaw, gap: Array, rate: Array, z_offset: float) -> Slopes:
    """What the parameters of a normal law do to its force and to its share of dampers."""
    numbers: Any = law.numbers(z_offset)
    if isinstance(law, HuntCrossley):
        return _hunt_crossley(numbers, gap, rate)
    if isinstance(law, SpringDamper):
        return _spring_damper(law, numbers, gap, rate)
    return _softplus(numbers, gap, rate)


def _spring_damper(law: SpringDamper, numbers: Any, gap: Array, rate: Array) -> Slopes:
    k, d, alpha, alpha_n, pulling, lift = numbers
    none = np.zeros_like(gap)
    share, _, share_alpha = layer(law.smoothing, gap + lift, alpha)
    spring, stiffness = spring_part(k, alpha_n, gap)
    unit, _ = spring_part(1.0, alpha_n, gap)
    grown = gap * exponential_spring(gap, k, alpha_n)[1] / alpha_n if alpha_n > 0.0 else none
    gate = share if law.smoothing == 0 else 1.0
    acts = ((gate * spring - share * d * rate >= 0.0) | (pulling > 0.0)).astype(np.float64)
    slopes = {
        "k": (acts * gate * unit, none),
        "d": (-acts * share * rate, none),
        "alpha": (-acts * share_alpha * d * rate, share_alpha),
        "alpha_n": (acts * gate * grown, none),
    }
    if isinstance(law, SourceSpringDamper):  # its layer stays where it is
        slopes["z_offset"] = (-acts * gate * stiffness, none)
    return slopes


def _hunt_crossley(numbers: Any, gap: Array, rate: Array) -> Slopes:
    k, c, exponent = numbers
    none = np.zeros_like(gap)
    unit, _ = power_spring(gap, 1.0, exponent)
    factor = np.maximum(0.0, 1.0 - c * rate)
    depth = np.where(gap < 0.0, -gap, 1.0)
    return {
        "k": (unit * factor, none),
        "dissipation": (-k * unit * rate * (factor > 0.0), none),
        "exponent": (k * unit * factor * np.log(depth), none),
    }


def _softplus(numbers: Any, gap: Array, rate: Array) -> Slopes:
    k, d, alpha = numbers
    none = np.zeros_like(gap)
    spring, _ = softplus_spring(gap, k, alpha)
    share, _, share_alpha = layer(1, gap, alpha)
    acts = (spring - share * d * rate >= 0.0).astype(np.float64)
    by_alpha = -(spring + k * gap * share) / alpha - share_alpha * d * rate
    return {
        "k": (acts * softplus_spring(gap, 1.0, alpha)[0], none),
        "d": (-acts * share * rate, none),
        "alpha": (acts * by_alpha, share_alpha),
    }
