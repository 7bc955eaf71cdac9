"""The regularisers and rate penalties of a whole-body scene."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise.arrays import Array, number
from poise.constraints import Variables
from poise.scenes.previous import PreviousTick


@dataclass(frozen=True, slots=True)
class Penalties:
    """Every term of the cost that is no task; all are in the cost exactly as written here.

    Attributes:
        acceleration: ε_a of ½ ε_a ‖q̈‖², base included [1/(rad/s²)²].
        contact_wrench: ε_f of ½ ε_f ‖f‖² [1/N²]. At 1e-8 the split of forces between contacts
            is decided by next to nothing; presets use 1e-4 or more.
        acceleration_delta: w_a of w_a ‖q̈ − q̈_prev‖² (no ½). How much it smooths depends on the
            tick rate; 0 is off.
        contact_wrench_delta: w_f of w_f ‖f − f_prev‖² (no ½), likewise.
        friction_cone_slack: w_s of w_s Σ sᵢ² (no ½), one slack in newtons per surface contact;
            0 keeps the cones hard.
    """

    acceleration: float = 1e-8
    contact_wrench: float = 1e-8
    acceleration_delta: float = 0.0
    contact_wrench_delta: float = 0.0
    friction_cone_slack: float = 0.0

    def __post_init__(self) -> None:
        """Check that each is a number ≥ 0.

        Raises:
            DefinitionError: One is not.
        """
        for name in self.__slots__:
            number(f"{name} penalty", getattr(self, name), minimum=0.0)


def add_penalties(
    cost: tuple[Array, Array], penalties: Penalties, previous: PreviousTick, variables: Variables
) -> None:
    """Add the penalties to H and g of ½ xᵀ H x + gᵀ x, in place.

    There is no delta term without a previous value: on the first tick, after a failed one, or
    for a new contact.

    Args:
        cost: H, shape (n, n), and g, shape (n,).
        penalties: What to add.
        previous: What was last commanded.
        variables: Layout of x.
    """
    H, g = cost
    diagonal = np.zeros(variables.size)
    acceleration = variables.acceleration
    diagonal[acceleration] += penalties.acceleration
    diagonal[variables.forces] += penalties.contact_wrench
    if previous.acceleration is not None and penalties.acceleration_delta > 0:
        weight = 2.0 * penalties.acceleration_delta
        diagonal[acceleration] += weight
        g[acceleration] -= weight * previous.acceleration
    if penalties.contact_wrench_delta > 0:
        weight = 2.0 * penalties.contact_wrench_delta
        for contact in variables.contacts:
            before = previous.wrench_of(contact)
            if before is not None:
                place = variables.force[contact.name]
                diagonal[place] += weight
                g[place] -= weight * before
    for slack in variables.slack.values():
        diagonal[slack] += 2.0 * penalties.friction_cone_slack
    H.flat[:: variables.size + 1] += diagonal
