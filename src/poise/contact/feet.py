"""The end effectors on which the soft ground acts, named once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from poise.arrays import Array, did_you_mean
from poise.contact.contact import Contact
from poise.contact.presets import preset_contacts
from poise.errors import DefinitionError
from poise.model import RobotModel
from poise.model.frames import FramePlace


@dataclass(frozen=True, slots=True, eq=False)
class Foot:
    """An end effector: the points of it that the ground can touch.

    Attributes:
        name: What results call it.
        frame: The link or frame that carries it.
        placement: Of its origin and axes in the frame.
        points: In its axes, shape (k, 3) [m].
        friction: Its Coulomb coefficient; absent where the contact law must say it.
    """

    name: str
    frame: str
    placement: pin.SE3
    points: Array
    friction: float | None

    def places(self, robot: RobotModel) -> list[FramePlace]:
        """Each of its points on a robot.

        Raises:
            FrameNotFoundError: The robot has no such frame.
        """
        return [
            robot.place(self.frame, self.placement * pin.SE3(np.eye(3), point))
            for point in self.points
        ]


def as_feet(feet: Iterable[str | Contact]) -> tuple[Foot, ...]:
    """Feet from names of frames, whose origins then touch, or from contacts.

    Raises:
        DefinitionError: There is none, two share a name, or something else is among them.
    """
    if isinstance(feet, str) or not isinstance(feet, Iterable):
        raise DefinitionError(f"feet must be a list of frames or contacts, got {feet!r}.")
    found = tuple(_as_foot(foot) for foot in feet)
    names = [foot.name for foot in found]
    if not found or len(set(names)) < len(names):
        raise DefinitionError(f"feet must be at least one, with different names, got {names}.")
    return found


def feet_of(robot: RobotModel) -> tuple[Foot, ...]:
    """The contacts of a robot that was loaded by name.

    Raises:
        DefinitionError: It was not.
    """
    return as_feet(preset_contacts(robot))


def require_foot(name: str, names: Iterable[str]) -> None:
    """Check that there is such a foot.

    Raises:
        DefinitionError: There is not; the message lists close matches.
    """
    if name not in names:
        raise DefinitionError(f"There is no foot {name!r}. {did_you_mean(str(name), names)}")


def _as_foot(foot: object) -> Foot:
    if isinstance(foot, str) and foot:
        return Foot(foot, foot, pin.SE3.Identity(), np.zeros((1, 3)), None)
    if isinstance(foot, Contact):
        return Foot(foot.name, foot.frame, foot.placement, foot.points, foot.friction)
    raise DefinitionError(f"feet must hold names of frames or contacts, got {foot!r}.")
