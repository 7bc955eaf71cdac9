"""Which law the ground has under each foot, and which feet it can touch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from poise.contact.contact import Contact
from poise.contact.feet import Foot, as_feet, feet_of, require_foot
from poise.contact.law_property import LawProperty
from poise.contact.laws import ContactLaw
from poise.contact.terrain import Plane, Terrain, require_terrain
from poise.errors import DefinitionError
from poise.model import RobotModel

if TYPE_CHECKING:
    from poise.contact.ground_reaction import GroundReaction


class FootLaws:
    """The settings of a soft ground; see :class:`poise.SoftContactModel`."""

    def __init__(
        self, law: object, terrain: Terrain | None, feet: Iterable[str | Contact] | None
    ) -> None:
        if not isinstance(law, ContactLaw):
            raise DefinitionError(f"law must be a ContactLaw, got {law!r}.")
        self._law = law
        self._reaction: GroundReaction | None = None
        self._law_of: dict[str, ContactLaw] = {}
        self._inactive: frozenset[str] = frozenset()
        self._terrain = Plane() if terrain is None else require_terrain("terrain", terrain)
        self._feet = None if feet is None else as_feet(feet)

    k = LawProperty("Stiffness [N/m, N].")
    d = LawProperty("Damping [N·s/m].")
    alpha = LawProperty("One over the layer's thickness [1/m].")
    alpha_n = LawProperty("Growth of the exponential spring [1/m].")
    z_offset = LawProperty("Height of the ground above the terrain [m].")
    smoothing = LawProperty("Shape of the layer.")

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the memory for one robot, which copies must not share."""
        return vars(self) | {"_reaction": None}

    @property
    def law(self) -> ContactLaw:
        """The law of every foot that has none of its own."""
        return self._law

    @property
    def terrain(self) -> Terrain:
        """The ground."""
        return self._terrain

    @terrain.setter
    def terrain(self, terrain: Terrain) -> None:
        self._terrain = require_terrain("terrain", terrain)
        self._reaction = None

    @property
    def feet(self) -> tuple[str, ...]:
        """Names of the feet; empty while they are those of a robot's preset."""
        return () if self._feet is None else tuple(foot.name for foot in self._feet)

    def law_of(self, foot: str) -> ContactLaw:
        """The law of one foot."""
        return self._law_of.get(foot, self._law)

    def parameter(self, name: str, foot: str | None = None) -> Any:
        """A parameter of the law, of one foot or of those that have none of their own.

        Raises:
            DefinitionError: The law has no such parameter, or there is no such foot.
        """
        if foot is not None:
            self._require_foot(foot)
        law = self._law if foot is None else self.law_of(foot)
        law.require([name])
        return law.parameters[name]

    def set_parameters(self, foot: str | None = None, **values: Any) -> None:
        """Change parameters of the law in place, of one foot or of all.

        Args:
            foot: The foot's name; absent: all feet.
            **values: By name; besides those of the class, ``radius`` [m] of a spherical foot and
                those of the friction law.

        Raises:
            DefinitionError: No such foot or parameter, or a value out of range; nothing is changed.
        """
        self._reaction = None
        if foot is not None:
            self._require_foot(foot)
            self._law_of = self._law_of | {foot: self.law_of(foot).with_parameters(values)}
            return
        law = self._law.with_parameters(values)
        of_feet = {name: own.with_parameters(values) for name, own in self._law_of.items()}
        self._law, self._law_of = law, of_feet

    def set_active_ee(self, active: Mapping[str, bool] | Sequence[bool]) -> None:
        """Say which feet the ground can touch; forces on the others are exactly zero.

        Args:
            active: By name (feet that are not named stay as they are), or one for each foot.

        Raises:
            DefinitionError: No such foot, or another number of flags than of feet.
        """
        if not isinstance(active, Mapping):
            flags = list(active)
            if len(flags) != len(self.feet):
                raise DefinitionError(
                    f"active must have one flag for each of {len(self.feet)} named feet, "
                    f"got {flags!r}."
                )
            active = dict(zip(self.feet, flags, strict=True))
        inactive = set(self._inactive)
        for name, flag in active.items():
            self._require_foot(name)
            if not isinstance(flag, bool | np.bool_):
                raise DefinitionError(f"active[{name!r}] must be True or False, got {flag!r}.")
            (inactive.discard if flag else inactive.add)(name)
        self._inactive = frozenset(inactive)
        self._reaction = None

    def is_active(self, foot: str) -> bool:
        """Whether the ground can touch a foot."""
        return foot not in self._inactive

    def feet_on(self, robot: RobotModel) -> tuple[Foot, ...]:
        """The feet on a robot: those named, else the contacts of its preset.

        Raises:
            DefinitionError: The robot has no preset, or a foot that was set up is not among them.
        """
        feet = feet_of(robot) if self._feet is None else self._feet
        names = [foot.name for foot in feet]
        for name in (*self._law_of, *self._inactive):
            require_foot(name, names)
        return feet

    def _require_foot(self, name: str) -> None:
        if self._feet is not None:  # else the robot will tell
            require_foot(name, self.feet)
