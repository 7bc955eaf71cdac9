"""The units of a program's rows and variables."""

from __future__ import annotations

from poise.scenes.solution import SceneProblem
from poise.tasks import EffortTask, MotionTask

_LINEAR, _ANGULAR = ("x", "y", "z"), ("rx", "ry", "rz", "mx", "my", "mz")


def row_units(problem: SceneProblem) -> dict[str, str]:
    """Unit of each row and variable, by its name.

    Rows of a cone that has no slack mix newtons and newton metres by design: sliding rows are
    newtons, tipping and yaw rows newton metres.
    """
    layout, variables = problem.program.layout, problem.variables
    names = (*layout.variables, *layout.equalities, *layout.inequalities)
    has_slack, rate = bool(variables.slack), "s" if variables.velocity.stop else "s²"
    units = {name: _unit(name, has_slack=has_slack, rate=rate) for name in names}
    robot = variables.robot
    for joint, unit in zip(robot.joint_names, robot.joint_units, strict=True):
        force = "N" if unit == "m" else "N·m"
        units[f"velocity {joint}"] = f"{unit}/s"
        units[f"acceleration {joint}"] = f"{unit}/s²"
        for kind in ("torque limit", "torque", "equations of motion"):
            units[f"{kind} {joint}"] = force
    of_velocity = bool(variables.velocity.stop)
    return units | _task_units(problem) | problem.limits.units(robot, of_velocity=of_velocity)


def _task_units(problem: SceneProblem) -> dict[str, str]:
    units = problem.tasks.units_by_task(problem.variables)
    robot = problem.variables.robot
    tasks: list[MotionTask | EffortTask] = [task for task, _ in problem.tasks.motion]
    tasks += [rows.task for rows in problem.tasks.efforts]
    return {
        f"task {task.name} {row}": unit
        for task in tasks
        for row, unit in zip(task.row_names(robot), units[task.name], strict=True)
    }


def _unit(name: str, *, has_slack: bool, rate: str) -> str:
    kind, last = name.split(" ", 1)[0], name.rsplit(" ", 1)[-1]
    if kind in ("acceleration", "velocity", "contact"):
        return f"m/{rate}" if last in _LINEAR else f"rad/{rate}"
    if kind == "share":
        return "1"
    if kind == "friction":
        return "N" if has_slack or " sliding " in name else "N·m"
    return "N·m" if last in _ANGULAR else "N"
