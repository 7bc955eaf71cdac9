"""What poise calls a contact: where a robot may touch, and which forces that can carry.

A contact is written once and used by the controller, both simulators and the viewer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, ClassVar, Literal, Self, cast

import pinocchio as pin

from poise.arrays import Array, non_empty_name, number, vector
from poise.contact.cones import Cone
from poise.errors import DefinitionError
from poise.spatial import require_pose, rotation_matrix


class Contact(ABC):
    """A place where the robot may touch the environment.

    Wrenches "at" a contact are exerted by the environment on the robot, in the contact's axes
    (z from the ground into the robot), linear part first.
    """

    __slots__ = ()

    dimension: ClassVar[int]
    frame: str
    friction: float
    placement: pin.SE3
    min_normal_force: float
    max_normal_force: float
    name: str
    active: bool

    @abstractmethod
    def cone(self, cone: Cone) -> Array:
        """Rows A with A f ≤ 0 for every force the contact can carry, shape (k, dimension)."""

    @abstractmethod
    def cone_row_names(self) -> tuple[str, ...]:
        """A name for each row of :meth:`cone`."""

    @abstractmethod
    def cone_row_lengths(self) -> Array:
        """The lengths [m] by which the rows of :meth:`cone` are divided to be newtons."""

    @abstractmethod
    def axes(self, link_rotation: Array) -> Array:
        """Rotation from contact axes to the world's, given that of the placed frame."""

    @property
    @abstractmethod
    def named_axes(self) -> Literal["local", "world"] | None:
        """Whose axes the contact's are: its placed frame's, the world's, or None: its own."""

    @property
    @abstractmethod
    def points(self) -> Array:
        """The points that touch, in contact axes, shape (k, 3) [m]."""

    def changed(self, *, friction: float | None = None, active: bool | None = None) -> Self:
        """A copy with another friction, or switched on or off; what is left out stays."""
        given = {"friction": friction, "active": active}
        changes = {name: value for name, value in given.items() if value is not None}
        copy: Self = replace(cast("Any", self), **changes)  # every contact is a dataclass
        return copy

    def identity(self) -> tuple[object, ...]:
        """What makes it the same contact: its kind, its frame and its axes and place there."""
        return (type(self), self.name, self.frame, self.placement.homogeneous.tobytes())

    def structure(self) -> tuple[object, ...]:
        """What a planned program depends on; two contacts with equal structure share a plan."""
        limits = (self.min_normal_force, self.max_normal_force)
        return (*self.identity(), self.friction, self.active, limits)


def as_contacts(contacts: object) -> tuple[Contact, ...]:
    """Check that an argument holds contacts, and nothing else; any iterable will do.

    Raises:
        DefinitionError: It does not.
    """
    if not isinstance(contacts, Iterable):
        raise DefinitionError(f"contacts must be a list of contacts, got {contacts!r}.")
    result = tuple(contacts)
    for contact in result:
        if not isinstance(contact, Contact):
            raise DefinitionError(
                f"contacts must hold SurfaceContact or PointContact, got {contact!r}."
            )
    return result


def check_contact(contact: Contact) -> None:
    """Check what all contacts have, name them and own their placement.

    Raises:
        DefinitionError: A value that cannot be; the message names the contact.
    """
    non_empty_name("frame", contact.frame)
    object.__setattr__(contact, "name", non_empty_name("name", contact.name or contact.frame))
    number(f"friction of contact '{contact.name}'", contact.friction, above=0.0)
    number(f"min_normal_force of contact '{contact.name}'", contact.min_normal_force, minimum=0.0)
    number(
        f"max_normal_force of contact '{contact.name}'",
        contact.max_normal_force,
        above=contact.min_normal_force,
        allow_infinite=True,
    )
    if not isinstance(contact.active, bool):
        raise DefinitionError(
            f"active of contact '{contact.name}' must be True or False, got {contact.active!r}."
        )
    label = f"placement of contact '{contact.name}'"
    require_pose(label, contact.placement)
    vector(f"translation of the {label}", contact.placement.translation, 3)
    rotation_matrix(f"rotation of the {label}", contact.placement.rotation)
    object.__setattr__(contact, "placement", contact.placement.copy())
