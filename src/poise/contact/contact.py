"""What poise calls a contact: where a robot may touch, and which forces that can carry.

A contact is written once and used by the controller, both simulators and the viewer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass, field
from typing import ClassVar

import numpy as np
import pinocchio as pin

from poise.arrays import Array, non_empty_name, number, vector
from poise.contact.cones import (
    POINT_ROW_NAMES,
    SURFACE_ROW_NAMES,
    Cone,
    point_cone,
    surface_cone,
    surface_row_lengths,
)
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
    def points(self) -> Array:
        """The points that touch, in contact axes, shape (k, 3) [m]."""

    def identity(self) -> tuple[object, ...]:
        """What makes it the same contact: its kind, its frame and its axes and place there."""
        return (type(self), self.name, self.frame, self.placement.homogeneous.tobytes())

    def structure(self) -> tuple[object, ...]:
        """What a planned program depends on; two contacts with equal structure share a plan."""
        limits = (self.min_normal_force, self.max_normal_force)
        return (*self.identity(), self.friction, self.active, limits)


def as_contacts(contacts: Iterable[Contact]) -> tuple[Contact, ...]:
    """Check that an argument holds contacts, and nothing else; any iterable will do.

    Raises:
        DefinitionError: It does not.
    """
    if not isinstance(contacts, Iterable) or isinstance(contacts, str):
        raise DefinitionError(f"contacts must be a list of contacts, got {contacts!r}.")
    result = tuple(contacts)
    for contact in result:
        if not isinstance(contact, Contact):
            raise DefinitionError(
                f"contacts must hold SurfaceContact or PointContact, got {contact!r}."
            )
    return result


def _check_common(contact: SurfaceContact | PointContact) -> None:
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
        _check_common(self)
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
    def points(self) -> Array:
        """The four corners, shape (4, 3) [m]."""
        x, y = self.length / 2.0, self.width / 2.0
        return np.array([[x, y, 0.0], [x, -y, 0.0], [-x, -y, 0.0], [-x, y, 0.0]])

    def structure(self) -> tuple[object, ...]:
        """Adds the size."""
        return (*Contact.structure(self), self.length, self.width)


@dataclass(frozen=True, slots=True, eq=False)
class PointContact(Contact):
    """A point that carries a force of three components.

    Its axes are not the link's: z is the terrain's normal, x the world's x axis projected onto
    the tangent plane.

    Attributes:
        frame: The link or frame that carries the point.
        friction: Coulomb coefficient μ.
        placement: Pose whose origin is the point, in the frame; its rotation has no effect.
        normal: Terrain normal in world axes, shape (3,), any length > 0; world z when absent.
        min_normal_force: The normal force is never commanded below this [N].
        max_normal_force: Nor above this [N].
        name: What results call it; the frame's name when absent.
        active: An inactive contact carries nothing and constrains nothing.
    """

    frame: str
    friction: float
    placement: pin.SE3 = field(default_factory=pin.SE3.Identity)
    normal: Array | None = None
    min_normal_force: float = 0.0
    max_normal_force: float = np.inf
    _: KW_ONLY
    name: str = ""
    active: bool = True
    dimension: ClassVar[int] = 3

    def __post_init__(self) -> None:
        """Check every parameter."""
        _check_common(self)
        if self.normal is not None:
            normal = vector(f"normal of contact '{self.name}'", self.normal, 3)
            if np.linalg.norm(normal) < 1e-9:
                raise DefinitionError(f"normal of contact '{self.name}' must not be zero.")
            object.__setattr__(self, "normal", normal)

    def cone(self, cone: Cone) -> Array:
        """The four rows of the friction pyramid."""
        return point_cone(self.friction, cone)

    def cone_row_names(self) -> tuple[str, ...]:
        """Four sliding rows."""
        return POINT_ROW_NAMES

    def cone_row_lengths(self) -> Array:
        """All rows are newtons already, shape (4,)."""
        return np.ones(4)

    def axes(self, link_rotation: Array) -> Array:
        """z along the terrain normal, x the world's x projected."""
        del link_rotation  # a point has no axes of its own
        return np.eye(3) if self.normal is None else normal_axes(self.normal)

    @property
    def points(self) -> Array:
        """The point itself, shape (1, 3)."""
        return np.zeros((1, 3))

    def identity(self) -> tuple[object, ...]:
        """Adds the normal: it turns the axes."""
        normal = None if self.normal is None else self.normal.tobytes()
        return (*Contact.identity(self), normal)


def normal_axes(normal: Array) -> Array:
    """Rotation whose z axis is the normal and whose x axis is the world's x, projected.

    Where the normal is (nearly) the world's x axis, the world's y takes its place.
    """
    z = normal / np.linalg.norm(normal)
    reference = np.array([1.0, 0.0, 0.0]) if abs(z[0]) < 0.999 else np.array([0.0, 1.0, 0.0])
    x = reference - z * (reference @ z)
    x /= np.linalg.norm(x)
    return np.column_stack((x, np.cross(z, x), z))
