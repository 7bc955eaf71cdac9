"""A point that touches."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import ClassVar, Literal

import numpy as np
import pinocchio as pin

from poise.arrays import Array, vector
from poise.contact.cones import POINT_ROW_NAMES, Cone, point_cone
from poise.contact.contact import Contact, check_contact
from poise.errors import DefinitionError


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
        check_contact(self)
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
    def named_axes(self) -> Literal["local", "world"] | None:
        """The world's on level terrain, its own on any other."""
        return "world" if self.normal is None else None

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
