"""Laws of the tangential force."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from poise.arrays import number
from poise.contact.laws import friction_force


class FrictionLaw(ABC):
    """A force in the tangent plane of the ground, against the motion there."""

    __slots__ = ()

    code: ClassVar[int]

    @abstractmethod
    def numbers(self) -> tuple[float, ...]:
        """The parameters in the order of the formula."""


@dataclass(frozen=True, slots=True)
class ViscousFriction(FrictionLaw):
    """f_t = −s d_t v_t: a damper that acts in the same layer as that of the normal law.

    Under a side load F it creeps at F/(s d_t), however heavy the robot, and it never holds.

    Attributes:
        d_t: Damping [N·s/m].
    """

    d_t: float = 500.0
    code: ClassVar[int] = friction_force.VISCOUS

    def __post_init__(self) -> None:
        """Check every parameter."""
        object.__setattr__(self, "d_t", number("d_t", self.d_t, minimum=0.0))

    def numbers(self) -> tuple[float, ...]:
        """(d_t,)."""
        return (self.d_t,)


@dataclass(frozen=True, slots=True)
class RegularizedCoulomb(FrictionLaw):
    """f_t = −μ f_n v_t / √(|v_t|² + v_s²): smooth, bounded by μ f_n, creeps below it.

    Under a side load F < μ f_n it creeps at v_s F / √((μ f_n)² − F²).

    Typical: μ = 0.3 to 1, v_s = 0.001 to 0.1 m/s; the smaller, the stiffer: the damping at rest
    is μ f_n / v_s.

    Source: E. Pennestrì et al., "Review and comparison of dry friction force models", Nonlinear
    Dynamics 83, 2016, section on smoothed Coulomb friction.

    Attributes:
        friction: Coulomb coefficient μ; absent: that of each contact.
        slip_speed: v_s [m/s].
    """

    friction: float | None = None
    slip_speed: float = 0.01
    code: ClassVar[int] = friction_force.COULOMB

    def __post_init__(self) -> None:
        """Check every parameter."""
        if self.friction is not None:
            object.__setattr__(self, "friction", number("friction", self.friction, minimum=0.0))
        object.__setattr__(self, "slip_speed", number("slip_speed", self.slip_speed, above=0.0))

    def numbers(self) -> tuple[float, ...]:
        """(μ, v_s)."""
        return (_known(self.friction), self.slip_speed)


@dataclass(frozen=True, slots=True)
class Stiction(FrictionLaw):
    """A tangential spring and damper between the point and an anchor on the ground, cut at μ f_n.

    f_t = −k_t ξ − d_t v_t while |f_t| ≤ μ f_n, with ξ the tangential way from the anchor to the
    point. Beyond, f_t is cut to that length and the anchor dragged so that the spring alone carries
    no more. A point that touches anew is anchored where it touches. It holds without creep.

    Typical: μ = 0.3 to 1, k_t and d_t as the normal law's k and d.

    Source: P. A. Cundall, O. D. L. Strack, "A discrete numerical model for granular assemblies",
    Géotechnique 29, 1979.

    Attributes:
        friction: Coulomb coefficient μ; absent: that of each contact.
        k_t: Tangential stiffness [N/m].
        d_t: Tangential damping [N·s/m].
    """

    friction: float | None = None
    k_t: float = 5000.0
    d_t: float = 500.0
    code: ClassVar[int] = friction_force.STICTION

    def __post_init__(self) -> None:
        """Check every parameter."""
        if self.friction is not None:
            object.__setattr__(self, "friction", number("friction", self.friction, minimum=0.0))
        object.__setattr__(self, "k_t", number("k_t", self.k_t, above=0.0))
        object.__setattr__(self, "d_t", number("d_t", self.d_t, minimum=0.0))

    def numbers(self) -> tuple[float, ...]:
        """(μ, k_t, d_t)."""
        return (_known(self.friction), self.k_t, self.d_t)


def _known(friction: float | None) -> float:
    """The coefficient; not a number where it is the contact's, so that it cannot be used unseen."""
    return float("nan") if friction is None else friction
