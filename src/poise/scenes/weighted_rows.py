"""The tasks of one tick as least squares: their cost, and what is left over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from poise.arrays import Array
from poise.constraints import Variables
from poise.scenes.cost import Cost
from poise.tasks import EffortTask, MotionTask


@dataclass(frozen=True, slots=True, eq=False)
class EffortRows:
    """A task on forces at a tick: ½ ‖weights (matrix x − target)‖².

    Attributes:
        task: The task.
        weights: Activation times weight, shape (k,).
        matrix: Shape (k, n).
        target: Shape (k,) [unit of the rows].
    """

    task: EffortTask
    weights: Array
    matrix: Array
    target: Array


@dataclass(frozen=True, slots=True, eq=False)
class WeightedRows:
    """All tasks of a tick: ½ ‖W (matrix y − target)‖² with y = q̈ or v, and the tasks on forces.

    Attributes:
        motion: The motion tasks with their rows.
        weights: Activation times weight of each row, shape (k,).
        matrix: Jacobians in the axes of the weights, shape (k, nv).
        target: Right-hand sides: a* − J̇v, or v*, shape (k,).
        reference: a* or v* alone, in the axes of the weights, shape (k,).
        efforts: The tasks on forces of active contacts.
        soft: Which motion rows are in the cost; all when None.
        of_velocity: Whether y is v.
    """

    motion: tuple[tuple[MotionTask, slice], ...]
    weights: Array
    matrix: Array
    target: Array
    reference: Array
    efforts: tuple[EffortRows, ...]
    soft: Array | None
    of_velocity: bool

    def cost(self, variables: Variables, others: Sequence[Cost]) -> tuple[Array, Array]:
        """H and g of ½ xᵀ H x + gᵀ x, shapes (n, n) and (n,): soft tasks and other terms."""
        H = np.zeros((variables.size, variables.size))
        g = np.zeros(variables.size)
        place = variables.motion
        matrix, target = self.matrix * self.weights[:, None], self.target * self.weights
        if self.soft is not None:
            matrix, target = matrix[self.soft], target[self.soft]
        H[place, place] = matrix.T @ matrix
        g[place] = -(target @ matrix)
        for rows in self.efforts:
            if rows.task.strictness == "soft":
                weighted = rows.matrix * rows.weights[:, None]
                H += weighted.T @ weighted
                g -= (rows.weights * rows.target) @ weighted
        for cost in others:
            cost.add_to(H, g)
        return H, g

    def residuals(self, x: Array, variables: Variables) -> dict[str, Array]:
        """What each task is missed by at x, by task name, in the axes of its weights."""
        left = self.matrix @ x[variables.motion] - self.target
        residuals = {task.name: left[rows] for task, rows in self.motion}
        return residuals | {r.task.name: r.matrix @ x - r.target for r in self.efforts}

    def stacked(
        self, tasks: Sequence[str], variables: Variables
    ) -> tuple[Array, Array, tuple[str, ...]]:
        """Weighted rows of some tasks on all of x, rows of weight 0 left out.

        Args:
            tasks: Their names.
            variables: Layout of x.

        Returns:
            Matrix (k, n), right-hand side (k,) and the names of the rows.
        """
        blocks, targets, names = [np.zeros((0, variables.size))], [np.zeros(0)], []
        for task, rows in self.motion:
            if task.name in tasks:
                block = np.zeros((rows.stop - rows.start, variables.size))
                block[:, variables.motion] = self.matrix[rows]
                parts = (block, self.target[rows], self.weights[rows])
                names += _keep(blocks, targets, parts, task, variables)
        for effort in self.efforts:
            if effort.task.name in tasks:
                parts = (effort.matrix, effort.target, effort.weights)
                names += _keep(blocks, targets, parts, effort.task, variables)
        return np.concatenate(blocks), np.concatenate(targets), tuple(names)

    def units_by_task(self, variables: Variables) -> dict[str, tuple[str, ...]]:
        """The unit of each row's residual, by task name."""
        robot = variables.robot
        units = {}
        for task, _ in self.motion:
            order = task.relative_degree - (1 if self.of_velocity else 0)
            per = {0: "", 1: "/s", 2: "/s²"}[order]
            units[task.name] = tuple(f"{unit}{per}" for unit in task.row_units(robot))
        return units | {r.task.name: r.task.row_units(robot) for r in self.efforts}

    def weights_by_task(self) -> dict[str, Array]:
        """The weight of each row, by task name."""
        weights = {task.name: self.weights[rows] for task, rows in self.motion}
        return weights | {rows.task.name: rows.weights for rows in self.efforts}

    def soft_tasks(self) -> frozenset[str]:
        """Names of the tasks that are in the cost."""
        tasks = (*(task for task, _ in self.motion), *(rows.task for rows in self.efforts))
        return frozenset(task.name for task in tasks if task.strictness == "soft")


def _keep(
    blocks: list[Array],
    targets: list[Array],
    parts: tuple[Array, Array, Array],
    task: MotionTask | EffortTask,
    variables: Variables,
) -> list[str]:
    """Append a task's weighted rows, and return their names."""
    matrix, target, weights = parts
    kept = np.flatnonzero(weights)
    blocks.append(matrix[kept] * weights[kept, None])
    targets.append(target[kept] * weights[kept])
    names = task.row_names(variables.robot)
    return [f"task {task.name} {names[k]}" for k in kept]
