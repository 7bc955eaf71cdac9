"""A tick's program as a hierarchy: one level per priority of its tasks."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from poise.qp.hierarchy import HardRows, HierarchicalProblem, Level
from poise.scenes.cost import Cost
from poise.scenes.solution import SceneProblem
from poise.tasks import Task


def hierarchy_of(problem: SceneProblem) -> HierarchicalProblem:
    """Slack first, then the tasks by priority, then the penalties.

    Args:
        problem: A tick of a scene with one level.
    """
    program = problem.program
    hard = HardRows(
        A=program.A,
        b=program.b,
        G=program.C,
        lower=program.lower,
        upper=program.upper,
        lower_x=program.lower_x,
        upper_x=program.upper_x,
        row_names=program.layout.equalities,
        limit_names=program.layout.inequalities,
    )
    n = problem.variables.size
    slack = [cost for cost in problem.costs if cost.kind == "slack"]
    rest = [cost for cost in problem.costs if cost.kind in ("regulariser", "rate")]
    levels = [
        *_of_costs("slack", slack, n),
        *task_levels(problem),
        *_of_costs("penalties", rest, n),
    ]
    return HierarchicalProblem(
        n=n, levels=tuple(levels), hard=hard, variable_names=program.layout.variables
    )


def task_levels(problem: SceneProblem) -> tuple[Level, ...]:
    """One level per priority, the first one first."""
    return tuple(_of_priority(problem, priority) for priority in priorities(problem))


def priorities(problem: SceneProblem) -> list[int]:
    """The priorities that there are, the first one first."""
    return sorted({task.priority for task in _tasks(problem)})


def level_name(priority: int) -> str:
    """What results call the level of a priority."""
    return f"priority {priority}"


def _tasks(problem: SceneProblem) -> list[Task]:
    """The tasks that a level has rows of: hard ones are constraints."""
    tasks: list[Task] = [task for task, _ in problem.tasks.motion]
    tasks += [rows.task for rows in problem.tasks.efforts]
    return [task for task in tasks if task.strictness != "hard"]


def _of_priority(problem: SceneProblem, priority: int) -> Level:
    tasks = [task for task in _tasks(problem) if task.priority == priority]
    soft = [task.name for task in tasks if task.strictness == "soft"]
    A, b, names = problem.tasks.stacked(soft, problem.variables)
    scaled = {f"share {task.name}" for task in tasks if task.strictness == "scaled"}
    shares = [c.rows(problem.variables.size) for c in problem.costs if c.name in scaled]
    return Level(
        name=level_name(priority),
        A=np.concatenate((A, *(rows for rows, _ in shares))),
        b=np.concatenate((b, *(target for _, target in shares))),
        row_names=(*names, *sorted(scaled)),
    )


def _of_costs(name: str, costs: Iterable[Cost], n: int) -> list[Level]:
    """A level of these terms; none where there are no terms."""
    parts = [(cost.name, *cost.rows(n)) for cost in costs]
    parts = [(kind, A, b) for kind, A, b in parts if A.shape[0]]
    if not parts:
        return []
    names = [f"{kind} {k}" for kind, A, _ in parts for k in range(A.shape[0])]
    A, b = (np.concatenate([part[k] for part in parts]) for k in (1, 2))
    return [Level(name=name, A=A, b=b, row_names=tuple(names))]
