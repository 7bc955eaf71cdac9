"""The regularisers and rate penalties of a whole-body scene."""

from __future__ import annotations

from dataclasses import dataclass

from poise.arrays import Array, number
from poise.constraints import Variables
from poise.scenes.cost import AffineCost, Cost, DiagonalCost
from poise.scenes.previous import PreviousTick
from poise.tasks import Efforts


@dataclass(frozen=True, slots=True)
class Penalties:
    """Every term of the cost that is no task; all are in the cost exactly as written here.

    Attributes:
        acceleration: ε_a of ½ ε_a ‖q̈‖², base included [1/(rad/s²)²]; with joint weights w,
            ½ ε_a Σ (q̈ⱼ/wⱼ)².
        contact_wrench: ε_f of ½ ε_f ‖f‖² [1/N²]. At 1e-8 the split of forces between contacts
            is decided by next to nothing; presets use 1e-4 or more.
        acceleration_delta: w_a of w_a ‖q̈ − q̈_prev‖² (no ½). How much it smooths depends on the
            tick rate; 0 is off.
        contact_wrench_delta: w_f of w_f ‖f − f_prev‖² (no ½), likewise.
        friction_cone_slack: w_s of w_s Σ sᵢ² (no ½), one slack in newtons per surface contact;
            0 keeps the cones hard.
        torque: ε_τ of ½ ε_τ ‖τ‖² [1/(N·m)²].
    """

    acceleration: float = 1e-8
    contact_wrench: float = 1e-8
    acceleration_delta: float = 0.0
    contact_wrench_delta: float = 0.0
    friction_cone_slack: float = 0.0
    torque: float = 0.0

    def __post_init__(self) -> None:
        """Check that each is a number ≥ 0.

        Raises:
            DefinitionError: One is not.
        """
        for name in self.__slots__:
            number(f"{name} penalty", getattr(self, name), minimum=0.0)

    def costs(
        self, previous: PreviousTick, variables: Variables, efforts: Efforts, norm: Array
    ) -> list[Cost]:
        """The terms of a tick.

        There is no delta term without a previous value: on the first tick, after a failed one, or
        for a new contact.

        Args:
            previous: What was last commanded.
            variables: Layout of x.
            efforts: Torques and forces as functions of x.
            norm: 1/w² of each velocity, shape (nv,).
        """
        acceleration, forces = variables.acceleration, variables.forces
        costs: list[Cost] = [
            DiagonalCost("acceleration", "regulariser", acceleration, self.acceleration * norm)
        ]
        if forces.stop > forces.start:
            costs.append(DiagonalCost("contact wrench", "regulariser", forces, self.contact_wrench))
        if self.torque > 0:
            costs.append(AffineCost("torque", "regulariser", self.torque, efforts.torque))
        before = previous.acceleration
        if self.acceleration_delta > 0 and before is not None:
            weight = 2.0 * self.acceleration_delta
            costs.append(DiagonalCost("acceleration delta", "rate", acceleration, weight, before))
        if self.contact_wrench_delta > 0:
            costs += self._wrench_deltas(previous, variables)
        weight = 2.0 * self.friction_cone_slack
        for name, index in variables.slack.items():
            place = slice(index, index + 1)
            costs.append(DiagonalCost(f"friction cone slack {name}", "slack", place, weight))
        return costs

    def _wrench_deltas(self, previous: PreviousTick, variables: Variables) -> list[Cost]:
        weight = 2.0 * self.contact_wrench_delta
        costs: list[Cost] = []
        for contact in variables.contacts:
            wrench = previous.wrench_of(contact)
            if wrench is not None:
                name = f"contact wrench delta {contact.name}"
                place = variables.force[contact.name]
                costs.append(DiagonalCost(name, "rate", place, weight, wrench))
        return costs
