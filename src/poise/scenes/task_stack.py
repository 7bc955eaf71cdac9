"""All tasks of a scene, their rows placed once and filled at every tick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, did_you_mean, vector
from poise.constraints import Variables
from poise.errors import SceneError
from poise.model import RobotModel, Snapshot
from poise.scenes.weighted_rows import EffortRows, WeightedRows
from poise.tasks import Efforts, EffortTask, MotionTask, Task


class TaskStack:
    """Tasks with their rows placed once; filled at every tick.

    Args:
        robot: The robot.
        tasks: Tasks, checked, with different names.
    """

    def __init__(self, robot: RobotModel, tasks: Sequence[Task]) -> None:
        self.robot = robot
        self.tasks = tuple(tasks)
        self.motion: list[tuple[MotionTask, slice]] = []
        self.effort: list[tuple[EffortTask, Array]] = []
        weights: list[Array] = []
        height = 0
        for task in tasks:
            if task.activation == 0.0:
                continue
            if isinstance(task, MotionTask):
                size = task.dimension(robot)
                self.motion.append((task, slice(height, height + size)))
                weights.append(task.activation * task.weights(robot))
                height += size
            elif isinstance(task, EffortTask):
                self.effort.append((task, task.activation * task.weights(robot)))
        self.height = height
        self.weights = np.concatenate(weights) if weights else np.empty(0)
        self._known = frozenset(task.name for task in tasks)
        self._soft = self._soft_rows()
        self.of_positions = np.ones(height)
        for motion, rows in self.motion:
            self.of_positions[rows] = motion.relative_degree == 2

    @property
    def active(self) -> tuple[Task, ...]:
        """The tasks whose activation is not 0."""
        return (*(task for task, _ in self.motion), *(task for task, _ in self.effort))

    @property
    def motion_tasks(self) -> tuple[Task, ...]:
        """The active motion tasks."""
        return tuple(task for task, _ in self.motion)

    def check_references(self, references: Mapping[str, ArrayLike], tasks: Sequence[Task]) -> None:
        """Check that each of some active tasks has a reference and that no other name has.

        Raises:
            SceneError: A reference is missing or belongs to no task.
        """
        for name in references:
            if name not in self._known:
                raise SceneError(
                    f"references hold {name!r}, but the scene has no such task. "
                    f"{did_you_mean(str(name), self._known)}"
                )
        for task in tasks:
            if task.name not in references:
                raise SceneError(f"references lack the task '{task.name}'.")

    def acceleration_rows(
        self,
        snapshot: Snapshot,
        references: Mapping[str, ArrayLike],
        efforts: Efforts | None,
        *,
        use_bias: bool,
    ) -> WeightedRows:
        """All tasks of a tick as least squares in q̈ and forces.

        Args:
            snapshot: The robot.
            references: a* of each motion task (world axes), reference of each task on forces.
            efforts: Forces as functions of x; tasks of contacts it has not ask for nothing.
            use_bias: Whether J̇v is taken into account.
        """
        matrix, target, reference = self.least_squares(snapshot, references, use_bias=use_bias)
        rows = [] if efforts is None else self._effort_rows(efforts, references)
        return self._rows((matrix, target, reference), tuple(rows), of_velocity=False)

    def velocity_rows(
        self, snapshot: Snapshot, references: Mapping[str, ArrayLike]
    ) -> WeightedRows:
        """All tasks of a tick as least squares in v; references are v* (world axes)."""
        rows = self.least_squares(snapshot, references, use_bias=False)
        return self._rows(rows, (), of_velocity=True)

    def least_squares(
        self, snapshot: Snapshot, references: Mapping[str, ArrayLike], *, use_bias: bool
    ) -> tuple[Array, Array, Array]:
        """Rows J, right-hand sides and references in the axes of the weights, not yet weighted.

        Args:
            snapshot: The robot.
            references: a* or v* of each motion task, by name, world axes.
            use_bias: Whether J̇v is subtracted from the right-hand sides.

        Returns:
            Shapes (k, nv), (k,) and (k,).
        """
        matrix = np.empty((self.height, self.robot.nv))
        wanted, asked = np.empty(self.height), np.empty(self.height)
        for task, rows in self.motion:
            size = rows.stop - rows.start
            reference = vector(f"reference of task '{task.name}'", references[task.name], size)
            asked[rows] = reference
            wanted[rows] = reference - task.bias(snapshot) if use_bias else reference
            matrix[rows] = task.jacobian(snapshot)
            rotation = task.rotation(snapshot)
            if rotation is not None:
                for start in range(rows.start, rows.stop, 3):
                    half = slice(start, start + 3)
                    wanted[half] = rotation @ wanted[half]
                    asked[half] = rotation @ asked[half]
                    matrix[half] = rotation @ matrix[half]
        return matrix, wanted, asked

    def _effort_rows(
        self, efforts: Efforts, references: Mapping[str, ArrayLike]
    ) -> list[EffortRows]:
        found = []
        for task, weights in self.effort:
            if all(name in efforts.wrenches for name in task.contacts):
                size = task.reference_size(self.robot)
                wished = vector(f"reference of task '{task.name}'", references[task.name], size)
                found.append(EffortRows(task, weights, *task.rows(self.robot, efforts, wished)))
        return found

    def _rows(
        self,
        rows: tuple[Array, Array, Array],
        efforts: tuple[EffortRows, ...],
        *,
        of_velocity: bool,
    ) -> WeightedRows:
        matrix, target, reference = rows
        return WeightedRows(
            motion=tuple(self.motion),
            weights=self.weights,
            matrix=matrix,
            target=target,
            reference=reference,
            efforts=efforts,
            soft=self._soft,
            of_velocity=of_velocity,
        )

    def _soft_rows(self) -> Array | None:
        """Which motion rows are in the cost; None for all."""
        if all(task.strictness == "soft" for task, _ in self.motion):
            return None
        soft = np.zeros(self.height, dtype=bool)
        for task, rows in self.motion:
            soft[rows] = task.strictness == "soft"
        return soft


def active_in(variables: Variables, task: EffortTask) -> bool:
    """Whether the contacts that a task on forces is about are all there."""
    return all(name in variables.force for name in task.contacts)
