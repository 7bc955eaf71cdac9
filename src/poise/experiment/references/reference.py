"""What every reference over time does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar

import numpy as np
import pinocchio as pin

from poise.arrays import Array, vector
from poise.errors import DefinitionError
from poise.model import RobotModel
from poise.tasks import MotionTask, PostureTask, Target

Follower = Callable[[float], Target]
"""The target at a time since the run began [s]."""


class Reference(ABC):
    """How a motion task's target moves, from where the task is when a run begins.

    Attributes:
        moves: Whether the target ever leaves where it begins.
    """

    __slots__ = ()

    moves: ClassVar[bool] = True

    @abstractmethod
    def begin(self, robot: RobotModel, task: MotionTask, start: Target) -> Follower:
        """Start following.

        Args:
            robot: The robot that has the task.
            task: The task.
            start: Its value when the run begins, at rest.

        Returns:
            The target as a function of the time since the run began.

        Raises:
            DefinitionError: The reference does not fit the task.
        """


class Translation(Reference):
    """A reference that shifts a position or a pose in the world and leaves its orientation."""

    __slots__ = ()

    @abstractmethod
    def offset(self, time: float) -> tuple[Array, Array, Array]:
        """Shift from the first position with its velocity and acceleration, each (3,).

        Args:
            time: Since the run began [s].

        Returns:
            [m], [m/s], [m/s²], world axes.
        """

    def begin(self, robot: RobotModel, task: MotionTask, start: Target) -> Follower:
        """Shift the task's first position."""
        require_position(self, task, start)
        return lambda time: start.moved(*self.offset(time))


def shift_vector(name: str, value: Array) -> Array:
    """Check an offset in the world that something moves by, shape (3,) [m].

    Raises:
        DefinitionError: It is no such vector, or zero.
    """
    checked = vector(name, value, 3)
    if not checked.any():
        raise DefinitionError(f"{name} must not be zero: nothing would move, as with Hold().")
    return checked


def has_position(task: MotionTask, start: Target) -> bool:
    """Whether a task is about a position or a pose, and not an orientation or joints."""
    if isinstance(task, PostureTask):  # a robot with three joints
        return False
    return isinstance(start.value, pin.SE3) or np.shape(start.value) == (3,)


def require_position(reference: Reference, task: MotionTask, start: Target) -> None:
    """Refuse a task that a shift in the world means nothing to.

    Raises:
        DefinitionError: The task is about an orientation or about joints.
    """
    if not has_position(task, start):
        raise DefinitionError(
            f"task '{task.name}' has no position, so it cannot follow a "
            f"{type(reference).__name__.lower()}; frame poses, frame positions and centres of mass "
            "can."
        )
