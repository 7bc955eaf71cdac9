"""``poise demo``: a robot stands, reaches and is pushed."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

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
    from poise.experiment import RunRecord, StandingExperiment, Threshold

EXIT_HELD = 0
EXIT_FELL = 1
EXIT_THRESHOLD_BROKEN = 3

_OWN = "Your own robot"
_RUN = "The run"
_OUT = "What is written"


def demo(
    ctx: typer.Context,
    robot: Annotated[
        str,
        typer.Option(
            metavar="NAME|PATH",
            help="A robot that 'poise robots' lists, or the path of a URDF, which needs --contact.",
        ),
    ] = "g1",
    contact: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FRAME[:LENGTHxWIDTH][@x,y,z]",
            help="What it stands on; once per foot. With a size a rectangle, otherwise a point; "
            "x,y,z is its place in the frame, in metres.",
            rich_help_panel=_OWN,
        ),
    ] = None,
    hand: Annotated[
        str | None,
        typer.Option(metavar="FRAME", help="Frame that follows a path.", rich_help_panel=_OWN),
    ] = None,
    friction: Annotated[
        float | None,
        typer.Option(
            metavar="MU",
            show_default="the known robot's, otherwise 0.6",
            help="Coefficient of friction of all contacts, in controller and simulator.",
            rich_help_panel=_OWN,
        ),
    ] = None,
    sim: Annotated[
        Literal["mujoco", "soft"],
        typer.Option(
            help="MuJoCo, or poise's own simulator with soft contacts.", rich_help_panel=_RUN
        ),
    ] = "mujoco",
    duration: Annotated[
        float,
        typer.Option(metavar="S", help="How long it lasts, in seconds.", rich_help_panel=_RUN),
    ] = 10.0,
    push: Annotated[
        float | None,
        typer.Option(
            metavar="NS",
            show_default="one that the robot survives",
            help="Impulse of each of the three pushes, in N·s; 0 for none.",
            rich_help_panel=_RUN,
        ),
    ] = None,
    mirror: Annotated[
        bool,
        typer.Option(
            "--mirror", metavar="", help="Push from the opposite sides.", rich_help_panel=_RUN
        ),
    ] = False,
    noise: Annotated[
        bool,
        typer.Option(
            "--noise",
            metavar="",
            help="Let the controller see noisy velocities: σ 0.05 rad/s for joints, 0.02 m/s for "
            "the base.",
            rich_help_panel=_RUN,
        ),
    ] = False,
    seed: Annotated[
        int, typer.Option(metavar="N", min=0, help="Seed of the noise.", rich_help_panel=_RUN)
    ] = 0,
    backend: Annotated[
        str,
        typer.Option(metavar="NAME", help="Which QP solver to use.", rich_help_panel=_RUN),
    ] = "daqp",
    report: Annotated[
        Path,
        typer.Option(
            metavar="FILE", help="Where to write the report, an HTML file.", rich_help_panel=_OUT
        ),
    ] = Path("report.html"),
    no_report: Annotated[
        bool, typer.Option("--no-report", metavar="", help="Write no report.", rich_help_panel=_OUT)
    ] = False,
    json: JsonOption = False,
    verbose: VerboseOption = 0,
    quiet: QuietOption = False,
    version: VersionOption = False,  # noqa: ARG001 - handled by its callback
) -> None:
    """Let a robot stand, move its hand along a path and be pushed from three sides.

    It is simulated and controlled at 1 kHz by whole-body control with the torques eliminated
    (reduced TSID). A table, a sentence and a report tell what happened.

    Exit status: 0 every threshold held, 1 it fell, 2 wrong usage, 3 it stands but a threshold is
    broken.
    """
    output = Output(json, quiet, verbose)
    ctx.with_resource(messages(output))
    path = None if no_report else _ready_report(report)
    from poise.cli.progress import progress_bar
    from poise.cli.robot_option import contacts, load
    from poise.experiment import (
        StateNoise,
        default_push,
        judge,
        run,
        standing_experiment,
        three_pushes,
    )

    model = load(robot)
    impulse = default_push(model) if push is None else push
    experiment = standing_experiment(
        model,
        contacts(model, robot, contact or [], friction),
        hand=hand,
        pushes=three_pushes(impulse, duration, mirrored=mirror),
        simulator=sim,
        duration=duration,
        noise=StateNoise() if noise else None,
        seed=seed,
        backend=backend,
    )
    with progress_bar(f"{robot} in {sim}", shown=output.progress) as progress:
        record = run(experiment, progress)
    thresholds = judge(record, duration)
    _tell(output, record, thresholds, path, _settings(experiment))
    raise typer.Exit(_exit_status(record, thresholds))


def _ready_report(path: Path) -> Path:
    """Find out now, not after the run, that a report cannot be made."""
    from poise.report import check_writable, require_matplotlib

    require_matplotlib()
    return check_writable(path)


def _settings(experiment: StandingExperiment) -> dict[str, str]:
    """What determined the run and its record does not hold."""
    noise = experiment.noise
    seen = (
        "none"
        if noise is None
        else f"σ {noise.joint_velocity:g} rad/s (joints), {noise.base_velocity:g} m/s (base), "
        f"seed {experiment.seed}"
    )
    frictions = sorted({contact.friction for contact in experiment.contacts})
    return {
        "Noise on velocities": seen,
        "Friction coefficient": ", ".join(f"{friction:g}" for friction in frictions),
    }


def _exit_status(record: RunRecord, thresholds: tuple[Threshold, ...]) -> int:
    if record.fell_at is not None:
        return EXIT_FELL
    return EXIT_HELD if all(t.held for t in thresholds) else EXIT_THRESHOLD_BROKEN


def _tell(
    output: Output,
    record: RunRecord,
    thresholds: tuple[Threshold, ...],
    path: Path | None,
    settings: dict[str, str],
) -> None:
    """Print the result and write the report."""
    from poise.report import rows, summarise, threshold_rows, verdict, write_report

    summary = summarise(record)
    sentence = verdict(record, thresholds)
    if output.tables:
        from poise.cli.tables import console, figures_table, thresholds_table
        from poise.report import Row

        shown = [*rows(summary), *(Row("Set-up", *item) for item in settings.items())]
        stdout = console()
        stdout.print(figures_table(record.title, shown))
        stdout.print(thresholds_table(threshold_rows(thresholds)))
        typer.echo(f"{sentence}.")
    if path is not None:
        write_report(record, thresholds, path, settings=settings)
        if output.tables:
            typer.echo(f"Report: {path}")
    if output.json:
        from poise.cli.json_output import print_json

        print_json(
            {
                "verdict": sentence,
                "exit_status": _exit_status(record, thresholds),
                "thresholds": [{**asdict(t), "held": t.held} for t in thresholds],
                "figures": asdict(summary),
                "settings": settings,
                "report": None if path is None else str(path),
            }
        )
