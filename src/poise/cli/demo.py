"""``poise demo``: a robot stands, reaches and is pushed."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from poise.cli.demo_options import (
    BackendOption,
    ContactsOption,
    DurationOption,
    ExplainOption,
    FrictionOption,
    HandOption,
    MirrorOption,
    NoiseOption,
    NoReportOption,
    PushOption,
    ReportOption,
    RobotOption,
    SeedOption,
    SimulatorOption,
    SweepOption,
)
from poise.cli.options import (
    JsonOption,
    Output,
    QuietOption,
    VerboseOption,
    VersionOption,
    messages,
)

if TYPE_CHECKING:
    from poise.experiment import Experiment, PenaltySweep, RunRecord, Threshold
    from poise.model import RobotModel
    from poise.sim import Push

EXIT_HELD = 0
EXIT_FELL = 1
EXIT_THRESHOLD_BROKEN = 3


def demo(
    ctx: typer.Context,
    robot: RobotOption = "g1",
    contacts: ContactsOption = None,
    hand: HandOption = None,
    friction: FrictionOption = None,
    simulator: SimulatorOption = "mujoco",
    duration: DurationOption = 10.0,
    push: PushOption = None,
    mirror: MirrorOption = False,
    noise: NoiseOption = False,
    seed: SeedOption = 0,
    sweep: SweepOption = False,
    backend: BackendOption = "daqp",
    report: ReportOption = Path("report.html"),
    no_report: NoReportOption = False,
    explain: ExplainOption = False,
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
    output = ctx.with_resource(messages(Output(json, quiet, verbose, explain)))
    path = None if no_report else _ready_report(report)
    from poise.cli.robot_option import chosen_contacts, load
    from poise.experiment import StateNoise, standing_experiment

    model = load(robot)
    experiment = standing_experiment(
        model,
        chosen_contacts(model, robot, contacts or [], friction),
        hand=hand,
        pushes=_pushes(model, push, duration, mirrored=mirror),
        simulator=simulator,
        duration=duration,
        noise=StateNoise() if noise else None,
        seed=seed,
        backend=backend,
    )
    raise typer.Exit(_show(experiment, output, path, sweep=sweep))


def _ready_report(path: Path) -> Path:
    """Find out now, not after the run, that a report cannot be made."""
    from poise.report import check_writable, require_matplotlib

    require_matplotlib()
    return check_writable(path)


def _pushes(
    model: RobotModel, impulse: float | None, duration: float, *, mirrored: bool
) -> tuple[Push, ...]:
    from poise.experiment import default_push, three_pushes
    from poise.experiment.pushes import SHORTEST_WITH_PUSHES

    if duration < SHORTEST_WITH_PUSHES and not impulse:
        return ()  # too short for pushes, unless they are asked for
    given = default_push(model) if impulse is None else impulse
    return three_pushes(given, duration, mirrored=mirrored)


def _run(experiment: Experiment, output: Output) -> RunRecord:
    from poise.cli.progress import progress_bar
    from poise.experiment import run

    label = f"{experiment.robot.name} in {experiment.simulator}"
    with progress_bar(label, shown=output.progress) as progress:
        return run(experiment, progress)


def _show(experiment: Experiment, output: Output, path: Path | None, *, sweep: bool) -> int:
    """Run, tell what happened and write the report; gives the exit status."""
    if sweep and (path is None or experiment.noise is None):
        raise typer.BadParameter("--sweep needs --noise, and a report to show what came out.")
    from poise.experiment import judge

    record = _run(experiment, output)
    thresholds = judge(record)
    settings = _settings(experiment)
    status = _tell(output, record, thresholds, path, settings)
    if output.explain and output.tables:
        typer.echo(f"\nThe tick at {record.explained_at:g} s: {record.explanation}\n")
    if path is not None:
        sweeps = _sweep(experiment, output) if sweep else ()
        _write(output, path, record, thresholds, sweeps, settings)
    return status


def _sweep(experiment: Experiment, output: Output) -> tuple[PenaltySweep, ...]:
    from poise.cli.progress import progress_bar
    from poise.experiment import usual_sweeps

    with progress_bar("rate penalties", shown=output.progress, every=1) as progress:
        return usual_sweeps(experiment, progress)


def _write(
    output: Output,
    path: Path,
    record: RunRecord,
    thresholds: tuple[Threshold, ...],
    sweeps: tuple[PenaltySweep, ...],
    settings: dict[str, str],
) -> None:
    from poise.report import write_report

    write_report(record, thresholds, path, sweeps, settings)
    if output.tables:
        typer.echo(f"Report: {path}")


def _settings(experiment: Experiment) -> dict[str, str]:
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
) -> int:
    """Print the result, write the report and give the exit status."""
    from poise.report import rows, summarise, threshold_rows, verdict

    status = _exit_status(record, thresholds)
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
    if output.json:
        from poise.cli.json_output import print_json

        print_json(
            {
                "verdict": sentence,
                "exit_status": status,
                "thresholds": [{**asdict(t), "held": t.held} for t in thresholds],
                "figures": asdict(summary),
                "settings": settings,
                "explanation": {"time": record.explained_at, "text": record.explanation},
                "report": None if path is None else str(path),
            }
        )
    return status
