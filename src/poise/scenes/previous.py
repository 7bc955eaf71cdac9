"""What a tick remembers of the ticks before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pinocchio as pin

from poise.arrays import Array


@dataclass(frozen=True, slots=True, eq=False)
class PreviousTick:
    """What was last commanded; without it there are no delta terms.

    Attributes:
        acceleration: q̈ last commanded, shape (nv,); None on the first tick and after a failed
            one.
        wrenches: Contact forces last commanded, by contact name, in the contact's axes, shape
            (3,) or (6,); a contact that is new has none.
        contact_anchors: Where each contact was made, by name, in the world.
    """

    acceleration: Array | None = None
    wrenches: Mapping[str, Array] = field(default_factory=dict)
    contact_anchors: Mapping[str, pin.SE3] = field(default_factory=dict)
