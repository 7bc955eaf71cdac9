"""What should happen: the interface of tasks.

How a task enters a program depends on its relative degree, the number of times its quantity is
differentiated until accelerations appear:

====== ============================== ===================================== ===================
degree quantity                       acceleration level                    velocity level
====== ============================== ===================================== ===================
2      y(q), a :class:`MotionTask`    J q̈ + J̇v = a*                         J v = v*
1      y(q, v), a :class:`RateTask`   A q̈ + Ȧv + ḃ = ẏ*, for y = A v + b    A v = y* − b
0      of forces, an                  rows of forces and torques            cannot be asked for
       :class:`EffortTask`
====== ============================== ===================================== ===================

A scene minimises ``½ activation² ‖W (row − wanted)‖²``: weights and activation act squared.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, get_args

import pinocchio as pin

from poise.arrays import Array, non_empty_name, number
from poise.errors import DefinitionError
from poise.model import RobotModel, Snapshot
from poise.tasks.rank import Ranked, Strictness
from poise.tasks.target import Target


class Task(Ranked, ABC):
    """Anything with a name, weights and an activation that a scene minimises.

    Attributes:
        name: What references and results call it.
        activation: In [0, 1]; scales the weight. At 0 the task is absent.
        relative_degree: How often its quantity is differentiated until accelerations appear.
    """

    __slots__ = ()

    relative_degree: ClassVar[int]
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

    relative_degree: ClassVar[int] = 2

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


class RateTask(MotionTask):
    """A task on a quantity y(q, v) = A(q) v + b(q), such as a momentum.

    The methods of motion tasks mean, one derivative lower: ``jacobian`` A, ``bias`` the rate
    ẏ at q̈ = 0, ``velocity`` A v, ``error`` y* − y, a target's ``value`` y*, its ``velocity``
    ẏ*, fed forward. ``row_units`` are those of y. A target's ``acceleration`` means nothing.
    """

    __slots__ = ()

    relative_degree: ClassVar[int] = 1


def check_task(task: Task) -> None:
    """Check the name, the activation and the rank of a task.

    Raises:
        DefinitionError: An empty name, an activation outside [0, 1], a priority that is no
            integer ≥ 0, or an unknown strictness.
    """
    non_empty_name("name of a task", task.name)
    number(f"activation of task '{task.name}'", task.activation, minimum=0.0, maximum=1.0)
    priority: object = task.priority
    if isinstance(priority, bool) or not isinstance(priority, int) or priority < 0:
        raise DefinitionError(
            f"priority of task '{task.name}' must be an integer ≥ 0 (0 comes first), "
            f"got {priority!r}."
        )
    if task.strictness not in get_args(Strictness):
        raise DefinitionError(
            f"strictness of task '{task.name}' must be 'soft', 'hard' or 'scaled', "
            f"got {task.strictness!r}."
        )


def axes_rotation(snapshot: Snapshot, axes: str, own_frame: str | None) -> Array | None:
    """Rotation world → named axes: ``"world"`` (None), ``"local"`` or a frame's name."""
    if axes == "world":
        return None
    frame = own_frame if axes == "local" and own_frame is not None else axes
    pose: pin.SE3 = snapshot.pose(frame)
    rotation: Array = pose.rotation.T
    return rotation
