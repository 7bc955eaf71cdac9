"""Derivatives of the forces of soft ground: at points, and at the feet of a robot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array
from poise.contact.derivatives import FootForceDerivatives, PointForceDerivatives
from poise.contact.kernels.compile import kernel
from poise.contact.laws.contact_law import ContactLaw
from poise.contact.laws.parameter_slopes import parameter_slopes
from poise.contact.point_law import require_friction
from poise.contact.point_table import POINT, PointTable, set_law
from poise.contact.terrain import Terrain
from poise.contact.terrain.terrain import coordinates

if TYPE_CHECKING:
    from poise.contact.ground_reaction import GroundReaction


def point_force_derivatives(
    law: ContactLaw, terrain: Terrain, position: ArrayLike, velocity: ArrayLike
) -> PointForceDerivatives:
    """See :meth:`poise.SoftContactModel.point_force_derivatives`."""
    require_friction(law)
    x = np.stack(coordinates("position", np.asarray(position, dtype=np.float64)), axis=-1)
    v = np.stack(coordinates("velocity", np.asarray(velocity, dtype=np.float64)), axis=-1)
    x, v = np.broadcast_arrays(x, v)
    points = np.zeros(x[..., 0].size, POINT)
    points["position"], points["velocity"] = x.reshape(-1, 3), v.reshape(-1, 3)
    points["active"] = True
    set_law(points, law, None)
    slopes = np.zeros((len(points), 6, 9))
    ground = terrain.arrays
    kernel("press_points")(points, *ground, -1.0)
    kernel("slope_points")(points, *ground, slopes)
    shape = x.shape[:-1]
    parameters = law_slopes(law, terrain, points)
    return PointForceDerivatives(
        slopes[:, :3, :3].reshape(*shape, 3, 3),
        slopes[:, :3, 3:6].reshape(*shape, 3, 3),
        {name: value.reshape(*shape, 3) for name, value in parameters.items()},
    )


def foot_force_derivatives(
    reaction: GroundReaction, terrain: Terrain
) -> dict[str, FootForceDerivatives]:
    """Forces and derivatives of all feet, from what ``reaction.differentiate`` has filled in."""
    result = {}
    for (name, rows), force in zip(reaction.feet.items(), reaction.forces().values(), strict=True):
        by_q, by_v = reaction.spread[rows].sum(axis=0)
        points = reaction.points[rows]
        slopes = law_slopes(reaction.laws[name], terrain, points)
        rolling = np.cross(points["angular"], terrain.normal(points["position"]))
        by_velocity = reaction.slopes[rows, :3, 3:6]
        slopes["radius"] = slopes["radius"] - np.einsum("kij,kj->ki", by_velocity, rolling)
        active = points["active"][:, None]
        totals = {key: np.sum(value * active, axis=0) for key, value in slopes.items()}
        result[name] = FootForceDerivatives(force, by_q, by_v, totals)
    return result


def law_slopes(law: ContactLaw, terrain: Terrain, points: PointTable) -> dict[str, Array]:
    """Derivatives of the forces on rows under one law by its parameters, shape (n, 3)."""
    position, radius = points["position"], points["radius"][:, None]
    gap, *gradient = terrain.surface(*coordinates("position", position))[:4]
    slope = np.stack(gradient, axis=-1)
    normal = slope / np.linalg.norm(slope, axis=-1, keepdims=True)
    velocity = points["velocity"] - radius * np.cross(points["angular"], normal)
    way = np.where(points["touching"][:, None], points["contact"] - points["anchor"], 0.0)
    stretch = way - np.sum(way * normal, axis=-1, keepdims=True) * normal
    gap = gap - points["z_offset"] - points["radius"]
    friction = tuple(float(number) for number in points["friction"][0])
    return parameter_slopes(law, friction, (gap, slope), velocity, stretch)
