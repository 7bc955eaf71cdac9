"""``poise drop``: a robot falls onto soft ground."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from poise.cli.options import (
    JsonOption,
    Output,
    QuietOption,
    VerboseOption,
    VersionOption,
    messages,
)

if TYPE_CHECKING:
    from poise.experiment.drop import DropRecord

EXIT_REST = 0
EXIT_DIVERGED = 1
EXIT_MOVING = 3


class Integrator(StrEnum):
    """What --integrator may be."""

    SEMI_IMPLICIT = "semi_implicit"
    RK4 = "rk4"
    IMPLICIT = "implicit"


RobotArgument = Annotated[
    str, typer.Argument(metavar="ROBOT", help="A name that 'poise robots' lists.")
]
HeightOption = Annotated[
    float, typer.Option(min=0.0, metavar="M", help="Of the feet above the ground [m].")
]
DurationOption = Annotated[
    float, typer.Option(min=0.01, max=60.0, metavar="S", help="How long it is watched [s].")
]
IntegratorOption = Annotated[
    Integrator, typer.Option(help="implicit is stable on ground of any stiffness.")
]
StiffnessOption = Annotated[
    float | None,
    typer.Option(
        min=1.0,
        metavar="N/m",
        show_default="the robot sinks in 1 mm",
        help="Of the ground at each point; damped to a ratio of one half.",
    ),
]
PlotOption = Annotated[Path, typer.Option(metavar="FILE", help="PNG picture to write.")]
NoPlotOption = Annotated[bool, typer.Option("--no-plot", metavar="", help="Write no picture.")]


def drop(
    ctx: typer.Context,
    robot: RobotArgument = "hyq",
    height: HeightOption = 0.1,
    duration: DurationOption = 2.0,
    integrator: IntegratorOption = Integrator.IMPLICIT,
    stiffness: StiffnessOption = None,
    plot: PlotOption = Path("drop.png"),
    no_plot: NoPlotOption = False,
    json: JsonOption = False,
    verbose: VerboseOption = 0,
    quiet: QuietOption = False,
    version: VersionOption = False,  # noqa: ARG001 - handled by its callback
) -> None:
    """Drop a robot onto soft ground, its joints held by their motors.

    Tells energy, penetration and forces, and plots them.

    Exit status: 0 it came to rest, 1 the simulation flew apart, 2 wrong usage, 3 it still moves.
    """
    output = ctx.with_resource(messages(Output(json, quiet, verbose)))
    if not no_plot:
        from poise.report.files import check_writable
        from poise.report.style import require_matplotlib

        require_matplotlib()
        check_writable(plot)
    record = _run(robot, height, duration, integrator, stiffness, output)
    if not no_plot:
        from poise.report.drop_picture import write_drop_picture

        write_drop_picture(record, plot)
    _tell(record, None if no_plot else plot, output)
    status = EXIT_REST if record.at_rest else EXIT_MOVING
    ctx.exit(EXIT_DIVERGED if record.diverged_at is not None else status)


def _run(
    robot: str,
    height: float,
    duration: float,
    integrator: Integrator,
    stiffness: float | None,
    output: Output,
) -> DropRecord:
    from poise.cli.progress import progress_bar
    from poise.contact import preset_contacts
    from poise.experiment.drop import Drop
    from poise.model import load_robot

    loaded = load_robot(robot)
    contacts = preset_contacts(loaded)
    ground = None
    if stiffness is not None:
        from poise.contact.carrying_ground import ground_of_stiffness

        ground = ground_of_stiffness(loaded, contacts, stiffness)
    falling = Drop(loaded, contacts, height, duration, integrator=integrator.value, ground=ground)
    with progress_bar("falling", shown=output.progress) as advance:
        return falling.run(advance)


def _tell(record: DropRecord, plot: Path | None, output: Output) -> None:
    figures = drop_figures(record)
    if output.json:
        from poise.cli.json_output import print_json

        print_json({**figures, "plot": None if plot is None else str(plot)})
    if output.tables:
        from poise.cli.tables import console, drop_table
        from poise.report.drop_picture import drop_sentence

        console().print(drop_table(figures))
        typer.echo(drop_sentence(record))
        if plot is not None:
            typer.echo(f"Plot: {plot}")


def drop_figures(record: DropRecord) -> dict[str, Any]:
    """The figures of a drop, by name, in SI units."""
    depth, force = record.penetration, record.normal_force
    return {
        "robot": record.robot,
        "integrator": record.integrator,
        "height": record.height,
        "duration": float(record.time[-1]),
        "at_rest": record.at_rest,
        "diverged_at": record.diverged_at,
        "energy": {
            "fallen": float(-record.potential[-1]),
            "largest_kinetic": float(record.kinetic.max()),
            "kinetic": float(record.kinetic[-1]),
            "motor_work": float(record.motor_work[-1]),
            "dissipated": float(record.dissipated[-1]),
        },
        "weight": record.weight,
        "total_normal_force": float(force[-1].sum()),
        "contacts": {
            name: {
                "largest_penetration": float(depth[:, k].max()),
                "penetration": float(depth[-1, k]),
                "largest_normal_force": float(force[:, k].max()),
                "normal_force": float(force[-1, k]),
            }
            for k, name in enumerate(record.contact_names)
        },
    }
