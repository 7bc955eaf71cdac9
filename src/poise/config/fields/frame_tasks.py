"""Tasks on frames and on the centre of mass, as a file writes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike
from pydantic import Field

from poise.config.fields.task_fields import LAW, WEIGHT, MotionFields, frame_of
from poise.config.quantities import Direction, NonNegativeLength, NonNegativeNumber, Point
from poise.control import PdLaw
from poise.experiment import Gains
from poise.experiment.references import Goal, Hold, Reference
from poise.model import RobotModel
from poise.tasks import (
    AxisAlignmentTask,
    CenterOfMassTask,
    DistanceTask,
    FrameOrientationTask,
    FramePoseTask,
    FramePositionTask,
    FrameTask,
    LookAtTask,
    ManipulabilityTask,
    MotionTask,
    RelativePoseTask,
    Target,
)


class CenterOfMassFields(MotionFields):
    """Position of the centre of mass."""

    type: Literal["center_of_mass"]

    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""
        return CenterOfMassTask(name, weight, self.activation, **self.rank)

    def usual(self, name: str, robot: RobotModel) -> tuple[ArrayLike, PdLaw]:
        """The preset's, for a task called com."""
        gains = Gains.from_preset(robot.preset)
        return (gains.com_weight, gains.com) if name == "com" else (WEIGHT, LAW)


FrameName = Annotated[
    str,
    Field(
        description="Name of the frame; $base is the robot's base and $hand the hand that its "
        "preset names.",
        min_length=1,
    ),
]
OtherFrame = Annotated[str, Field(description="world, or as frame.", min_length=1)]


class FrameFields(MotionFields):
    """What tasks on frames have."""

    frame: FrameName
    axes: Annotated[
        str, Field(description="Whose axes the weights are in: world, local or a frame's name.")
    ] = "world"

    made_by: ClassVar[Callable[..., FrameTask]]

    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""
        frame = frame_of(robot, self.frame)
        return self.made_by(name, frame, weight, self.activation, self.axes, **self.rank)


class FramePoseFields(FrameFields):
    """Position and orientation of a frame."""

    type: Literal["frame_pose"]
    made_by = FramePoseTask

    def usual(self, name: str, robot: RobotModel) -> tuple[ArrayLike, PdLaw]:
        """The preset's, for a task called hand."""
        gains = Gains.from_preset(robot.preset)
        return (gains.hand_weight, gains.hand) if name == "hand" else (WEIGHT, LAW)


class FramePositionFields(FrameFields):
    """Position of a frame."""

    type: Literal["frame_position"]
    made_by = FramePositionTask


class FrameOrientationFields(FrameFields):
    """Orientation of a frame."""

    type: Literal["frame_orientation"]
    made_by = FrameOrientationTask

    def usual(self, name: str, robot: RobotModel) -> tuple[ArrayLike, PdLaw]:
        """The preset's, for a task called trunk."""
        gains = Gains.from_preset(robot.preset)
        return (gains.trunk_weight, gains.trunk) if name == "trunk" else (WEIGHT, LAW)


class RelativePoseFields(MotionFields):
    """Pose of a frame as seen from another one."""

    type: Literal["relative_pose"]
    frame: FrameName
    base: OtherFrame
    axes: Annotated[
        str, Field(description="Whose axes the weights are in: base, local, world or a frame.")
    ] = "base"

    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""
        frames = (frame_of(robot, self.frame), frame_of(robot, self.base))
        return RelativePoseTask(name, *frames, weight, self.activation, self.axes, **self.rank)


class AxisAlignmentFields(MotionFields):
    """Direction of an axis of a frame."""

    type: Literal["axis_alignment"]
    frame: FrameName
    axis: Annotated[Direction, Field(description="Frame axes.")] = (0.0, 0.0, 1.0)
    base: OtherFrame = "world"
    direction: Annotated[
        Direction | None, Field(description="Where to, base axes; as it is when absent.")
    ] = None

    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""
        frame, base = frame_of(robot, self.frame), frame_of(robot, self.base)
        return AxisAlignmentTask(
            name, frame, np.array(self.axis), weight, self.activation, base, **self.rank
        )

    def usual_reference(self) -> Reference:
        """The direction."""
        return Hold() if self.direction is None else Goal(Target(np.array(self.direction)))


class LookAtFields(MotionFields):
    """Look at a point."""

    type: Literal["look_at"]
    frame: FrameName
    axis: Annotated[Direction, Field(description="Where it looks to, frame axes.")] = (
        1.0,
        0.0,
        0.0,
    )
    point: Annotated[Point, Field(description="In the axes of point_frame.")] = (0.0, 0.0, 0.0)
    point_frame: OtherFrame = "world"

    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""
        return LookAtTask(
            name,
            frame_of(robot, self.frame),
            np.array(self.axis),
            weight,
            self.activation,
            point=np.array(self.point),
            point_frame=frame_of(robot, self.point_frame),
            **self.rank,
        )


class DistanceFields(MotionFields):
    """Distance between two frames."""

    type: Literal["distance"]
    frame: FrameName
    other: OtherFrame
    distance: Annotated[NonNegativeLength | None, Field(description="As it is when absent.")] = None

    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""
        frames = (frame_of(robot, self.frame), frame_of(robot, self.other))
        return DistanceTask(name, *frames, weight, self.activation, **self.rank)

    def usual_reference(self) -> Reference:
        """The distance."""
        return Hold() if self.distance is None else Goal(Target(np.array([self.distance])))


class ManipulabilityFields(MotionFields):
    """How well joints can move a frame."""

    type: Literal["manipulability"]
    frame: FrameName
    part: Annotated[
        Literal["position", "orientation", "pose"],
        Field(description="Which rows of the frame's Jacobian count."),
    ] = "position"
    measure: Annotated[
        NonNegativeNumber | None, Field(description="Wanted; as it is when absent.")
    ] = None

    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""
        frame = frame_of(robot, self.frame)
        return ManipulabilityTask(name, frame, self.part, weight, self.activation, **self.rank)

    def usual_reference(self) -> Reference:
        """The measure."""
        return Hold() if self.measure is None else Goal(Target(np.array([self.measure])))
