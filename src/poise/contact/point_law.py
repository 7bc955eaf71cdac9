"""The force of the ground on points given as arrays of any library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from poise.contact.laws.contact_law import ContactLaw, unchecked
from poise.contact.laws.elementary import namespace
from poise.contact.laws.point_force import surface_force
from poise.contact.terrain import Terrain
from poise.contact.terrain.terrain import coordinates
from poise.errors import DefinitionError, ShapeError


def point_force(
    law: ContactLaw,
    terrain: Terrain,
    position: Any,
    velocity: Any,
    parameters: Mapping[str, Any],
) -> Any:
    """Forces at points; see :meth:`poise.SoftContactModel.point_force`."""
    if parameters:
        law = unchecked(law, parameters)
    require_friction(law)
    x, y, z = coordinates("position", position)
    v = coordinates("velocity", velocity)
    if x.shape != v[0].shape:
        raise ShapeError(
            f"velocity must have the shape of position, {(*x.shape, 3)}, got {(*v[0].shape, 3)}."
        )
    xp = namespace(z, v[2])
    normal, friction = law.numbers
    surface = terrain.surface(x, y, z)
    gap = surface[0] - (law.z_offset + law.radius)
    force = surface_force(law.codes, normal, friction, (gap, *surface[1:4]), v)
    return xp.stack(force, axis=-1)


def require_friction(law: ContactLaw) -> None:
    """Check that a law that needs a friction coefficient has one.

    Raises:
        DefinitionError: It was left to the contacts, and there is none.
    """
    if getattr(law.friction, "friction", 0.0) is None:
        raise DefinitionError(
            f"friction of {type(law.friction).__name__} must be given: there is no contact to take "
            "it from."
        )
