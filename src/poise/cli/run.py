"""``poise run``: run what a file says."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from poise.cli.options import (
    ExplainOption,
    JsonOption,
    Output,
    QuietOption,
    VerboseOption,
    VersionOption,
    messages,
)

FileArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="A YAML file; 'poise demo --write FILE' makes one.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="A.B=C",
        help="Change one field: --set robot=talos, --set tasks.hand.weight=3, "
        "--set events.0.impulse='9 N*s'. Can be given again and again.",
    ),
]


def run(
    ctx: typer.Context,
    file: FileArgument,
    settings: SetOption = None,
    explain: ExplainOption = False,
    json: JsonOption = False,
    verbose: VerboseOption = 0,
    quiet: QuietOption = False,
    version: VersionOption = False,  # noqa: ARG001 - handled by its callback
) -> None:
    """Run the experiment that a file describes, and judge it by the file's limits.

    Exit status: 0 every threshold held, 1 the robot fell, 2 wrong usage or a fault in the file,
    3 it lasted but a threshold is broken.
    """
    output = ctx.with_resource(messages(Output(json, quiet, verbose, explain)))
    from poise.cli.outcome import perform
    from poise.config import load_config

    planned = load_config(file, settings or ())
    raise typer.Exit(perform(planned.experiment, planned.outputs, output))
