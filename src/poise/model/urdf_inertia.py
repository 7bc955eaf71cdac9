"""Mass, centre of mass and moments of a link of a URDF, possible or not."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement

import numpy as np
import pinocchio as pin

from poise.arrays import Array

_MARGIN = 1e-9  # relative; above rounding, below what anyone measures
_SMALLEST_MOMENT = 1e-12  # kg·m²
_SMALLEST_MASS = 1e-15  # kg; MuJoCo's mjMINVAL
_ENTRIES = ("xx", "xy", "xz", "yy", "yz", "zz")


@dataclass(frozen=True, slots=True, eq=False)
class LinkInertia:
    """Inertia of a body; unlike ``pin.Inertia`` it may be impossible.

    Attributes:
        mass: Mass [kg].
        com: Centre of mass in the link's axes, shape (3,) [m].
        moments: Inertia matrix about the centre of mass, shape (3, 3) [kg·m²].
    """

    mass: float
    com: Array
    moments: Array

    @classmethod
    def of_body(cls, inertia: pin.Inertia) -> LinkInertia:
        """The inertia of a body of a Pinocchio model."""
        return cls(float(inertia.mass), np.array(inertia.lever), np.array(inertia.inertia))

    def __add__(self, other: LinkInertia) -> LinkInertia:
        """Both bodies, fixed to each other."""
        mass = self.mass + other.mass
        com = self.com if mass == 0.0 else (self.mass * self.com + other.mass * other.com) / mass
        moments = np.zeros((3, 3))
        for part in (self, other):  # the parallel-axis theorem
            d = part.com - com
            moments += part.moments + part.mass * (d @ d * np.eye(3) - np.outer(d, d))
        return LinkInertia(mass, com, moments)

    def moved(self, pose: pin.SE3) -> LinkInertia:
        """The same body in the frame in which ``pose`` is given."""
        rotation = pose.rotation
        return LinkInertia(self.mass, pose.act(self.com), rotation @ self.moments @ rotation.T)

    @property
    def principal(self) -> Array:
        """Principal moments, ascending, shape (3,) [kg·m²]."""
        return np.asarray(np.linalg.eigvalsh(self.moments), dtype=np.float64)

    @property
    def is_massless(self) -> bool:
        """Whether there is no mass at all."""
        return abs(self.mass) < _SMALLEST_MASS

    @property
    def is_possible(self) -> bool:
        """Whether a rigid body can have it: mass and moments positive, A + B ≥ C."""
        a, b, c = self.principal
        positive = a > _MARGIN * max(c, _SMALLEST_MOMENT)
        return bool(self.mass > 0.0 and positive and a + b > c * (1.0 - _MARGIN))

    def written_to(self, link: Element) -> None:
        """Make it the link's only ``<inertial>``."""
        for inertial in link.findall("inertial"):
            link.remove(inertial)
        inertial = SubElement(link, "inertial")
        SubElement(inertial, "origin", xyz=" ".join(repr(float(x)) for x in self.com))
        SubElement(inertial, "mass", value=repr(float(self.mass)))
        rows, columns = np.triu_indices(3)  # the order of the entries
        numbers = map(float, self.moments[rows, columns])
        entries = {f"i{key}": repr(x) for key, x in zip(_ENTRIES, numbers, strict=True)}
        SubElement(inertial, "inertia", entries)


def link_inertia(link: Element) -> LinkInertia | None:
    """The ``<inertial>`` of a link; None where there is none or all its numbers are zero."""
    inertial = link.find("inertial")
    if inertial is None:
        return None
    mass, matrix = inertial.find("mass"), inertial.find("inertia")
    value = 0.0 if mass is None else float(mass.get("value", "0"))
    xx, xy, xz, yy, yz, zz = (
        0.0 if matrix is None else float(matrix.get(f"i{key}", "0")) for key in _ENTRIES
    )
    moments = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    if value == 0.0 and not moments.any():
        return None
    return LinkInertia(value, np.zeros(3), moments).moved(origin(inertial))


def origin(element: Element) -> pin.SE3:
    """The pose in the ``<origin>`` of a joint or inertial; identity when absent."""
    found = element.find("origin")
    if found is None:
        return pin.SE3.Identity()
    return pin.SE3(pin.rpy.rpyToMatrix(_numbers(found.get("rpy"))), _numbers(found.get("xyz")))


def _numbers(text: str | None) -> Array:
    return np.array([float(part) for part in (text or "0 0 0").split()])
