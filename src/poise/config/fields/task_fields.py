"""What all tasks have in a file."""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, Any

from numpy.typing import ArrayLike
from pydantic import Field

from poise.config.fields.laws import LawFields
from poise.config.fields.references import AnyReference
from poise.config.model import ConfigModel
from poise.config.quantities import NonNegativeNumbers, Share
from poise.control import PdLaw
from poise.errors import DefinitionError
from poise.experiment import MotionPlan
from poise.experiment.references import Hold, Reference
from poise.model import RobotModel
from poise.tasks import MotionTask, Strictness

WEIGHT, LAW = 1.0, PdLaw(100.0)


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
        weight, law = self.usual(name, robot)
        task = self.task(name, robot, self.weight_or(weight))
        task.check(robot)
        return MotionPlan(task, law if self.law is None else self.law.build(), reference)

    def usual(self, name: str, robot: RobotModel) -> tuple[ArrayLike, PdLaw]:
        """Weight and law where the file says neither."""
        del name, robot
        return WEIGHT, LAW

    def usual_reference(self) -> Reference:
        """The reference where the file says none."""
        return Hold()


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
