"""Events, as a file writes them."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from poise.arrays import did_you_mean
from poise.config.model import ConfigModel
from poise.config.quantities import Impulse3, NonNegativeImpulse, NonNegativeTime, PositiveTime
from poise.errors import DefinitionError
from poise.experiment import ContactChange, default_push, three_pushes
from poise.experiment.pushes import SHORTEST_WITH_PUSHES
from poise.model import RobotModel
from poise.sim import Push


class PushFields(ConfigModel):
    """A constant force for a short time at a link's centre of mass."""

    type: Literal["push"]
    time: Annotated[NonNegativeTime, Field(description="When it starts.")]
    impulse: Annotated[Impulse3, Field(description="Force times duration, world axes.")]
    duration: PositiveTime = 0.1
    link: Annotated[str | None, Field(description="The base when absent.", min_length=1)] = None

    def build(self, robot: RobotModel, duration: float) -> tuple[Push, ...]:
        """The push."""
        _require_before_end("push", self.time, duration)
        if self.link is not None:
            robot.frame_id(self.link)
        return (Push(np.array(self.impulse), self.time, self.duration, self.link),)


class ThreePushesFields(ConfigModel):
    """Pushes at the base from the front, one side and the back, evenly over the run."""

    type: Literal["three_pushes"]
    impulse: Annotated[
        NonNegativeImpulse | None,
        Field(description="Of each; one that the robot survives when absent."),
    ] = None
    mirrored: Annotated[bool, Field(description="From the opposite sides.")] = False

    def build(self, robot: RobotModel, duration: float) -> tuple[Push, ...]:
        """The pushes; none where their size is left open and the run is too short for them."""
        if self.impulse is None and duration < SHORTEST_WITH_PUSHES:
            return ()
        impulse = default_push(robot) if self.impulse is None else self.impulse
        return three_pushes(impulse, duration, mirrored=self.mirrored)


class ContactChangeFields(ConfigModel):
    """From some time on the controller counts on a contact, or no longer."""

    type: Literal["contact"]
    time: NonNegativeTime
    contact: Annotated[str, Field(description="Name of the contact.", min_length=1)]
    active: Annotated[bool, Field(description="Whether the controller counts on it.")]

    def build(self, contacts: list[str], duration: float) -> ContactChange:
        """The change; there must be such a contact."""
        _require_before_end("contact change", self.time, duration)
        if self.contact not in contacts:
            raise DefinitionError(
                f"there is no contact {self.contact!r}. {did_you_mean(self.contact, contacts)}"
            )
        return ContactChange(self.time, self.contact, self.active)


def _require_before_end(event: str, time: float, duration: float) -> None:
    if time >= duration:
        raise DefinitionError(
            f"the {event} at time {time:g} s comes after the end of the run at {duration:g} s."
        )


EventFields = Annotated[
    PushFields | ThreePushesFields | ContactChangeFields, Field(discriminator="type")
]
