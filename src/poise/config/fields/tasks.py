"""Tasks, as a file writes them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike
from pydantic import Field

from poise.config.fields.laws import LawFields
from poise.config.fields.references import AnyReference
from poise.config.model import ConfigModel
from poise.config.quantities import Force3, NonNegativeNumber, NonNegativeNumbers, Share, Wrench6
from poise.control import PdLaw
from poise.controller import TaskLaw
from poise.errors import DefinitionError
from poise.experiment import ForcePlan, Gains, MotionPlan
from poise.experiment.references import Reference
from poise.model import RobotModel
from poise.tasks import (
    CenterOfMassTask,
    ContactForceTask,
    ContactWrenchTask,
    FrameOrientationTask,
    FramePoseTask,
    FramePositionTask,
    FrameTask,
    MotionTask,
    PostureTask,
    Strictness,
)

_WEIGHT, _LAW = 1.0, PdLaw(100.0)


class TaskFields(ConfigModel):
    """What every task has."""

    weight: Annotated[
        NonNegativeNumbers | None,
        Field(
            description="One number or one per axis; acts squared. When absent that of the "
            "robot's preset for tasks called com, trunk, hand and posture, else 1."
        ),
    ] = None
    activation: Annotated[Share, Field(description="Scales the weight; 0 to 1.")] = 1.0
    priority: Annotated[
        int, Field(ge=0, description="0 first; only hierarchical scenes look at it.")
    ] = 0
    strictness: Annotated[
        Strictness,
        Field(
            description="soft: as its weight asks for; hard: must hold; scaled: as much of its "
            "reference as possible, its direction kept."
        ),
    ] = "soft"

    @property
    def rank(self) -> dict[str, Any]:
        """Priority and strictness, as tasks take them."""
        return {"priority": self.priority, "strictness": self.strictness}

    def weight_or(self, usual: ArrayLike) -> ArrayLike:
        """The weight, or else the usual one."""
        return usual if self.weight is None else self.weight


class MotionFields(TaskFields):
    """What every motion task has."""

    law: Annotated[LawFields | None, Field(description="kp = 100 1/s² when absent.")] = None
    reference: Annotated[
        AnyReference | None, Field(description="How the target moves; held when absent.")
    ] = None

    @abstractmethod
    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""

    def build(self, name: str, robot: RobotModel, reference: Reference) -> MotionPlan:
        """The task with its law and a reference."""
        weight, law = _usual(name, type(self), robot)
        task = self.task(name, robot, self.weight_or(weight))
        task.check(robot)
        return MotionPlan(task, law if self.law is None else self.law.build(), reference)


class CenterOfMassFields(MotionFields):
    """Position of the centre of mass."""

    type: Literal["center_of_mass"]

    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""
        return CenterOfMassTask(name, weight, self.activation, **self.rank)


class FrameFields(MotionFields):
    """What tasks on frames have."""

    frame: Annotated[
        str,
        Field(
            description="Name of the frame; $base is the robot's base and $hand the hand that its "
            "preset names.",
            min_length=1,
        ),
    ]
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


class FramePositionFields(FrameFields):
    """Position of a frame."""

    type: Literal["frame_position"]
    made_by = FramePositionTask


class FrameOrientationFields(FrameFields):
    """Orientation of a frame."""

    type: Literal["frame_orientation"]
    made_by = FrameOrientationTask


class PostureFields(MotionFields):
    """Positions of all joints."""

    type: Literal["posture"]
    weights: Annotated[
        dict[str, NonNegativeNumber] | None,
        Field(description="By joint instead of 'weight', 0 for joints left out."),
    ] = None

    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""
        if self.weights is not None and self.weight is not None:
            raise DefinitionError("weight and weights exclude each other; leave one of them out.")
        by_joint = weight if self.weights is None else self.weights
        return PostureTask(name, by_joint, self.activation, **self.rank)


class ContactForceFields(TaskFields):
    """Force of a contact, in its axes: what the ground shall exert on the robot."""

    type: Literal["contact_force"]
    contact: Annotated[str, Field(description="Name of the contact.", min_length=1)]
    force: Annotated[Force3, Field(description="Wished throughout the run, contact axes.")]

    def build(self, name: str) -> ForcePlan:
        """The task with its force."""
        weight = self.weight_or(_WEIGHT)
        task = ContactForceTask(name, self.contact, weight, self.activation, **self.rank)
        return ForcePlan(task, np.array(self.force))


class ContactWrenchFields(TaskFields):
    """Force and moment of a surface contact, in its axes."""

    type: Literal["contact_wrench"]
    contact: Annotated[str, Field(description="Name of the contact.", min_length=1)]
    wrench: Annotated[Wrench6, Field(description="Force [N], then moment [N·m], contact axes.")]

    def build(self, name: str) -> ForcePlan:
        """The task with its wrench."""
        weight = self.weight_or(_WEIGHT)
        task = ContactWrenchTask(name, self.contact, weight, self.activation, **self.rank)
        return ForcePlan(task, np.array(self.wrench))


AnyTask = Annotated[
    CenterOfMassFields
    | FramePoseFields
    | FramePositionFields
    | FrameOrientationFields
    | PostureFields
    | ContactForceFields
    | ContactWrenchFields,
    Field(discriminator="type"),
]


def frame_of(robot: RobotModel, text: str) -> str:
    """The frame that a file means: its name, ``$base`` or ``$hand``.

    Raises:
        DefinitionError: The robot's preset names no hand, or another word after a "$".
    """
    if not text.startswith("$"):
        return text
    if text == "$base":
        return robot.base_frame
    if text != "$hand":
        raise DefinitionError(f"frame {text!r} is unknown; $base and $hand are known.")
    if robot.preset is None or robot.preset.hand is None:
        raise DefinitionError(
            f"robot '{robot.name}' is not known to have a hand, so $hand means nothing; name a "
            "frame instead, or leave the task out."
        )
    return robot.preset.hand


def _usual(name: str, kind: type[MotionFields], robot: RobotModel) -> tuple[ArrayLike, TaskLaw]:
    """Weight and law of a task that says neither: the preset's for the usual four."""
    gains = Gains.from_preset(robot.preset)
    usual: dict[tuple[str, type[MotionFields]], tuple[ArrayLike, PdLaw]] = {
        ("com", CenterOfMassFields): (gains.com_weight, gains.com),
        ("trunk", FrameOrientationFields): (gains.trunk_weight, gains.trunk),
        ("hand", FramePoseFields): (gains.hand_weight, gains.hand),
        ("posture", PostureFields): (gains.posture_weight, gains.posture),
    }
    return usual.get((name, kind), (_WEIGHT, _LAW))
