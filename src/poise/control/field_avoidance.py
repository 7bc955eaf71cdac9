"""The velocity that several potential fields together ask for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, vector
from poise.control.checks import check_axes, own_gains, own_limits
from poise.control.potential_field import PotentialField
from poise.control.saturation import saturate
from poise.errors import DefinitionError, ShapeError


@dataclass(frozen=True, slots=True, eq=False)
class FieldAvoidance:
    """u = kp Σ field(x), saturated without changing its direction. It remembers nothing.

    Attributes:
        fields: Fields of one dimension, k; none at all ask for nothing.
        kp: Gain, one number or one per axis, ≥ 0 [m/s].
        max_velocity: Largest magnitude of u on each axis, > 0 [m/s]; unlimited when absent.
    """

    fields: Sequence[PotentialField]
    kp: ArrayLike = 1.0
    max_velocity: ArrayLike | None = None

    def __post_init__(self) -> None:
        """Check that everything is of one dimension."""
        object.__setattr__(self, "fields", tuple(self.fields))
        own_gains(self, "kp")
        own_limits(self, "max_velocity")
        for index, field in enumerate(self.fields):
            if not isinstance(field, PotentialField):
                raise DefinitionError(f"fields[{index}] must be a PotentialField, got {field!r}.")
            if field.size != self.fields[0].size:
                raise ShapeError(
                    f"fields must be of one dimension, but fields[0] has {self.fields[0].size} "
                    f"and fields[{index}] has {field.size}."
                )
        if self.fields:
            check_axes(self, ("kp", "max_velocity"), self.fields[0].size)

    def velocity(self, position: ArrayLike) -> Array:
        """The reference velocity at a position.

        Args:
            position: x, shape (k,) [m].

        Returns:
            u, shape (k,) [m/s].

        Raises:
            ShapeError: Not a position of k numbers.
            DefinitionError: Not finite.
        """
        x = vector("position", position, np.size(np.asarray(position)))
        check_axes(self, ("kp", "max_velocity"), x.size)
        total = np.asarray(self.kp) * sum(
            (field.push(x) for field in self.fields), np.zeros(x.size)
        )
        if self.max_velocity is None:
            return total
        return saturate(total, np.asarray(self.max_velocity))
