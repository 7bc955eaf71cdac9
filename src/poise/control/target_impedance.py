"""Mass, damper and spring: how something shall answer to a force."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array
from poise.control.checks import check_axes, own_gains, own_limits
from poise.errors import ShapeError

_PER_AXIS = ("mass", "stiffness", "damping")


@dataclass(frozen=True, slots=True, eq=False)
class TargetImpedance:
    """A mass on a spring and a damper along each axis; what the two laws with it share.

    Attributes:
        mass: M, one number or one per axis, > 0 [kg, kg·m²].
        stiffness: K, likewise, ≥ 0 [N/m, N·m/rad].
        damping: D, likewise, ≥ 0 [N·s/m, N·m·s/rad]; critical, 2 √(K M), when absent.
    """

    mass: ArrayLike
    stiffness: ArrayLike
    damping: ArrayLike | None = None

    def __post_init__(self) -> None:
        """Check all three and freeze them."""
        own_gains(self, "mass", "stiffness")
        own_limits(self, "mass")
        sizes = {np.size(value) for value in (self.mass, self.stiffness) if np.ndim(value)}
        if len(sizes) > 1:
            raise ShapeError(
                f"mass and stiffness must be for as many axes, got {np.size(self.mass)} and "
                f"{np.size(self.stiffness)}."
            )
        if self.damping is None:
            critical = 2.0 * np.sqrt(np.multiply(self.stiffness, self.mass))
            object.__setattr__(self, "damping", critical)
        own_gains(self, "damping")

    def per_axis(self, size: int) -> tuple[Array, Array, Array]:
        """M, K and D of this many axes, each of shape (size,).

        Raises:
            ShapeError: One is given for another number of axes.
        """
        check_axes(self, _PER_AXIS, size)
        mass, stiffness, damping = (
            np.broadcast_to(np.asarray(getattr(self, name)), (size,)) for name in _PER_AXIS
        )
        return mass, stiffness, damping
