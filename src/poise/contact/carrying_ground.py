"""Ground that carries a robot of given mass."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from poise.arrays import number
from poise.contact.contact import Contact
from poise.contact.laws import ContactLaw, SpringDamper, Stiction
from poise.contact.soft_contact_model import SoftContactModel
from poise.contact.terrain import Terrain
from poise.model import RobotModel

STATIC_PENETRATION = 1e-3
"""How deep a robot that stands on all its points sinks in [m]."""

_DAMPING_RATIO = 0.5
_GRAVITY = 9.81  # m/s²; the ground's stiffness does not depend on where the robot stands


def carrying_ground(
    robot: RobotModel, contacts: Sequence[Contact], terrain: Terrain | None = None
) -> SoftContactModel:
    """Ground with stiction into which a robot that stands on all its contacts sinks 1 mm.

    With m the robot's mass over the number of points: k = m · 9.81 m/s² / 1 mm and
    d = 2 ζ √(k m), ζ = 0.5; the tangential pair k_t, d_t is the same, and the Coulomb coefficient
    is each contact's. Relative to the mass on a point it is the same ground for every robot:
    √(k/m) = 99 1/s and d/m = 99 1/s.

    Args:
        robot: The robot.
        contacts: Where it stands; at least one.
        terrain: Absent: the plane z = 0.

    Raises:
        DefinitionError: There are no contacts, or two share a name.
    """
    k = _share(robot, contacts) * _GRAVITY / STATIC_PENETRATION
    return ground_of_stiffness(robot, contacts, k, terrain)


def ground_of_stiffness(
    robot: RobotModel,
    contacts: Sequence[Contact],
    k: float,
    terrain: Terrain | None = None,
) -> SoftContactModel:
    """The same with a stiffness of one's own, damped to a ratio of one half.

    Args:
        robot: The robot.
        contacts: Where it stands; at least one.
        k: Of each point, normal and tangential, > 0 [N/m].
        terrain: Absent: the plane z = 0.

    Raises:
        DefinitionError: As :func:`carrying_ground`, or k is not positive.
    """
    d = 2.0 * _DAMPING_RATIO * float(np.sqrt(number("k", k, above=0.0) * _share(robot, contacts)))
    return SoftContactModel.of(
        ContactLaw(SpringDamper(k, d), Stiction(None, k, d)), terrain, contacts
    )


def _share(robot: RobotModel, contacts: Sequence[Contact]) -> float:
    """The mass on a point of a robot that stands on all of them [kg]."""
    return robot.total_mass / max(1, sum(len(contact.points) for contact in contacts))
