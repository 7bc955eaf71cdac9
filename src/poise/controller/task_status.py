"""What each task asked for at a tick, and what it got."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from poise.arrays import Array
from poise.controller.step import ControlStep
from poise.model import RobotModel, Snapshot, Workspace
from poise.scenes.weighted_rows import EffortRows


@dataclass(frozen=True, slots=True, eq=False)
class TaskStatus:
    """One task at one tick.

    Attributes:
        rows: Name of each row.
        error: Target minus actual value of a motion task, world axes [m, rad]; None for a force.
        reference: Asked for: acceleration a* or velocity v* in world axes, or the force f* in
            contact axes [N, N·m].
        achieved: What the solution gives, likewise: J q̈ + J̇v, J v, or f.
    """

    rows: tuple[str, ...]
    error: Array | None
    reference: Array
    achieved: Array

    @property
    def missed(self) -> Array:
        """Achieved minus reference."""
        return self.achieved - self.reference


def task_status(step: ControlStep, workspace: Workspace) -> Mapping[str, TaskStatus]:
    """The status of every active task of a solved step, by name.

    Costs one evaluation of the robot, so it is made when asked for and not at every tick.

    Args:
        step: A step of a controller; its accelerations must exist, so it must be solved.
        workspace: Of the controller's robot; earlier snapshots of it become stale.

    Raises:
        InfeasibleError, BackendError: The step was not solved.
    """
    step.solution.require()
    return task_status_at(step, workspace.evaluate(step.solution.problem.state))


def task_status_at(step: ControlStep, snapshot: Snapshot) -> Mapping[str, TaskStatus]:
    """The same from a snapshot of the step's state, for those who have one.

    Args:
        step: A solved step.
        snapshot: The robot at the state that the step was given.
    """
    solution, problem = step.solution, step.solution.problem
    motion = solution.x[problem.variables.motion]
    of_velocity = problem.tasks.of_velocity
    found: dict[str, TaskStatus] = {}
    for task, _ in problem.tasks.motion:
        achieved = task.jacobian(snapshot) @ motion
        if not of_velocity:
            achieved = achieved + task.bias(snapshot)
        found[task.name] = TaskStatus(
            rows=task.row_names(snapshot.robot),
            error=step.errors[task.name],
            reference=step.accelerations[task.name],
            achieved=achieved,
        )
    for rows in problem.tasks.efforts:
        found[rows.task.name] = _effort(rows, snapshot.robot, solution.x)
    return found


def _effort(rows: EffortRows, robot: RobotModel, x: Array) -> TaskStatus:
    return TaskStatus(
        rows=rows.task.row_names(robot),
        error=None,
        reference=rows.target,
        achieved=rows.matrix @ x,
    )
