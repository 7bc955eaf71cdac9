"""The program ``poise``.

Only what parsing needs is imported here: ``poise --help`` loads no numerical library.
"""

from __future__ import annotations

import io
import sys
import traceback
from typing import Any

import typer
from typer.core import TyperGroup

from poise.cli.check import check
from poise.cli.demo import demo
from poise.cli.drop import drop
from poise.cli.fk import fk
from poise.cli.ik import ik
from poise.cli.options import VersionOption
from poise.cli.robots import robots
from poise.cli.run import run
from poise.cli.validate import validate
from poise.cli.warmup import warmup
from poise.errors import PoiseError

EXIT_USAGE = 2
EXIT_BUG = 70  # EX_SOFTWARE: 1 would say that the robot fell


class PoiseGroup(TyperGroup):
    """Turns poise's errors into one message and an exit status."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except PoiseError as error:
            typer.echo(f"poise: {error}", err=True)
            raise typer.Exit(EXIT_USAGE) from error


app = typer.Typer(
    cls=PoiseGroup,
    name="poise",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def poise(version: VersionOption = False) -> None:
    """Whole-body control of robots with many joints, in and out of contact.

    Each command has its own help: poise demo --help
    """


app.command()(demo)
app.command()(run)
app.command()(validate)
app.command()(robots)
app.command()(check)
app.command()(drop)
app.command()(fk)
app.command()(ik)
app.command()(warmup)


def main() -> None:
    """Run the program and end the process with its exit status; typer's is 130 after Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a sign gets a "?" rather than a traceback.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        app(prog_name="poise")
    except Exception:  # noqa: BLE001 - whatever it is, it is a bug
        traceback.print_exc()
        typer.echo(
            "poise: this is a bug in poise; please report it with the lines above.", err=True
        )
        sys.exit(EXIT_BUG)
