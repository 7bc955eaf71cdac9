"""A flat patch that touches."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import ClassVar, Literal

import numpy as np
import pinocchio as pin

from poise.arrays import Array, number
from poise.contact.cones import SURFACE_ROW_NAMES, Cone, surface_cone, surface_row_lengths
from poise.contact.contact import Contact, check_contact


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceContact(Contact):
    """A flat rectangular patch that carries a wrench of six components.

    Attributes:
        frame: The link or frame that carries the patch.
        length: Full size along the contact's x axis [m].
        width: Full size along the contact's y axis [m].
        friction: Coulomb coefficient μ.
        placement: Pose of the patch centre in the frame; z points from the ground into the robot.
        min_normal_force: The normal force is never commanded below this [N].
        max_normal_force: Nor above this [N].
        name: What results call it; the frame's name when absent.
        active: An inactive contact carries nothing and constrains nothing.
    """

    frame: str
    length: float
    width: float
    friction: float
    placement: pin.SE3 = field(default_factory=pin.SE3.Identity)
    min_normal_force: float = 0.0
    max_normal_force: float = np.inf
    _: KW_ONLY
    name: str = ""
    active: bool = True
    dimension: ClassVar[int] = 6

    def __post_init__(self) -> None:
        """Check every parameter."""
        check_contact(self)
        number(f"length of contact '{self.name}'", self.length, above=0.0)
        number(f"width of contact '{self.name}'", self.width, above=0.0)

    def cone(self, cone: Cone) -> Array:
        """The 16 rows of the wrench cone; a patch has the outer pyramid at its corners."""
        del cone  # the rows of a patch are the same for both
        return surface_cone(self.friction, self.length, self.width)

    def cone_row_names(self) -> tuple[str, ...]:
        """Sliding, tipping and yaw rows."""
        return SURFACE_ROW_NAMES

    def cone_row_lengths(self) -> Array:
        """Half sizes for moment rows, 1 for force rows, shape (16,) [m]."""
        return surface_row_lengths(self.length, self.width)

    def axes(self, link_rotation: Array) -> Array:
        """The patch's own axes: fixed in the link."""
        return link_rotation

    @property
    def named_axes(self) -> Literal["local", "world"] | None:
        """Those of the placed frame."""
        return "local"

    @property
    def points(self) -> Array:
        """The four corners, shape (4, 3) [m]."""
        x, y = self.length / 2.0, self.width / 2.0
        return np.array([[x, y, 0.0], [x, -y, 0.0], [-x, -y, 0.0], [-x, y, 0.0]])

    def structure(self) -> tuple[object, ...]:
        """Adds the size."""
        return (*Contact.structure(self), self.length, self.width)
