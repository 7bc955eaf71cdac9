"""Where joints may be: within their limits, and not too far from the guess."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, non_negative_per_axis
from poise.cartesian.chain import Chain
from poise.cartesian.joint_units import JointUnits
from poise.errors import DefinitionError


def joint_distances(value: ArrayLike | None, units: JointUnits, size: int) -> Array:
    """How far each joint may end from its guess, (n,) [rad, m]; infinite where nothing is said.

    Raises:
        ShapeError, DefinitionError: Neither one number nor one per joint, or negative.
    """
    if value is None:
        return np.full(size, np.inf)
    return units.for_kernel(
        "max_joint_distance", non_negative_per_axis("max_joint_distance", value, size)
    )


def neighbourhood(chain: Chain, guess: Array, distance: Array) -> tuple[Array, Array]:
    """Lower and upper end of where each joint may be, (n,) each [rad, m].

    Args:
        chain: For its limits.
        guess: Joint positions, (n,) [rad, m].
        distance: How far each may end from there, (n,) [rad, m].
    """
    return np.maximum(chain.lower, guess - distance), np.minimum(chain.upper, guess + distance)


def require_room(chain: Chain, bounds: tuple[Array, Array]) -> None:
    """Check that the neighbourhood of a guess reaches the limits.

    Raises:
        DefinitionError: It does not; the joints are named.
    """
    lower, upper = bounds
    names = [chain.joint_names[j] for j in np.flatnonzero(lower > upper)]
    if names:
        raise DefinitionError(
            "max_joint_distance must let every joint reach its limits from the guess, but "
            f"{', '.join(names)} cannot."
        )
