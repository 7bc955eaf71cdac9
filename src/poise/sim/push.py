"""Pushes: what disturbs a robot from outside."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from poise.arrays import Array, non_empty_name, number, vector
from poise.model.frames import FramePlace
from poise.model.robot_model import RobotModel
from poise.model.xml import parse_xml


@dataclass(frozen=True, slots=True, eq=False)
class Push:
    """A constant force for a short time, at a link's centre of mass.

    Attributes:
        impulse: Force times duration, world axes, shape (3,) [N·s].
        time: When it starts [s].
        duration: How long it lasts [s].
        link: The link that is pushed; the robot's base link when absent.
    """

    impulse: Array
    time: float
    duration: float = 0.1
    link: str | None = None

    def __post_init__(self) -> None:
        """Check every parameter."""
        object.__setattr__(self, "impulse", vector("impulse", self.impulse, 3))
        object.__setattr__(self, "time", number("time", self.time))
        object.__setattr__(self, "duration", number("duration", self.duration, above=0.0))
        if self.link is not None:
            non_empty_name("link", self.link)

    def force_at_step(self, step: int, dt: float, start_time: float = 0.0) -> Array | None:
        """The force during one step of a simulation, or None when the push does not act.

        Start and duration are rounded to whole steps, at least one, and the force is the impulse
        over the rounded duration: the sum of force times dt is the impulse whatever dt is.

        Args:
            step: Number of the step, from 0.
            dt: Length of a step [s].
            start_time: Time at the start of step 0 [s].

        Returns:
            World axes, shape (3,) [N].
        """
        first = round((self.time - start_time) / dt)
        count = max(1, round(self.duration / dt))
        if not first <= step < first + count:
            return None
        force: Array = self.impulse / (count * dt)
        return force


def center_of_mass_place(robot: RobotModel, link: str) -> FramePlace:
    """The place on the robot whose origin is a link's own centre of mass.

    In a URDF it is the origin of the link's ``inertial`` element (the link's origin where it has
    none). A robot from another source has no separate links: there it is the centre of mass of
    the rigid body that carries the frame.

    Args:
        robot: The robot.
        link: Name of the link.

    Raises:
        FrameNotFoundError: The robot has no such link.
    """
    place = robot.place(link)
    if robot.source.kind != "urdf":
        lever = np.array(robot.pin_model.inertias[place.joint].lever)
        return FramePlace(link, place.joint, pin.SE3(np.eye(3), lever))
    root = parse_xml(robot.source.text, "the URDF text")
    for element in root.findall("link"):
        if element.get("name") == link:
            origin = element.find("inertial/origin")
            text = "" if origin is None else origin.get("xyz", "")
            lever = np.array([float(part) for part in text.split()] or [0.0, 0.0, 0.0])
            return robot.place(link, pin.SE3(np.eye(3), lever))
    return place
