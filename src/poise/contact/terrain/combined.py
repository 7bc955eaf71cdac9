"""Several terrains in one."""

from __future__ import annotations

from collections.abc import Iterable

from poise.contact.terrain.terrain import Shape, Terrain
from poise.errors import DefinitionError


class CombinedTerrain(Terrain):
    """All of several terrains: the gap is the smallest of theirs.

    Args:
        parts: The terrains, at least one.

    Raises:
        DefinitionError: There is none, or something else is among them.
    """

    __slots__ = ("parts",)

    def __init__(self, parts: Iterable[Terrain]) -> None:
        self.parts = tuple(parts)
        if not self.parts:
            raise DefinitionError("parts must hold at least one terrain.")
        for part in self.parts:
            require_terrain("parts", part)

    def __repr__(self) -> str:
        """The parts."""
        return f"CombinedTerrain([{', '.join(map(repr, self.parts))}])"

    def shapes(self) -> tuple[Shape, ...]:
        """The solids of all parts."""
        return tuple(shape for part in self.parts for shape in part.shapes())


def require_terrain(name: str, terrain: object) -> Terrain:
    """The argument itself, if it is a terrain.

    Raises:
        DefinitionError: It is not.
    """
    if not isinstance(terrain, Terrain):
        raise DefinitionError(
            f"{name} must be a terrain, like poise.Plane() or poise.Slope(angle=0.2), "
            f"got {terrain!r}."
        )
    return terrain
