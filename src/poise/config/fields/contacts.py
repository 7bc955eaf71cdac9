"""Contacts, as a file writes them."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

import numpy as np
import pinocchio as pin
from pydantic import Field

from poise.arrays import did_you_mean
from poise.config.model import ConfigModel
from poise.config.quantities import (
    Direction,
    NonNegativeForce,
    Point,
    PositiveForce,
    PositiveLength,
    PositiveNumber,
    RollPitchYaw,
)
from poise.contact import Contact, PointContact, SurfaceContact, preset_contacts
from poise.errors import DefinitionError
from poise.model import RobotModel
from poise.spatial import rotation_from_rpy

DEFAULT_FRICTION = 0.6


class PlacedContactFields(ConfigModel):
    """What surfaces and points have."""

    frame: Annotated[str, Field(description="The link that carries it.", min_length=1)]
    friction: Annotated[PositiveNumber, Field(description="Coulomb coefficient.")] = (
        DEFAULT_FRICTION
    )
    offset: Annotated[Point, Field(description="Centre or point, in the frame.")] = (0.0, 0.0, 0.0)
    min_normal_force: NonNegativeForce = 0.0
    max_normal_force: PositiveForce | None = None
    active: Annotated[bool, Field(description="Whether the controller counts on it.")] = True

    def common(self, name: str) -> dict[str, Any]:
        """What goes into every contact."""
        return {
            "frame": self.frame,
            "friction": self.friction,
            "min_normal_force": self.min_normal_force,
            "max_normal_force": math.inf
            if self.max_normal_force is None
            else self.max_normal_force,
            "name": name,
            "active": self.active,
        }


class SurfaceFields(PlacedContactFields):
    """A flat rectangle; z points from the ground into the robot."""

    type: Literal["surface"]
    length: Annotated[PositiveLength, Field(description="Full size along x.")]
    width: Annotated[PositiveLength, Field(description="Full size along y.")]
    rpy: Annotated[RollPitchYaw, Field(description="Its axes in the frame: roll, pitch, yaw.")] = (
        0.0,
        0.0,
        0.0,
    )

    def build(self, name: str, robot: RobotModel) -> Contact:
        """The contact meant."""
        robot.frame_id(self.frame)
        placement = pin.SE3(rotation_from_rpy(np.array(self.rpy)), np.array(self.offset))
        return SurfaceContact(
            length=self.length, width=self.width, placement=placement, **self.common(name)
        )


class PointFields(PlacedContactFields):
    """A point; its axes follow the ground."""

    type: Literal["point"]
    normal: Annotated[Direction | None, Field(description="Of the ground; up when absent.")] = None

    def build(self, name: str, robot: RobotModel) -> Contact:
        """The contact meant."""
        robot.frame_id(self.frame)
        placement = pin.SE3(np.eye(3), np.array(self.offset))
        normal = None if self.normal is None else np.array(self.normal)
        return PointContact(placement=placement, normal=normal, **self.common(name))


class PresetContactFields(ConfigModel):
    """A contact that the robot is known to have, by its name."""

    type: Literal["preset"]
    friction: Annotated[PositiveNumber | None, Field(description="The preset's when absent.")] = (
        None
    )
    active: bool = True

    def build(self, name: str, robot: RobotModel) -> Contact:
        """The contact of that name."""
        known = {contact.name: contact for contact in preset_contacts(robot)}
        if name not in known:
            raise DefinitionError(
                f"robot '{robot.name}' has no preset contact {name!r}. {did_you_mean(name, known)}"
            )
        return known[name].changed(friction=self.friction, active=self.active)


ContactFields = Annotated[
    SurfaceFields | PointFields | PresetContactFields, Field(discriminator="type")
]
