"""What should happen: the interface of tasks.

A motion task gives its quantity's Jacobian and bias, so that ``J q̈ + J̇v`` is the quantity's
acceleration. A scene minimises ``½ activation² ‖W (J q̈ + J̇v − a*)‖²``: weights and activation
act squared.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import pinocchio as pin

from poise.arrays import Array, non_empty_name, number
from poise.model import RobotModel, Snapshot
from poise.tasks.target import Target


class Task(ABC):
    """Anything with a name, weights and an activation that a scene minimises.

    Attributes:
        name: What references and results call it.
        activation: In [0, 1]; scales the weight. At 0 the task is absent.
    """

    __slots__ = ()

    name: str
    activation: float

    @abstractmethod
    def check(self, robot: RobotModel) -> None:
        """Check that the robot has what the task names.

        Raises:
            PoiseError: It has not; the message lists close matches.
        """


class MotionTask(Task):
    """A task on a quantity y(q): its velocity is J v, its acceleration J q̈ + J̇v."""

    __slots__ = ()

    @abstractmethod
    def dimension(self, robot: RobotModel) -> int:
        """Number of rows."""

    @abstractmethod
    def weights(self, robot: RobotModel) -> Array:
        """Weight of each row, ≥ 0, shape (dimension,), in 1/(unit of the row's acceleration)."""

    @abstractmethod
    def jacobian(self, snapshot: Snapshot) -> Array:
        """J in world axes, shape (dimension, nv)."""

    @abstractmethod
    def bias(self, snapshot: Snapshot) -> Array:
        """J̇v, classical, world axes, shape (dimension,)."""

    @abstractmethod
    def velocity(self, snapshot: Snapshot) -> Array:
        """J v, world axes, shape (dimension,)."""

    @abstractmethod
    def error(self, snapshot: Snapshot, target: Target) -> Array:
        """Target minus actual value, world axes, shape (dimension,)."""

    @abstractmethod
    def target_from(self, snapshot: Snapshot) -> Target:
        """The target that is fulfilled at the snapshot: the present value, at rest."""

    @abstractmethod
    def checked_target(self, robot: RobotModel, target: Target) -> Target:
        """The target, checked.

        Raises:
            DefinitionError: Wrong type, shape or value.
        """

    @abstractmethod
    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """A name for each row."""

    @abstractmethod
    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """The unit of each row's value, "m" or "rad"; its acceleration has it over s²."""

    def rotation(self, snapshot: Snapshot) -> Array | None:
        """Rotation from world axes to those the weights are in, (3, 3); None for the world's."""
        del snapshot
        return None


def check_task(task: Task) -> None:
    """Check the name and the activation of a task.

    Raises:
        DefinitionError: An empty name, or an activation outside [0, 1].
    """
    non_empty_name("name of a task", task.name)
    number(f"activation of task '{task.name}'", task.activation, minimum=0.0, maximum=1.0)


def axes_rotation(snapshot: Snapshot, axes: str, own_frame: str | None) -> Array | None:
    """Rotation world → named axes: ``"world"`` (None), ``"local"`` or a frame's name."""
    if axes == "world":
        return None
    frame = own_frame if axes == "local" and own_frame is not None else axes
    pose: pin.SE3 = snapshot.pose(frame)
    rotation: Array = pose.rotation.T
    return rotation
