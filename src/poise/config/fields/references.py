"""References over time, as a file writes them."""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, Literal

import numpy as np
import pinocchio as pin
from pydantic import Field

from poise.arrays import Array
from poise.config.files import Files
from poise.config.model import ConfigModel
from poise.config.quantities import (
    Angle,
    Direction,
    JointPosition,
    NonNegativeTime,
    Point,
    PositiveLength,
    PositiveTime,
    RollPitchYaw,
)
from poise.errors import DefinitionError
from poise.experiment import references as kinds
from poise.spatial import rotation_from_rpy


class ReferenceFields(ConfigModel):
    """What every kind of reference can do."""

    @abstractmethod
    def build(self, files: Files) -> kinds.Reference:
        """The reference meant."""


class Rhythm(ConfigModel):
    """What everything that goes round or to and fro has."""

    period: Annotated[PositiveTime, Field(description="Time of one round.")] = 4.0
    start: Annotated[NonNegativeTime, Field(description="When it begins.")] = 0.5
    fade: Annotated[PositiveTime, Field(description="Time it takes to reach full size.")] = 1.5

    def rhythm(self) -> dict[str, float]:
        """The three as arguments."""
        return {"period": self.period, "start": self.start, "fade": self.fade}


class HoldFields(ReferenceFields):
    """Stay where the run began."""

    type: Literal["hold"]

    def build(self, files: Files) -> kinds.Reference:
        """Hold."""
        return kinds.Hold()


class LineFields(ReferenceFields):
    """A straight move, from rest to rest."""

    type: Literal["line"]
    by: Annotated[Point, Field(description="Whole offset, world axes.")]
    duration: Annotated[PositiveTime, Field(description="Of the move one way.")] = 2.0
    start: Annotated[NonNegativeTime, Field(description="When it begins.")] = 0.5
    back: Annotated[bool, Field(description="Go back and forth for ever.")] = False

    def build(self, files: Files) -> kinds.Reference:
        """The line."""
        return kinds.Line(np.array(self.by), self.duration, self.start, self.back)


class CircleFields(ReferenceFields, Rhythm):
    """A circle through the first position."""

    type: Literal["circle"]
    radius: PositiveLength
    normal: Annotated[Direction, Field(description="Axis; it turns by the right hand.")] = (
        1.0,
        0.0,
        0.0,
    )
    towards: Annotated[Direction, Field(description="From the first position to the centre.")] = (
        0.0,
        0.0,
        1.0,
    )

    def build(self, files: Files) -> kinds.Reference:
        """The circle."""
        return kinds.Circle(
            self.radius,
            normal=np.array(self.normal),
            towards=np.array(self.towards),
            **self.rhythm(),
        )


class SinusoidFields(ReferenceFields, Rhythm):
    """A sine along a direction about the first position."""

    type: Literal["sinusoid"]
    amplitude: Annotated[Point, Field(description="Largest offset, world axes.")]

    def build(self, files: Files) -> kinds.Reference:
        """The sine."""
        return kinds.Sinusoid(np.array(self.amplitude), **self.rhythm())


class FigureFields(ReferenceFields, Rhythm):
    """An ellipse in x and z with a figure of eight in y."""

    type: Literal["figure"]
    amplitude: Annotated[Point, Field(description="Half extents, world axes.")]

    def build(self, files: Files) -> kinds.Reference:
        """The figure."""
        return kinds.Figure(np.array(self.amplitude), **self.rhythm())


class SwayFields(ReferenceFields, Rhythm):
    """Turn to and fro about a fixed axis of the world."""

    type: Literal["sway"]
    angle: Annotated[Angle, Field(description="Largest angle.")]
    axis: Annotated[Direction, Field(description="World axes.")]

    def build(self, files: Files) -> kinds.Reference:
        """The sway."""
        return kinds.Sway(self.angle, np.array(self.axis), **self.rhythm())


class JointSinusoidFields(ReferenceFields, Rhythm):
    """A sine of some joints about their first positions."""

    type: Literal["joint_sinusoid"]
    amplitude: Annotated[dict[str, JointPosition], Field(description="By joint.", min_length=1)]

    def build(self, files: Files) -> kinds.Reference:
        """The sine."""
        return kinds.JointSinusoid(self.amplitude, **self.rhythm())


class SetPointFields(ConfigModel):
    """A value to go to: a position, an orientation, both, or joints."""

    time: Annotated[NonNegativeTime, Field(description="When the way there begins.")]
    duration: Annotated[NonNegativeTime, Field(description="Of the way; 0 is a jump.")] = 1.0
    position: Annotated[Point | None, Field(description="World axes.")] = None
    rpy: Annotated[
        RollPitchYaw | None, Field(description="Roll, pitch, yaw about the world's x, y, z.")
    ] = None
    joints: Annotated[
        dict[str, JointPosition] | None, Field(description="By name; the others stay.")
    ] = None

    def build(self) -> kinds.SetPoint:
        """The set-point.

        Raises:
            DefinitionError: It names no value, or joints and a pose.
        """
        named = [name for name in ("position", "rpy", "joints") if getattr(self, name) is not None]
        if not named or ("joints" in named and len(named) > 1):
            raise DefinitionError(
                "a set-point has a position, an orientation (rpy), both of them, or joints; got "
                f"{' and '.join(named) or 'none of them'}."
            )
        return kinds.SetPoint(self.time, self._value(), self.duration)

    def _value(self) -> pin.SE3 | Array | dict[str, float]:
        if self.joints is not None:
            return self.joints
        if self.rpy is None:
            return np.array(self.position)
        rotation = rotation_from_rpy(np.array(self.rpy))
        return rotation if self.position is None else pin.SE3(rotation, np.array(self.position))


class SetPointsFields(ReferenceFields):
    """Values reached one after the other, from rest to rest."""

    type: Literal["set_points"]
    points: Annotated[tuple[SetPointFields, ...], Field(min_length=1, strict=False)]
    relative: Annotated[bool, Field(description="Values count from the first one.")] = False

    def build(self, files: Files) -> kinds.Reference:
        """The set-points."""
        return kinds.SetPoints(tuple(point.build() for point in self.points), self.relative)


class CsvFields(ReferenceFields):
    """A recorded motion."""

    type: Literal["csv"]
    file: Annotated[
        str,
        Field(
            description="CSV with the columns time and x, y, z, perhaps qx, qy, qz, qw; or time "
            "and joints' names.",
            min_length=1,
        ),
    ]
    relative: Annotated[bool, Field(description="Values count from the first one.")] = False

    def build(self, files: Files) -> kinds.Reference:
        """The motion."""
        return kinds.Recorded.from_csv(files.existing(self.file), relative=self.relative)


AnyReference = Annotated[
    HoldFields
    | LineFields
    | CircleFields
    | SinusoidFields
    | FigureFields
    | SwayFields
    | JointSinusoidFields
    | SetPointsFields
    | CsvFields,
    Field(discriminator="type"),
]
