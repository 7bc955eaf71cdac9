"""What a run asks of each task, from its beginning to its end."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from poise.arrays import Array, vector
from poise.control import PdLaw
from poise.controller import TaskLaw
from poise.errors import DefinitionError
from poise.experiment.references import Hold, Reference
from poise.tasks import EffortTask, MotionTask


@dataclass(frozen=True, slots=True, eq=False)
class MotionPlan:
    """A motion task, the law that pulls it to its target, and how the target moves.

    Attributes:
        task: The task.
        law: Makes the reference acceleration from the errors.
        reference: How the target moves from where the task is when the run begins.
    """

    task: MotionTask
    law: TaskLaw = field(default_factory=lambda: PdLaw(100.0))
    reference: Reference = field(default_factory=Hold)

    def __post_init__(self) -> None:
        """Check the types, which a list of plans mixes easily."""
        if not isinstance(self.task, MotionTask):
            raise DefinitionError(f"task of a MotionPlan must be a motion task, got {self.task!r}.")
        if not isinstance(self.reference, Reference):
            raise DefinitionError(
                f"reference of task '{self.task.name}' must be a Reference such as Hold() or "
                f"Circle(…), got {self.reference!r}."
            )


@dataclass(frozen=True, slots=True, eq=False)
class ForcePlan:
    """A task on forces, and what is wished of it throughout the run.

    Attributes:
        task: A task on a contact's force or centre of pressure, or on torques.
        force: Its reference, as the task has it [N, N·m, m].
    """

    task: EffortTask
    force: Array

    def __post_init__(self) -> None:
        """Check the task and the force."""
        if not isinstance(self.task, EffortTask):
            raise DefinitionError(f"task of a ForcePlan must be one on forces, got {self.task!r}.")
        force = vector(f"force of task '{self.task.name}'", self.force, np.size(self.force))
        object.__setattr__(self, "force", np.array(force))


TaskPlan = MotionPlan | ForcePlan
