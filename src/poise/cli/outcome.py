"""Running an experiment from the command line: progress, tables, files and the exit status."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from poise.cli.options import Output
from poise.errors import DefinitionError

if TYPE_CHECKING:
    from poise.config import Outputs
    from poise.experiment import Experiment, PenaltySweep, RunRecord, Threshold

EXIT_HELD = 0
EXIT_FELL = 1
EXIT_THRESHOLD_BROKEN = 3


def perform(
    experiment: Experiment, outputs: Outputs, output: Output, *, sweep: bool = False
) -> int:
    """Run, tell what happened and write what is asked for.

    Args:
        experiment: What to run.
        outputs: Which files to write.
        output: What may be printed.
        sweep: Whether the report shows what rate penalties do, at the cost of ten more runs.

    Returns:
        The exit status.

    Raises:
        DefinitionError: A file cannot be written, which is found out before the run.
        DependencyError: A picture is asked for and Matplotlib is not installed.
    """
    if sweep and (outputs.report is None or experiment.noise is None):
        raise DefinitionError("--sweep needs noise, and a report to show what came out.")
    _check_outputs(outputs)
    from poise.experiment import judge

    record = _run(experiment, output)
    thresholds = judge(record)
    settings = _settings(experiment)
    status = _tell(output, record, thresholds, outputs, settings)
    if output.explain and output.tables:
        typer.echo(f"\nThe tick at {record.explained_at:g} s: {record.explanation}\n")
    sweeps = _sweep(experiment, output) if sweep else ()
    _write(output, outputs, record, thresholds, sweeps, settings)
    return status


def _check_outputs(outputs: Outputs) -> None:
    """Find out now, not after the run, that a file cannot be made."""
    from poise.report import check_writable, require_matplotlib

    if outputs.report is not None or outputs.picture is not None:
        require_matplotlib()
    for path in (outputs.report, outputs.picture, outputs.log):
        if path is not None:
            check_writable(path)


def _run(experiment: Experiment, output: Output) -> RunRecord:
    from poise.cli.progress import progress_bar
    from poise.experiment import run

    label = f"{experiment.robot.name} in {experiment.simulator}"
    with progress_bar(label, shown=output.progress) as progress:
        return run(experiment, progress)


def _sweep(experiment: Experiment, output: Output) -> tuple[PenaltySweep, ...]:
    from poise.cli.progress import progress_bar
    from poise.experiment import usual_sweeps

    with progress_bar("rate penalties", shown=output.progress, every=1) as progress:
        return usual_sweeps(experiment, progress)


def _write(
    output: Output,
    outputs: Outputs,
    record: RunRecord,
    thresholds: tuple[Threshold, ...],
    sweeps: tuple[PenaltySweep, ...],
    settings: dict[str, str],
) -> None:
    from poise.report import write_log, write_picture, write_report

    if outputs.log is not None:
        write_log(record, outputs.log)
    if outputs.picture is not None:
        write_picture(record, thresholds, outputs.picture)
    if outputs.report is not None:
        write_report(record, thresholds, outputs.report, sweeps, settings)
    if output.tables:
        for label, path in _files(outputs).items():
            typer.echo(f"{label.capitalize()}: {path}")


def _files(outputs: Outputs) -> dict[str, str]:
    """The files that are written, by what they are, as seen from the working folder."""
    here = Path.cwd().resolve()
    return {
        name: str(path.relative_to(here) if path.is_relative_to(here) else path)
        for name, path in asdict(outputs).items()
        if path is not None
    }


def _settings(experiment: Experiment) -> dict[str, str]:
    """What determined the run and its record does not hold."""
    noise = experiment.noise
    seen = (
        "none"
        if noise is None
        else f"σ {noise.joint_velocity:g} rad/s (joints), {noise.base_velocity:g} m/s (base), "
        f"seed {experiment.seed}"
    )
    settings = {"Noise on velocities": seen}
    frictions = sorted({contact.friction for contact in experiment.contacts})
    if frictions:
        settings["Friction coefficient"] = ", ".join(f"{friction:g}" for friction in frictions)
    if experiment.ground_friction is not None:
        settings["Friction of the simulated ground"] = f"{experiment.ground_friction:g}"
    return settings


def _exit_status(record: RunRecord, thresholds: tuple[Threshold, ...]) -> int:
    if record.fell_at is not None:
        return EXIT_FELL
    return EXIT_HELD if all(t.held for t in thresholds) else EXIT_THRESHOLD_BROKEN


def _tell(
    output: Output,
    record: RunRecord,
    thresholds: tuple[Threshold, ...],
    outputs: Outputs,
    settings: dict[str, str],
) -> int:
    """Print the result and give the exit status."""
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
                "files": _files(outputs),
            }
        )
    return status
