"""The contacts of a known robot."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from poise.contact.contact import Contact
from poise.contact.point_contact import PointContact
from poise.contact.surface_contact import SurfaceContact
from poise.errors import DefinitionError
from poise.model import RobotModel


def preset_contacts(robot: RobotModel) -> tuple[Contact, ...]:
    """The contacts that a robot's preset names, in its order.

    Raises:
        DefinitionError: The robot was not loaded by name.
    """
    if robot.preset is None:
        raise DefinitionError(
            f"robot '{robot.name}' was not loaded by name, so it has no preset contacts; "
            "define SurfaceContact or PointContact yourself."
        )
    contacts: list[Contact] = []
    for item in robot.preset.contacts:
        rotation = pin.rpy.rpyToMatrix(np.array(item.rpy, dtype=np.float64))
        placement = pin.SE3(rotation, np.array(item.offset, dtype=np.float64))
        if item.type == "surface":
            contacts.append(
                SurfaceContact(item.frame, item.length, item.width, item.friction, placement)
            )
        else:
            contacts.append(PointContact(item.frame, item.friction, placement))
    return tuple(contacts)
