"""A whole contact law of one point: normal force, friction, and where the ground is felt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, fields, replace
from typing import Any

from poise.arrays import did_you_mean, number
from poise.contact.laws.friction import FrictionLaw, Stiction, ViscousFriction
from poise.contact.laws.normal import NormalLaw, SpringDamper
from poise.errors import DefinitionError


@dataclass(frozen=True, slots=True)
class ContactLaw:
    """Force of the ground on one point, from its place and velocity.

    With gap φ = distance to the terrain − z_offset − radius, its gradient g (of unit length where
    the distance is exact), the normal n = g/|g| and the tangential velocity v_t:
    F = f_n(φ, φ̇) g + f_t(v_t, f_n |g|).

    Attributes:
        normal: Law of the normal force.
        friction: Law of the tangential force; absent: the normal law's damper acts sideways too.
        z_offset: Height of the ground above the terrain [m], along its normal.
        radius: Of the sphere around the point that touches [m]; 0 for the point itself.
    """

    normal: NormalLaw = field(default_factory=SpringDamper)
    friction: FrictionLaw | None = None
    z_offset: float = 0.0
    radius: float = 0.0

    def __post_init__(self) -> None:
        """Check every parameter."""
        if not isinstance(self.normal, NormalLaw):
            raise DefinitionError(f"normal must be a law of the normal force, got {self.normal!r}.")
        if self.friction is None and not hasattr(self.normal, "d"):
            raise DefinitionError(
                f"friction must be given, as {type(self.normal).__name__} has no damper that could "
                "act sideways: RegularizedCoulomb, Stiction or ViscousFriction."
            )
        if self.friction is not None and not isinstance(self.friction, FrictionLaw):
            raise DefinitionError(f"friction must be a law of friction, got {self.friction!r}.")
        object.__setattr__(self, "z_offset", number("z_offset", self.z_offset))
        object.__setattr__(self, "radius", number("radius", self.radius, minimum=0.0))

    @property
    def codes(self) -> tuple[int, int, int]:
        """Which formulas: normal force, smoothing, friction."""
        friction = ViscousFriction.code if self.friction is None else self.friction.code
        return (self.normal.code, int(getattr(self.normal, "smoothing", 0)), friction)

    @property
    def numbers(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """The parameters of both formulas, in their order."""
        if self.friction is None:
            return self.normal.numbers(self.z_offset), (self.normal.d,)  # type: ignore[attr-defined]
        return self.normal.numbers(self.z_offset), self.friction.numbers()

    @property
    def remembers(self) -> bool:
        """Whether the force depends on more than place and velocity."""
        return isinstance(self.friction, Stiction)

    @property
    def parameters(self) -> dict[str, Any]:
        """Every parameter by name."""
        found: dict[str, Any] = {}
        for part in (self.normal, self.friction):
            if part is not None:
                found |= {f.name: getattr(part, f.name) for f in fields(part)}  # type: ignore[arg-type]
        return found | {"z_offset": self.z_offset, "radius": self.radius}

    def require(self, names: Iterable[str]) -> None:
        """Check that the law has these parameters.

        Raises:
            DefinitionError: It has not; the message lists close matches.
        """
        known = self.parameters
        for name in names:
            if name not in known:
                raise DefinitionError(
                    f"The contact law has no parameter {name!r}. {did_you_mean(name, known)}"
                )

    def with_parameters(self, changes: Mapping[str, Any]) -> ContactLaw:
        """The same law with other values of some parameters.

        Raises:
            DefinitionError: The law has no such parameter, or not with this value.
        """
        self.require(changes)
        own = {name: changes[name] for name in _own_names(self) & set(changes)}
        friction = None if self.friction is None else _changed(self.friction, changes)
        return replace(self, normal=_changed(self.normal, changes), friction=friction, **own)


def unchecked(law: ContactLaw, values: Mapping[str, Any]) -> ContactLaw:
    """The law with other values that are not looked at: arrays, or what a tracer puts for them.

    Raises:
        DefinitionError: The law has no such parameter.
    """
    law.require(values)
    result = copy(law)
    for name in ("normal", "friction"):
        object.__setattr__(result, name, copy(getattr(law, name)))
    for part in (result, result.normal, result.friction):
        for name in _own_names(part) & set(values):
            object.__setattr__(part, name, values[name])
    return result


def _changed(part: Any, changes: Mapping[str, Any]) -> Any:
    return replace(part, **{name: changes[name] for name in _own_names(part) & set(changes)})


def _own_names(part: Any) -> set[str]:
    """Names of the parameters that a law itself holds; ``friction`` is one of a friction law."""
    if isinstance(part, ContactLaw):
        return {"z_offset", "radius"}
    return set() if part is None else {f.name for f in fields(part)}
