"""``poise validate``: check a file without running it."""

from __future__ import annotations

from typing import Annotated

import typer

from poise.cli.options import (
    JsonOption,
    Output,
    QuietOption,
    VerboseOption,
    VersionOption,
    messages,
)
from poise.cli.run import FileArgument, SetOption


def _print_schema(wanted: bool) -> None:
    if wanted:
        from poise.cli.json_output import print_json
        from poise.config import json_schema

        print_json(json_schema())
        raise typer.Exit


SchemaOption = Annotated[
    bool,
    typer.Option(
        "--schema",
        metavar="",
        callback=_print_schema,
        is_eager=True,
        help="Print the JSON schema that editors use to complete and check, and stop.",
    ),
]


def validate(
    ctx: typer.Context,
    file: FileArgument,
    settings: SetOption = None,
    schema: SchemaOption = False,  # noqa: ARG001 - handled by its callback
    json: JsonOption = False,
    verbose: VerboseOption = 0,
    quiet: QuietOption = False,
    version: VersionOption = False,  # noqa: ARG001 - handled by its callback
) -> None:
    """Check a file: every field, and whether robot, tasks, contacts and references fit.

    Exit status: 0 the file can be run, 2 it has faults; each is named with its line.
    """
    output = ctx.with_resource(messages(Output(json, quiet, verbose)))
    from poise.config import ConfigError, load_config

    try:
        planned = load_config(file, settings or ())
    except ConfigError as error:
        if not output.json:
            raise
        from poise.cli.json_output import print_json

        problems = [problem.as_dict() for problem in error.problems]
        print_json({"file": str(file), "valid": False, "problems": problems})
        raise typer.Exit(2) from error
    if output.json:
        from poise.cli.json_output import print_json

        print_json({"file": str(file), "valid": True, "problems": []})
    elif output.tables:
        typer.echo(f"{file}: no faults. {planned.in_words()}")
