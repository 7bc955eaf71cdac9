"""What happens to a robot while it runs, besides pushes."""

from __future__ import annotations

from dataclasses import dataclass

from poise.arrays import non_empty_name, number


@dataclass(frozen=True, slots=True)
class ContactChange:
    """From some time on the controller counts on a contact, or no longer.

    The ground stays where it is: a foot that the controller no longer counts on may still stand
    on it.

    Attributes:
        time: When [s].
        contact: Name of the contact.
        active: Whether the controller may use it from then on.
    """

    time: float
    contact: str
    active: bool

    def __post_init__(self) -> None:
        """Check time and name."""
        number("time of a contact change", self.time, minimum=0.0)
        non_empty_name("contact", self.contact)
