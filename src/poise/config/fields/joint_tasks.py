"""Tasks on joints, as a file writes them."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from numpy.typing import ArrayLike
from pydantic import Field

from poise.config.fields.task_fields import LAW, WEIGHT, MotionFields
from poise.config.quantities import JointPosition, NonNegativeNumber, Number
from poise.control import PdLaw
from poise.errors import DefinitionError
from poise.experiment import Gains
from poise.experiment.references import Goal, Hold, Reference
from poise.model import RobotModel
from poise.tasks import (
    JointCouplingTask,
    JointDampingTask,
    JointPositionTask,
    LowAccelerationTask,
    MotionTask,
    PostureTask,
    Target,
)


class AllJointsFields(MotionFields):
    """What tasks on all joints have."""

    weights: Annotated[
        dict[str, NonNegativeNumber] | None,
        Field(description="By joint instead of 'weight', 0 for joints left out."),
    ] = None

    def by_joint(self, weight: ArrayLike) -> ArrayLike | dict[str, float]:
        """The weights.

        Raises:
            DefinitionError: Weight and weights are both given.
        """
        if self.weights is not None and self.weight is not None:
            raise DefinitionError("weight and weights exclude each other; leave one of them out.")
        return weight if self.weights is None else self.weights


class PostureFields(AllJointsFields):
    """Positions of all joints."""

    type: Literal["posture"]

    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""
        return PostureTask(name, self.by_joint(weight), self.activation, **self.rank)

    def usual(self, name: str, robot: RobotModel) -> tuple[ArrayLike, PdLaw]:
        """The preset's, for a task called posture."""
        gains = Gains.from_preset(robot.preset)
        return (gains.posture_weight, gains.posture) if name == "posture" else (WEIGHT, LAW)


class JointDampingFields(AllJointsFields):
    """Draw the joints' velocities to rest."""

    type: Literal["joint_damping"]

    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""
        return JointDampingTask(name, self.by_joint(weight), self.activation, **self.rank)


class LowAccelerationFields(AllJointsFields):
    """Prefer low joint accelerations."""

    type: Literal["low_acceleration"]

    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""
        return LowAccelerationTask(name, self.by_joint(weight), self.activation, **self.rank)


class JointPositionsFields(MotionFields):
    """Positions of some joints."""

    type: Literal["joint_positions"]
    joints: Annotated[
        tuple[str, ...], Field(min_length=1, strict=False, description="Names of the joints.")
    ]
    positions: Annotated[
        dict[str, JointPosition] | None,
        Field(description="Wanted, for each of the joints; as they are when absent."),
    ] = None

    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""
        return JointPositionTask(name, self.joints, weight, self.activation, **self.rank)

    def usual_reference(self) -> Reference:
        """The positions."""
        if self.positions is None:
            return Hold()
        if set(self.positions) != set(self.joints):
            raise DefinitionError(
                f"positions must name just the joints {', '.join(self.joints)}, "
                f"got {', '.join(self.positions)}."
            )
        return Goal(Target(np.array([self.positions[joint] for joint in self.joints])))


class JointCouplingFields(MotionFields):
    """Couple joints as gears do: the sum of factors times positions is the offset."""

    type: Literal["joint_coupling"]
    factors: Annotated[dict[str, Number], Field(min_length=1, description="By joint.")]
    offset: Annotated[Number, Field(description="What the sum shall be.")] = 0.0

    def task(self, name: str, robot: RobotModel, weight: ArrayLike) -> MotionTask:
        """The task meant."""
        return JointCouplingTask(
            name, self.factors, self.offset, weight, self.activation, **self.rank
        )
