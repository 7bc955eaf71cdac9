"""Laws of the normal force."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from poise.arrays import did_you_mean, number
from poise.contact.laws import normal_force
from poise.contact.laws.layer import Smoothing
from poise.errors import DefinitionError


class NormalLaw(ABC):
    """A force along the ground's normal: a function of the gap and of its rate only."""

    __slots__ = ()

    code: ClassVar[int]

    @abstractmethod
    def numbers(self, z_offset: float = 0.0) -> tuple[float, ...]:
        """The parameters in the order of the formula, for a ground that lies z_offset higher."""


@dataclass(frozen=True, slots=True)
class SpringDamper(NormalLaw):
    """A spring, and a damper that fades in across a layer; the law of ct::rbd::EEContactModel.

    f_n = max(0, φ(gap) − s(gap) d ġ) with φ = k max(−gap, 0), or k e^{−α_n gap} where α_n > 0;
    s as in :mod:`poise.contact.laws.layer`. Without smoothing f_n = 0 wherever gap > 0.

    Typical: k = 5 000 to 100 000 N/m, d = 2 ζ √(k m) with ζ = 0.3 to 1 and m the mass on a foot,
    α = 100 1/m.

    Attributes:
        k: Stiffness [N/m]; with α_n > 0 the force at gap 0 [N].
        d: Damping [N·s/m].
        alpha: One over the thickness of the layer [1/m].
        alpha_n: Growth of the exponential spring [1/m]; ≤ 0 chooses the linear one.
        smoothing: Shape of the layer: a :class:`Smoothing` or its name, in any case.
        pulling: Whether the damper may pull at a foot that leaves.
    """

    k: float = 5000.0
    d: float = 500.0
    alpha: float = 100.0
    alpha_n: float = -1.0
    smoothing: Smoothing = Smoothing.NONE
    pulling: bool = False
    code: ClassVar[int] = normal_force.SPRING_DAMPER

    def __post_init__(self) -> None:
        """Check every parameter."""
        for name in ("k", "d"):
            object.__setattr__(self, name, number(name, getattr(self, name), minimum=0.0))
        object.__setattr__(self, "alpha", number("alpha", self.alpha, above=0.0))
        object.__setattr__(self, "alpha_n", number("alpha_n", self.alpha_n))
        object.__setattr__(self, "smoothing", as_smoothing(self.smoothing))
        if not isinstance(self.pulling, bool):
            raise DefinitionError(f"pulling must be True or False, got {self.pulling!r}.")

    def numbers(self, z_offset: float = 0.0) -> tuple[float, ...]:
        """(k, d, α, α_n, 1 if it may pull, by how much the layer lies below the spring)."""
        return (self.k, self.d, self.alpha, self.alpha_n, float(self.pulling), 0.0)


@dataclass(frozen=True, slots=True)
class SourceSpringDamper(SpringDamper):
    """The same with the quirks of the source of ct::rbd::EEContactModel.

    The gate and the layer ignore the offset of the ground (they are centred at height 0), and the
    damper pulls.
    """

    pulling: bool = True

    def numbers(self, z_offset: float = 0.0) -> tuple[float, ...]:
        """As :class:`SpringDamper`."""
        return (*SpringDamper.numbers(self)[:5], z_offset)


@dataclass(frozen=True, slots=True)
class HuntCrossley(NormalLaw):
    """f_n = k δ^m max(0, 1 − c ġ), δ = max(−gap, 0): continuous at touchdown, never pulls.

    The speed after an impact at small v₀ is about (1 − ⅔ c v₀) v₀, and never above 1/c.

    Typical: m = 3/2 (Hertz), k = 50 000 to 1 000 000 N/m^m, c = 0.2 to 20 s/m.

    Source: K. H. Hunt, F. R. E. Crossley, "Coefficient of restitution interpreted as damping in
    vibroimpact", Journal of Applied Mechanics 42, 1975.

    Attributes:
        k: Stiffness [N/m^m].
        dissipation: c [s/m].
        exponent: m ≥ 1.
    """

    k: float = 50000.0
    dissipation: float = 1.0
    exponent: float = 1.5
    code: ClassVar[int] = normal_force.HUNT_CROSSLEY

    def __post_init__(self) -> None:
        """Check every parameter."""
        object.__setattr__(self, "k", number("k", self.k, minimum=0.0))
        dissipation = number("dissipation", self.dissipation, minimum=0.0)
        object.__setattr__(self, "dissipation", dissipation)
        object.__setattr__(self, "exponent", number("exponent", self.exponent, minimum=1.0))

    def numbers(self, z_offset: float = 0.0) -> tuple[float, ...]:
        """(k, c, m)."""
        return (self.k, self.dissipation, self.exponent)


@dataclass(frozen=True, slots=True)
class SoftplusSpring(NormalLaw):
    """f_n = max(0, (k/α) log(1 + e^{−α gap}) − s d ġ), s = 1/(1 + e^{α gap}).

    A linear spring rounded at the ground: smooth like the exponential spring, but with a stiffness
    that never exceeds k. At gap 0 it carries (k/α) log 2.

    Typical: k and d as for :class:`SpringDamper`, α = 100 to 1 000 1/m.

    Source: C. Dugas et al., "Incorporating second-order functional knowledge for better option
    pricing", NIPS 2000 (the function); its slope is the sigmoid layer.

    Attributes:
        k: Stiffness far inside [N/m].
        d: Damping [N·s/m].
        alpha: Sharpness [1/m].
    """

    k: float = 5000.0
    d: float = 500.0
    alpha: float = 100.0
    code: ClassVar[int] = normal_force.SOFTPLUS

    def __post_init__(self) -> None:
        """Check every parameter."""
        for name in ("k", "d"):
            object.__setattr__(self, name, number(name, getattr(self, name), minimum=0.0))
        object.__setattr__(self, "alpha", number("alpha", self.alpha, above=0.0))

    def numbers(self, z_offset: float = 0.0) -> tuple[float, ...]:
        """(k, d, α)."""
        return (self.k, self.d, self.alpha)


def as_smoothing(value: object) -> Smoothing:
    """A smoothing by its name in any case, its number, or itself.

    Raises:
        DefinitionError: There is no such smoothing; the message lists those there are.
    """
    try:
        if isinstance(value, str):
            return Smoothing[value.upper()]
        if isinstance(value, bool):
            raise ValueError
        return Smoothing(value)  # type: ignore[arg-type]
    except (KeyError, ValueError):
        names = [member.name.lower() for member in Smoothing]
        raise DefinitionError(
            f"smoothing must be one of {', '.join(map(repr, names))}, got {value!r}. "
            f"{did_you_mean(str(value).lower(), names)}"
        ) from None
