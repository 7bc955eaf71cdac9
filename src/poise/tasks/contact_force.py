"""Ask for a contact force or wrench."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, non_empty_name, non_negative_per_axis
from poise.model import RobotModel
from poise.tasks.effort_task import EffortTask
from poise.tasks.efforts import Efforts
from poise.tasks.task import check_task

_ROW_NAMES = ("fx", "fy", "fz", "mx", "my", "mz")
_ROW_UNITS = ("N", "N", "N", "N·m", "N·m", "N·m")


@dataclass(frozen=True, slots=True, eq=False)
class ForceTask(EffortTask):
    """A task on a contact's force; only its two kinds can be made.

    The reference is the force the environment shall exert on the robot, in the contact's axes.

    Attributes:
        name: What references and results call it.
        contact: Name of the contact (not of its frame, where they differ).
        weight: One number for all components or one per component, ≥ 0 [1/N, 1/(N·m)].
        activation: In [0, 1]; scales the weight.
    """

    name: str
    contact: str
    weight: ArrayLike = 1.0
    activation: float = 1.0

    size: ClassVar[int] = 0

    def __post_init__(self) -> None:
        """Check every parameter."""
        if not self.size:
            raise TypeError("ForceTask is abstract: use ContactForceTask or ContactWrenchTask.")
        check_task(self)
        non_empty_name(f"contact of task '{self.name}'", self.contact)
        weight = non_negative_per_axis(f"weight of task '{self.name}'", self.weight, self.size)
        object.__setattr__(self, "weight", weight)

    def check(self, robot: RobotModel) -> None:
        """The scene checks the contact; the robot has none of its own."""

    @property
    def contacts(self) -> tuple[str, ...]:
        """Its one contact."""
        return (self.contact,)

    def fits(self, contact_dimension: int) -> bool:
        """Whether a contact of this dimension carries what the task asks for."""
        return contact_dimension >= self.size

    def reference_size(self, robot: RobotModel) -> int:
        """3 for a force, 6 for a wrench."""
        del robot
        return self.size

    def weights(self, robot: RobotModel) -> Array:
        """The weight of each component."""
        del robot
        return np.asarray(self.weight)

    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """fx, fy, fz, mx, my, mz."""
        del robot
        return _ROW_NAMES[: self.size]

    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """Newtons, newton metres."""
        del robot
        return _ROW_UNITS[: self.size]

    def rows(self, robot: RobotModel, efforts: Efforts, reference: Array) -> tuple[Array, Array]:
        """The contact's force is the reference."""
        del robot
        wrench = efforts.wrenches[self.contact]
        return wrench.matrix[: self.size], reference - wrench.offset[: self.size]


class ContactForceTask(ForceTask):
    """Force of a point or surface contact: three components, contact axes [N]."""

    __slots__ = ()
    size: ClassVar[int] = 3


class ContactWrenchTask(ForceTask):
    """Wrench of a surface contact: six components, force then moment, contact axes [N, N·m]."""

    __slots__ = ()
    size: ClassVar[int] = 6
