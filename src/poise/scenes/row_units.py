"""The units of a program's rows and variables."""

from __future__ import annotations

from poise.scenes.solution import SceneProblem

_LINEAR, _ANGULAR = ("x", "y", "z"), ("rx", "ry", "rz", "mx", "my", "mz")


def row_units(problem: SceneProblem) -> dict[str, str]:
    """Unit of each row and variable, by its name.

    Rows of a cone that has no slack mix newtons and newton metres by design: sliding rows are
    newtons, tipping and yaw rows newton metres.
    """
    layout = problem.program.layout
    names = (*layout.variables, *layout.equalities, *layout.inequalities)
    has_slack = bool(problem.variables.slack)
    units = {name: _unit(name, has_slack=has_slack) for name in names}
    robot = problem.variables.robot
    for joint, unit in zip(robot.joint_names, robot.joint_units, strict=True):
        units[f"acceleration {joint}"] = f"{unit}/s²"
        units[f"torque limit {joint}"] = "N" if unit == "m" else "N·m"
    return units


def _unit(name: str, *, has_slack: bool) -> str:
    kind, last = name.split(" ", 1)[0], name.rsplit(" ", 1)[-1]
    if kind in ("acceleration", "contact"):
        return "m/s²" if last in _LINEAR else "rad/s²"
    if kind == "friction":
        return "N" if has_slack or " sliding " in name else "N·m"
    return "N·m" if last in _ANGULAR else "N"
