"""The tasks of one tick as weighted least squares: their cost, and what is left over."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise.arrays import Array
from poise.constraints import Variables
from poise.tasks import ForceTask, MotionTask


@dataclass(frozen=True, slots=True, eq=False)
class ForceRows:
    """A force task at a tick: ½ ‖weights (f − target)‖².

    Attributes:
        task: The task.
        place: Where its force stands in x.
        weights: Activation times weight, shape (k,).
        target: The wished force, contact axes, shape (k,) [N, N·m].
    """

    task: ForceTask
    place: slice
    weights: Array
    target: Array


@dataclass(frozen=True, slots=True, eq=False)
class WeightedRows:
    """All tasks of a tick: ½ ‖matrix q̈ − target‖² and the force tasks.

    Attributes:
        motion: The motion tasks with their rows.
        weights: Activation times weight of each row, shape (k,).
        matrix: Weighted Jacobians, in the axes of the weights, shape (k, nv).
        target: Weighted right-hand sides W (a* − J̇v), shape (k,).
        force: The force tasks of active contacts.
    """

    motion: tuple[tuple[MotionTask, slice], ...]
    weights: Array
    matrix: Array
    target: Array
    force: tuple[ForceRows, ...]

    def cost(self, variables: Variables) -> tuple[Array, Array]:
        """H and g of ½ xᵀ H x + gᵀ x, shapes (n, n) and (n,)."""
        H = np.zeros((variables.size, variables.size))
        g = np.zeros(variables.size)
        place = variables.acceleration
        H[place, place] = self.matrix.T @ self.matrix
        g[place] = -(self.target @ self.matrix)
        for rows in self.force:
            entries = np.arange(rows.place.start, rows.place.stop)
            H[entries, entries] += rows.weights**2
            g[entries] -= rows.weights**2 * rows.target
        return H, g

    def weighted_residuals(self, x: Array, variables: Variables) -> dict[str, Array]:
        """What each task is missed by at x, weighted: its cost is half the square of it."""
        left = self.matrix @ x[variables.acceleration] - self.target
        residuals = {task.name: left[rows] for task, rows in self.motion}
        for rows in self.force:
            residuals[rows.task.name] = rows.weights * (x[rows.place] - rows.target)
        return residuals

    def units_by_task(self, variables: Variables) -> dict[str, tuple[str, ...]]:
        """The unit of each row's residual, by task name."""
        robot = variables.robot
        units = {t.name: tuple(f"{u}/s²" for u in t.row_units(robot)) for t, _ in self.motion}
        forces = ("N", "N", "N", "N·m", "N·m", "N·m")
        return units | {r.task.name: forces[: r.task.size] for r in self.force}

    def weights_by_task(self) -> dict[str, Array]:
        """The weight of each row, by task name."""
        weights = {task.name: self.weights[rows] for task, rows in self.motion}
        return weights | {rows.task.name: rows.weights for rows in self.force}
