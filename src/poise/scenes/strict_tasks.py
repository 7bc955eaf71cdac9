"""Hard and scaled tasks: rows that must hold, with all or with a share of their reference."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from poise.constraints import Rows, Variables
from poise.scenes.cost import Cost, DiagonalCost
from poise.scenes.task_stack import TaskStack, active_in
from poise.scenes.weighted_rows import EffortRows, WeightedRows
from poise.tasks import EffortTask, MotionTask

Indices = NDArray[np.intp]

# A share counts this much more than the task would if it were soft.
_PREFERENCE = 100.0


@dataclass(frozen=True, slots=True, eq=False)
class StrictTasks:
    """The rows of weight > 0 of the hard and scaled tasks, as equalities of a program.

    Attributes:
        motion: Motion tasks with their rows in the stack.
        efforts: Hard tasks on forces, with which of their rows.
    """

    motion: tuple[tuple[MotionTask, Indices], ...] = ()
    efforts: tuple[tuple[EffortTask, Indices], ...] = ()

    @classmethod
    def of(cls, stack: TaskStack) -> StrictTasks:
        """Those of a stack."""
        motion = tuple(
            (task, rows.start + np.flatnonzero(stack.weights[rows]))
            for task, rows in stack.motion
            if task.strictness != "soft"
        )
        efforts = tuple(
            (task, np.flatnonzero(weights))
            for task, weights in stack.effort
            if task.strictness != "soft"
        )
        return cls(motion, efforts)

    @property
    def scaled(self) -> tuple[str, ...]:
        """Names of the tasks that have a share."""
        return tuple(task.name for task, _ in self.motion if task.strictness == "scaled")

    def row_names(self, variables: Variables, stack: TaskStack) -> tuple[str, ...]:
        """A name for each equality; tasks of contacts that are not there have none."""
        robot, starts = variables.robot, {task: rows.start for task, rows in stack.motion}
        names = []
        for task, rows in self.motion:
            known = task.row_names(robot)
            names += [f"task {task.name} {known[k - starts[task]]}" for k in rows]
        for effort, rows in self.efforts:
            if active_in(variables, effort):
                known = effort.row_names(robot)
                names += [f"task {effort.name} {known[k]}" for k in rows]
        return tuple(names)

    def write(self, tasks: WeightedRows, variables: Variables, block: Rows) -> None:
        """Fill the equalities of a tick."""
        start = 0
        for task, rows in self.motion:
            here = slice(start, start + rows.size)
            wanted = tasks.target[rows]
            block.matrix[here, variables.motion] = tasks.matrix[rows]
            if task.strictness == "scaled":
                block.matrix[here, variables.share[task.name]] = -tasks.reference[rows]
                wanted = wanted - tasks.reference[rows]
            block.lower[here] = block.upper[here] = wanted
            start = here.stop
        known = {rows.task.name: rows for rows in tasks.efforts}
        for effort, rows in self.efforts:
            if effort.name in known:
                here = slice(start, start + rows.size)
                _write_effort(block, here, known[effort.name], rows)
                start = here.stop

    def costs(self, tasks: WeightedRows, variables: Variables) -> list[Cost]:
        """½ κ² (s − 1)² per scaled task, with κ = 100 times its largest weight times ‖a*‖."""
        costs: list[Cost] = []
        for task, rows in self.motion:
            if task.strictness == "scaled":
                # At a* = 0 every share does the same; the floor of 1 makes it 1.
                size = max(float(np.linalg.norm(tasks.reference[rows])), 1.0)
                weight = (_PREFERENCE * float(tasks.weights[rows].max(initial=0.0)) * size) ** 2
                index = variables.share[task.name]
                place = slice(index, index + 1)
                costs.append(DiagonalCost(f"share {task.name}", "share", place, weight, 1.0))
        return costs


def _write_effort(block: Rows, here: slice, effort: EffortRows, rows: Indices) -> None:
    block.matrix[here] = effort.matrix[rows]
    block.lower[here] = block.upper[here] = effort.target[rows]
