"""Place the centre of pressure of a surface contact."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, non_empty_name, non_negative_per_axis
from poise.model import RobotModel
from poise.tasks.effort_task import EffortTask
from poise.tasks.efforts import Efforts
from poise.tasks.task import check_task

_FZ, _MX, _MY = 2, 3, 4


@dataclass(frozen=True, slots=True, eq=False)
class CenterOfPressureTask(EffortTask):
    """Where in its patch a surface contact presses: two rows, linear in its wrench [N·m].

    The centre of pressure p is where the contact's force acts without moment about the
    patch's axes: p_x = −m_y/f_z, p_y = m_x/f_z. Times f_z, which makes them linear, the rows
    are m_y + p_x f_z = 0 and m_x − p_y f_z = 0: an error of 1 mm weighs the more the harder
    the contact presses, and none while it does not. The reference is p in the contact's axes,
    from its origin, shape (2,) [m].
    Source: Sardain & Bessonnet, Forces acting on a biped robot, IEEE Trans. SMC-A, 2004.

    Attributes:
        name: What references and results call it.
        contact: Name of the surface contact (not of its frame, where they differ).
        weight: One number, or one for p_x and one for p_y, ≥ 0 [1/(N·m)].
        activation: In [0, 1]; scales the weight.
    """

    name: str
    contact: str
    weight: ArrayLike = 1.0
    activation: float = 1.0

    def __post_init__(self) -> None:
        """Check every parameter."""
        check_task(self)
        non_empty_name(f"contact of task '{self.name}'", self.contact)
        weight = non_negative_per_axis(f"weight of task '{self.name}'", self.weight, 2)
        object.__setattr__(self, "weight", weight)

    def check(self, robot: RobotModel) -> None:
        """The scene checks the contact; the robot has none of its own."""

    @property
    def contacts(self) -> tuple[str, ...]:
        """Its one contact."""
        return (self.contact,)

    def fits(self, contact_dimension: int) -> bool:
        """Only surfaces: the pressure of a point is at the point."""
        return contact_dimension == 6

    def reference_size(self, robot: RobotModel) -> int:
        """2."""
        del robot
        return 2

    def weights(self, robot: RobotModel) -> Array:
        """The weight of each direction."""
        del robot
        return np.asarray(self.weight)

    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """x, y: the direction in which the pressure moves."""
        del robot
        return ("x", "y")

    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """Newton metres."""
        del robot
        return ("N·m", "N·m")

    def rows(self, robot: RobotModel, efforts: Efforts, reference: Array) -> tuple[Array, Array]:
        """m_y + p_x f_z = 0 and m_x − p_y f_z = 0."""
        del robot
        moment_about_p = np.zeros((2, 6))
        moment_about_p[0, [_FZ, _MY]] = reference[0], 1.0
        moment_about_p[1, [_FZ, _MX]] = -reference[1], 1.0
        wrench = efforts.wrenches[self.contact]
        return moment_about_p @ wrench.matrix, -moment_about_p @ wrench.offset
