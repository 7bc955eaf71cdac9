"""What ``poise fk`` and ``poise ik`` share: the chain meant, numbers as text, tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from poise.errors import DefinitionError

if TYPE_CHECKING:
    import pinocchio as pin
    from rich.table import Table

    from poise.arrays import Array
    from poise.cartesian import ChainSolver

RobotArgument = Annotated[
    str,
    typer.Argument(
        metavar="ROBOT",
        help="A name that 'poise robots' lists, or the path of a URDF, MJCF or kinematics file.",
    ),
]
TipOption = Annotated[
    str | None,
    typer.Option(metavar="FRAME", show_default="the known robot's hand", help="The TCP."),
]
BaseOption = Annotated[
    str | None,
    typer.Option(
        metavar="FRAME",
        show_default="the robot's base",
        help="Frame that poses are given in.",
    ),
]
DegreesOption = Annotated[
    bool,
    typer.Option(
        "--degrees",
        metavar="",
        help="Joints that turn are in degrees, in and out; poses stay in metres and radians.",
    ),
]


def solver_for(robot: str, base: str | None, tip: str | None, *, degrees: bool) -> ChainSolver:
    """The solver of the chain meant.

    Raises:
        DefinitionError: No tip, for a robot that is not known to have a hand.
        PoiseError: The robot or a frame does not exist.
    """
    from poise.cartesian import ChainSolver
    from poise.model import load_robot

    model = load_robot(robot)
    if tip is None:
        if model.preset is None or model.preset.hand is None:
            raise DefinitionError(f"{robot} is not known to have a hand; name the TCP with --tip.")
        tip = model.preset.hand
    return ChainSolver(model, model.base_frame if base is None else base, tip, degrees=degrees)


def numbers(option: str, text: str, names: tuple[str, ...]) -> list[float]:
    """The numbers of an option, separated by blanks or commas, one for each name.

    Raises:
        DefinitionError: Another count, or something that is no number.
    """
    words = text.replace(",", " ").split()
    if len(words) != len(names):
        raise DefinitionError(
            f"{option} must have {len(names)} numbers ({', '.join(names)}), got {len(words)}."
        )
    found = []
    for name, word in zip(names, words, strict=True):
        try:
            found.append(float(word))
        except ValueError:
            raise DefinitionError(f"{option}: {name} must be a number, got {word!r}.") from None
    return found


def joints_table(solver: ChainSolver, q: Array, marked: dict[str, str]) -> Table:
    """Joint positions with their limits.

    Args:
        solver: The solver.
        q: Positions, (n,).
        marked: What is said of some joints, by name.
    """
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for name in ("Joint", "Position", "Lower", "Upper", "Unit", ""):
        table.add_column(name, justify="left" if name in ("Joint", "Unit", "") else "right")
    angle = "deg" if solver.units.degrees else "rad"
    for k, name in enumerate(solver.joint_names):
        unit = angle if solver.chain.turns[k] else "m"
        row = (q[k], solver.lower_limits[k], solver.upper_limits[k])
        table.add_row(name, *(f"{value:.6g}" for value in row), unit, marked.get(name, ""))
    return table


def pose_table(poses: dict[str, pin.SE3], positions: dict[str, Array] | None = None) -> Table:
    """Poses with two ways of writing an orientation.

    Args:
        poses: By what they are.
        positions: What has no orientation, likewise; comes first.
    """
    import numpy as np
    from rich import box
    from rich.table import Table

    from poise.spatial import rpy_from_rotation, vector_from_pose

    table = Table(box=box.SIMPLE_HEAD)
    for name in ("", "x", "y", "z", "Unit"):
        table.add_column(name, justify="left" if name in ("", "Unit") else "right")
    for label, position in (positions or {}).items():
        table.add_row(f"{label}: position", *(f"{value:.6g}" for value in position), "m")
    for label, pose in poses.items():
        degrees = np.degrees(rpy_from_rotation(pose.rotation))
        for what, values, unit in (
            (f"{label}: position", pose.translation, "m"),
            ("axis × angle", vector_from_pose(pose)[3:], "rad"),
            ("roll, pitch, yaw", degrees, "deg"),
        ):
            table.add_row(what, *(f"{value:.6g}" for value in values), unit)
    return table
