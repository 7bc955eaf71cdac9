"""Contacts that stay where they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from poise.arrays import number
from poise.constraints.constraint import Constraint, Rows
from poise.constraints.terms import TickTerms
from poise.constraints.variables import Variables

_ROWS = ("x", "y", "z", "rx", "ry", "rz")


def contact_row_names(variables: Variables) -> tuple[str, ...]:
    """Three or six rows per contact."""
    return tuple(
        f"contact {contact.name} {row}"
        for contact in variables.contacts
        for row in _ROWS[: contact.dimension]
    )


@dataclass(frozen=True, slots=True)
class RigidContacts(Constraint):
    """J q̈ + J̇v = −k_p e − k_d J v for every active contact, in its axes.

    A point has three rows [m/s²], a surface six [m/s², rad/s²]. e is how far the contact has
    moved since it was made.

    Attributes:
        damping: k_d ≥ 0 [1/s]; takes the speed out of a slipping contact.
        stiffness: k_p ≥ 0 [1/s²]; pulls it back to where it was made.
        use_bias: Whether J̇v is in the rows; without it a noisy velocity does not enter them.
    """

    damping: float = 20.0
    stiffness: float = 0.0
    use_bias: bool = True
    equality: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Check the gains."""
        number("contact damping", self.damping, minimum=0.0)
        number("contact stiffness", self.stiffness, minimum=0.0)

    def row_names(self, variables: Variables) -> tuple[str, ...]:
        """Three or six rows per contact."""
        return contact_row_names(variables)

    def write(self, terms: TickTerms, variables: Variables, rows: Rows) -> None:
        """Jacobians and the accelerations asked for."""
        rows.matrix[:, variables.acceleration] = terms.jacobian
        wanted = -self.stiffness * terms.displacement - self.damping * terms.velocity
        if self.use_bias:
            wanted -= terms.bias
        rows.lower[:] = rows.upper[:] = wanted


@dataclass(frozen=True, slots=True)
class RestingContacts(Constraint):
    """J v = −k e for every active contact, in its axes: the same at velocity level.

    A point has three rows [m/s], a surface six [m/s, rad/s].

    Attributes:
        gain: k ≥ 0 [1/s]; how fast a contact goes back to where it was made.
    """

    gain: float = 0.0
    equality: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Check the gain."""
        number("contact gain", self.gain, minimum=0.0)

    def row_names(self, variables: Variables) -> tuple[str, ...]:
        """Three or six rows per contact."""
        return contact_row_names(variables)

    def write(self, terms: TickTerms, variables: Variables, rows: Rows) -> None:
        """Jacobians and the velocities asked for."""
        rows.matrix[:, variables.velocity] = terms.jacobian
        rows.lower[:] = rows.upper[:] = -self.gain * terms.displacement
