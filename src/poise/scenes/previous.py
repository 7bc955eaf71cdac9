"""What a tick remembers of the ticks before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pinocchio as pin

from poise.arrays import Array, vector
from poise.contact import Contact
from poise.errors import DefinitionError


@dataclass(frozen=True, slots=True, eq=False)
class PreviousTick:
    """What was last commanded; without it there are no delta terms.

    Attributes:
        acceleration: q̈ last commanded, shape (nv,); None on the first tick and after a failed
            one.
        wrenches: Contact forces last commanded, by contact name, in the contact's axes, shape
            (3,) or (6,); a contact that is new has none.
        contact_anchors: Where each contact was made, by name, in the world.
        contacts: The contacts that both are about, by name, as they were. One that is now of
            another kind, on another frame or in another place there is a new one, whatever its
            name. A name left out stands for the contact as it is now.
        torque: Motor torques last commanded, shape (na,); None on the first tick and after a
            failed one.
    """

    acceleration: Array | None = None
    wrenches: Mapping[str, Array] = field(default_factory=dict)
    contact_anchors: Mapping[str, pin.SE3] = field(default_factory=dict)
    contacts: Mapping[str, Contact] = field(default_factory=dict)
    torque: Array | None = None

    def __post_init__(self) -> None:
        """Check shapes and own the arrays.

        Raises:
            DefinitionError: A wrench of wrong size, or anything that is not finite.
        """
        put = object.__setattr__
        for name in ("acceleration", "torque"):
            value = getattr(self, name)
            if value is not None:
                put(self, name, vector(f"previous {name}", value, np.size(value)))
        wrenches = {}
        for name, wrench in self.wrenches.items():
            size = np.size(wrench)
            if size not in (3, 6):
                raise DefinitionError(
                    f"previous wrench of contact '{name}' must have 3 or 6 entries, got {size}."
                )
            wrenches[name] = vector(f"previous wrench of contact '{name}'", wrench, size)
        put(self, "wrenches", wrenches)

    def wrench_of(self, contact: Contact) -> Array | None:
        """The force last commanded at this very contact, shape (dimension,); None if it is new."""
        wrench = self.wrenches.get(contact.name)
        if wrench is None or not self._is_the_same(contact) or wrench.size < contact.dimension:
            return None
        return wrench[: contact.dimension]

    def anchor_of(self, contact: Contact) -> pin.SE3 | None:
        """Where this very contact was made; None if it is new."""
        anchor = self.contact_anchors.get(contact.name)
        return anchor if self._is_the_same(contact) else None

    def _is_the_same(self, contact: Contact) -> bool:
        before = self.contacts.get(contact.name)
        return before is None or before is contact or before.identity() == contact.identity()
