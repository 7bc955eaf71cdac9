"""Tasks on forces: contact wrenches and joint torques."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from poise.arrays import Array
from poise.model import RobotModel
from poise.tasks.efforts import Efforts
from poise.tasks.task import Task


class EffortTask(Task):
    """A task on forces; only scenes that decide on forces can do it.

    Its reference is a vector, and its rows are affine in the forces once that is given.

    Attributes:
        contacts: Names of the contacts it is about; while one of them is inactive, or the scene
            has it not, the task asks for nothing. Empty for joint torques.
    """

    __slots__ = ()

    relative_degree: ClassVar[int] = 0

    @property
    @abstractmethod
    def contacts(self) -> tuple[str, ...]:
        """Names of the contacts it is about."""

    @abstractmethod
    def fits(self, contact_dimension: int) -> bool:
        """Whether a contact of this dimension, 3 or 6, carries what the task asks for."""

    @abstractmethod
    def reference_size(self, robot: RobotModel) -> int:
        """Number of entries of its reference."""

    @abstractmethod
    def weights(self, robot: RobotModel) -> Array:
        """Weight of each row, ≥ 0, shape (k,), in 1/(unit of the row)."""

    @abstractmethod
    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """A name for each row."""

    @abstractmethod
    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """The unit of each row."""

    @abstractmethod
    def rows(self, robot: RobotModel, efforts: Efforts, reference: Array) -> tuple[Array, Array]:
        """Matrix and right-hand side of the rows ``matrix x = target``.

        Args:
            robot: The robot.
            efforts: Forces as functions of the program's variables.
            reference: What is asked for, shape (reference_size,).

        Returns:
            Shapes (k, n) and (k,).
        """
