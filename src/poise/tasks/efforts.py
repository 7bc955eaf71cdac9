"""Contact wrenches and joint torques as affine functions of a program's variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from poise.arrays import Array


@dataclass(frozen=True, slots=True, eq=False)
class AffineMap:
    """y = matrix x + offset.

    Attributes:
        matrix: Shape (k, n).
        offset: Shape (k,).
    """

    matrix: Array
    offset: Array

    def __call__(self, x: Array) -> Array:
        """The value at x, shape (k,)."""
        value: Array = self.matrix @ x + self.offset
        return value


@dataclass(frozen=True, slots=True, eq=False)
class Efforts:
    """What a scene knows of forces: how they follow from its variables x.

    Attributes:
        torque: Motor torques of the actuated joints, (na,) [N·m, N].
        wrenches: Force or wrench of each active contact on the robot, by contact name, contact
            axes, (3,) or (6,) [N, N·m].
    """

    torque: AffineMap
    wrenches: Mapping[str, AffineMap]
