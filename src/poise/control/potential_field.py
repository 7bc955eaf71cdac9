"""Repulsive potential fields around points and along planes.

Fields are numbers without unit, positive away from the obstacle; a law's gain gives them one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, number, vector
from poise.errors import DefinitionError, ShapeError

RIM = 0.05
"""Share of the influence distance, at its rim, over which a field fades linearly to zero."""

CORE = 0.01
"""Share of the influence distance below which a planar field grows no further."""


def fading(distance: Array, influence_distance: Array) -> Array:
    """What makes a field end continuously: 1 inside, linearly to 0 over the rim, 0 outside.

    Args:
        distance: d ≥ 0, any shape [m, rad].
        influence_distance: d0 > 0, likewise.

    Returns:
        min(1, (d0 − d) / (RIM d0)), not below 0.
    """
    faded: Array = np.clip((influence_distance - distance) / (RIM * influence_distance), 0.0, 1.0)
    return faded


def sigmoid_repulsion(distance: Array, influence_distance: Array) -> Array:
    """The strength of a radial field: 1 / (1 + exp(6 (1 − 2 (d0 − d) / d0))), fading at the rim.

    0.9975 at the centre, ½ half way to the rim, 0 from the rim on.

    Args:
        distance: d ≥ 0, any shape [m, rad].
        influence_distance: d0 > 0, likewise.
    """
    depth = (influence_distance - distance) / influence_distance
    # Outside the rim the exponent would overflow, and the field is zero anyway.
    sigmoid = 1.0 / (1.0 + np.exp(6.0 * (1.0 - 2.0 * np.maximum(depth, 0.0))))
    strength: Array = sigmoid * fading(distance, influence_distance)
    return strength


class PotentialField(ABC):
    """A field that pushes away from an obstacle within its influence distance."""

    __slots__ = ()

    @property
    @abstractmethod
    def size(self) -> int:
        """Number of dimensions, k."""

    @abstractmethod
    def distance(self, position: ArrayLike) -> float:
        """Distance from the obstacle, ≥ 0 [m].

        Raises:
            ShapeError: Not a position of k numbers.
            DefinitionError: Not finite.
        """

    @abstractmethod
    def push(self, position: ArrayLike) -> Array:
        """The field at a position, away from the obstacle, shape (k,) [–].

        Raises:
            ShapeError: Not a position of k numbers.
            DefinitionError: Not finite.
        """


@dataclass(frozen=True, slots=True, eq=False)
class RadialField(PotentialField):
    """Pushes away from a point by :func:`sigmoid_repulsion`.

    At the centre itself, where "away" means nothing, it pushes along ``escape``: a field that
    vanished there would hold what sits in the very middle.

    Attributes:
        centre: x0, shape (k,) [m].
        influence_distance: d0, finite and > 0 [m]; the field is zero from there on.
        escape: Direction at the centre, shape (k,), of any length; the first axis when absent.
    """

    centre: ArrayLike
    influence_distance: float
    escape: ArrayLike | None = None

    def __post_init__(self) -> None:
        """Check the parameters; make the direction a unit vector."""
        size = np.size(np.asarray(self.centre))
        object.__setattr__(self, "centre", _point("centre", self.centre))
        distance = number("influence_distance", self.influence_distance, above=0.0)
        object.__setattr__(self, "influence_distance", distance)
        escape = np.eye(1, size)[0] if self.escape is None else self.escape
        object.__setattr__(self, "escape", _unit("escape", vector("escape", escape, size)))

    @property
    def size(self) -> int:
        """Number of dimensions, k."""
        return np.size(np.asarray(self.centre))

    def distance(self, position: ArrayLike) -> float:
        """‖x − x0‖ [m]; see :meth:`PotentialField.distance`."""
        return hypot(*self._from_centre(position).tolist())

    def push(self, position: ArrayLike) -> Array:
        """Away from the centre, shape (k,) [–]; see :meth:`PotentialField.push`."""
        offset = self._from_centre(position)
        direction = _unit("offset", offset) if offset.any() else np.asarray(self.escape)
        d, reach = np.asarray(hypot(*offset.tolist())), np.asarray(self.influence_distance)
        pushed: Array = sigmoid_repulsion(d, reach) * direction
        return pushed

    def _from_centre(self, position: ArrayLike) -> Array:
        offset: Array = vector("position", position, self.size) - np.asarray(self.centre)
        return offset


@dataclass(frozen=True, slots=True, eq=False)
class PlanarField(PotentialField):
    """Pushes away from a plane, towards the side one is on, by reference_distance / d.

    On the plane itself it pushes along the normal. Below 1 % of the influence distance it
    grows no further, and over the last 5 % it fades to zero.

    Attributes:
        point: Any point of the plane, x0, shape (k,) [m].
        normal: Its normal, shape (k,), of any length but zero.
        influence_distance: d0, finite and > 0 [m]; the field is zero from there on.
        reference_distance: Distance at which the field is 1, > 0 [m].
    """

    point: ArrayLike
    normal: ArrayLike
    influence_distance: float
    reference_distance: float = 1.0

    def __post_init__(self) -> None:
        """Check the parameters; make the normal a unit vector."""
        size = np.size(np.asarray(self.point))
        object.__setattr__(self, "point", _point("point", self.point))
        object.__setattr__(self, "normal", _unit("normal", vector("normal", self.normal, size)))
        for name in ("influence_distance", "reference_distance"):
            object.__setattr__(self, name, number(name, getattr(self, name), above=0.0))

    @property
    def size(self) -> int:
        """Number of dimensions, k."""
        return np.size(np.asarray(self.point))

    def distance(self, position: ArrayLike) -> float:
        """|n · (x − x0)| [m]; see :meth:`PotentialField.distance`."""
        return abs(self.signed_distance(position))

    def signed_distance(self, position: ArrayLike) -> float:
        """n · (x − x0) [m]: positive on the side that the normal points to.

        Raises:
            ShapeError: Not a position of k numbers.
            DefinitionError: Not finite.
        """
        offset = vector("position", position, self.size) - np.asarray(self.point)
        return float(np.asarray(self.normal) @ offset)

    def push(self, position: ArrayLike) -> Array:
        """Along ± the normal, shape (k,) [–]; see :meth:`PotentialField.push`."""
        signed = self.signed_distance(position)
        reach = self.influence_distance
        strength = self.reference_distance / max(abs(signed), CORE * reach)
        faded = strength * fading(np.asarray(abs(signed)), np.asarray(reach))
        side = -1.0 if signed < 0.0 else 1.0
        pushed: Array = side * faded * np.asarray(self.normal)
        return pushed


def _point(name: str, value: ArrayLike) -> Array:
    if np.ndim(np.asarray(value)) != 1 or np.size(np.asarray(value)) == 0:
        raise ShapeError(f"{name} must be a list of numbers, got shape {np.shape(value)}.")
    return vector(name, value, np.size(np.asarray(value)))


def _unit(name: str, value: Array) -> Array:
    largest = float(np.abs(value).max())
    if largest == 0.0:
        raise DefinitionError(f"{name} must not be zero: it is a direction.")
    scaled = value / largest  # the squares of tiny numbers would vanish
    unit: Array = scaled / np.linalg.norm(scaled)
    unit.setflags(write=False)
    return unit
