"""All motion tasks of a scene stacked into one weighted least-squares problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, did_you_mean, vector
from poise.constraints import Variables
from poise.errors import SceneError
from poise.model import RobotModel, Snapshot
from poise.scenes.weighted_rows import ForceRows, WeightedRows
from poise.tasks import ForceTask, MotionTask, Task


class TaskStack:
    """Tasks with their rows placed once; filled at every tick.

    Args:
        robot: The robot.
        tasks: Motion and force tasks, checked, with different names.
    """

    def __init__(self, robot: RobotModel, tasks: Sequence[Task]) -> None:
        self.robot = robot
        self.tasks = tuple(tasks)
        self.motion: list[tuple[MotionTask, slice]] = []
        self.force: list[tuple[ForceTask, Array]] = []
        self._weights: list[Array] = []
        height = 0
        for task in tasks:
            if task.activation == 0.0:
                continue
            if isinstance(task, MotionTask):
                size = task.dimension(robot)
                self.motion.append((task, slice(height, height + size)))
                self._weights.append(task.activation * task.weights(robot))
                height += size
            elif isinstance(task, ForceTask):
                self.force.append((task, task.activation * task.weights()))
        self.height = height
        self.weights = np.concatenate(self._weights) if self._weights else np.empty(0)
        self._known = frozenset(task.name for task in tasks)

    def check_references(self, references: Mapping[str, ArrayLike]) -> None:
        """Check that each active task has a reference and no other has.

        Raises:
            SceneError: A reference is missing or belongs to no task.
        """
        for name in references:
            if name not in self._known:
                raise SceneError(
                    f"references hold {name!r}, but the scene has no such task. "
                    f"{did_you_mean(str(name), self._known)}"
                )
        for task, _ in (*self.motion, *self.force):
            if task.name not in references:
                raise SceneError(f"references lack the task '{task.name}'.")

    def rows(
        self,
        snapshot: Snapshot,
        references: Mapping[str, ArrayLike],
        variables: Variables,
        *,
        use_bias: bool,
    ) -> WeightedRows:
        """All tasks of a tick as weighted least squares.

        Args:
            snapshot: The robot.
            references: a* of each motion task (world axes) and f* of each force task (contact
                axes), by name.
            variables: Layout of x; force tasks of inactive contacts ask for nothing.
            use_bias: Whether J̇v is taken into account.
        """
        matrix, target = self.least_squares(snapshot, references, use_bias=use_bias)
        force = []
        for task, weights in self.force:
            place = variables.force.get(task.contact)
            if place is not None:
                wished = vector(
                    f"reference of task '{task.name}'", references[task.name], task.size
                )
                place = slice(place.start, place.start + task.size)
                force.append(ForceRows(task, place, weights, wished))
        return WeightedRows(tuple(self.motion), self.weights, matrix, target, tuple(force))

    def least_squares(
        self, snapshot: Snapshot, references: Mapping[str, ArrayLike], *, use_bias: bool
    ) -> tuple[Array, Array]:
        """Weighted rows W J and right-hand sides W (a* − J̇v), shapes (k, nv) and (k,).

        Args:
            snapshot: The robot.
            references: a* of each motion task, by name, world axes.
            use_bias: Whether J̇v is taken into account.
        """
        matrix = np.empty((self.height, self.robot.nv))
        wanted = np.empty(self.height)
        for task, rows in self.motion:
            size = rows.stop - rows.start
            reference = vector(f"reference of task '{task.name}'", references[task.name], size)
            wanted[rows] = reference - task.bias(snapshot) if use_bias else reference
            matrix[rows] = task.jacobian(snapshot)
            rotation = task.rotation(snapshot)
            if rotation is not None:
                for start in range(rows.start, rows.stop, 3):
                    half = slice(start, start + 3)
                    wanted[half] = rotation @ wanted[half]
                    matrix[half] = rotation @ matrix[half]
        matrix *= self.weights[:, None]
        wanted *= self.weights
        return matrix, wanted
