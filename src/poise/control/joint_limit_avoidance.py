"""Push joints away from their position limits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, per_axis, vector
from poise.control.checks import check_axes, own_gains, own_limits, position_limits
from poise.control.potential_field import sigmoid_repulsion
from poise.control.saturation import saturate
from poise.errors import DefinitionError


@dataclass(frozen=True, slots=True, eq=False)
class JointLimitAvoidance:
    """u = kp (σ(q − lower) − σ(upper − q)), with σ the :func:`sigmoid_repulsion` of fields.

    Both limits of a joint act, so u is continuous also where their influences overlap, and
    zero half way between them. At a limit and beyond it the push is largest, and inwards.
    It remembers nothing.

    Attributes:
        lower: Lower position limits, shape (k,) [rad, m]; −inf where there is none.
        upper: Upper position limits, likewise; +inf where there is none.
        influence_distance: Distance from a limit within which it pushes, one number or one per
            joint, finite and > 0 [rad, m].
        kp: Gain, one number or one per joint, ≥ 0: [rad/s, m/s] for a reference velocity, or
            [rad/s², m/s²] for a reference acceleration, to which damping must be added.
        max_output: Largest magnitude of u per joint, > 0; unlimited when absent.
    """

    lower: ArrayLike
    upper: ArrayLike
    influence_distance: ArrayLike
    kp: ArrayLike = 1.0
    max_output: ArrayLike | None = None

    def __post_init__(self) -> None:
        """Check that everything fits the limits."""
        size = np.size(np.asarray(self.lower))
        lower, upper = position_limits(self.lower, self.upper)
        reach = per_axis("influence_distance", self.influence_distance, size)
        if (reach <= 0.0).any():
            raise DefinitionError(f"influence_distance must be > 0, got {reach.tolist()}.")
        object.__setattr__(self, "lower", lower)
        object.__setattr__(self, "upper", upper)
        object.__setattr__(self, "influence_distance", reach)
        own_gains(self, "kp")
        own_limits(self, "max_output")
        check_axes(self, ("kp", "max_output"), size)

    def output(self, position: ArrayLike) -> Array:
        """The push inwards.

        Args:
            position: q, shape (k,) [rad, m]; may be beyond a limit.

        Returns:
            u, shape (k,), in the unit of kp.

        Raises:
            ShapeError: Not one number per joint.
            DefinitionError: Not finite.
        """
        lower, upper = np.asarray(self.lower), np.asarray(self.upper)
        q = vector("position", position, lower.size)
        up, down = (
            sigmoid_repulsion(np.maximum(gap, 0.0), np.asarray(self.influence_distance))
            for gap in (q - lower, upper - q)
        )
        pushed: Array = np.asarray(self.kp) * (up - down)
        return pushed if self.max_output is None else saturate(pushed, np.asarray(self.max_output))
