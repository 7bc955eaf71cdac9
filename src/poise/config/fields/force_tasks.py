"""Tasks on contact forces and torques, as a file writes them."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from poise.config.fields.task_fields import WEIGHT, TaskFields
from poise.config.quantities import Force3, Length, Torque, Wrench6
from poise.experiment import ForcePlan
from poise.tasks import CenterOfPressureTask, ContactForceTask, ContactWrenchTask, TorqueTask

ContactName = Annotated[str, Field(description="Name of the contact.", min_length=1)]


class ContactForceFields(TaskFields):
    """Force of a contact, in its axes: what the ground shall exert on the robot."""

    type: Literal["contact_force"]
    contact: ContactName
    force: Annotated[Force3, Field(description="Wished throughout the run, contact axes.")]

    def build(self, name: str) -> ForcePlan:
        """The task with its force."""
        weight = self.weight_or(WEIGHT)
        task = ContactForceTask(name, self.contact, weight, self.activation, **self.rank)
        return ForcePlan(task, np.array(self.force))


class ContactWrenchFields(TaskFields):
    """Force and moment of a surface contact, in its axes."""

    type: Literal["contact_wrench"]
    contact: ContactName
    wrench: Annotated[Wrench6, Field(description="Force [N], then moment [N·m], contact axes.")]

    def build(self, name: str) -> ForcePlan:
        """The task with its wrench."""
        weight = self.weight_or(WEIGHT)
        task = ContactWrenchTask(name, self.contact, weight, self.activation, **self.rank)
        return ForcePlan(task, np.array(self.wrench))


class CenterOfPressureFields(TaskFields):
    """Where in its patch a surface contact presses."""

    type: Literal["center_of_pressure"]
    contact: ContactName
    point: Annotated[
        tuple[Length, Length], Field(strict=False, description="Wished, contact axes.")
    ] = (0.0, 0.0)

    def build(self, name: str) -> ForcePlan:
        """The task with its point."""
        weight = self.weight_or(WEIGHT)
        task = CenterOfPressureTask(name, self.contact, weight, self.activation, **self.rank)
        return ForcePlan(task, np.array(self.point))


class TorqueFields(TaskFields):
    """Torques of some motors."""

    type: Literal["torque"]
    torques: Annotated[
        dict[str, Torque], Field(min_length=1, description="Wished, by joint; forces if it slides.")
    ]

    def build(self, name: str) -> ForcePlan:
        """The task with its torques."""
        weight = self.weight_or(WEIGHT)
        task = TorqueTask(name, tuple(self.torques), weight, self.activation, **self.rank)
        return ForcePlan(task, np.array(list(self.torques.values())))
