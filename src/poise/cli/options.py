"""Options that every command has, and what they set up."""

from __future__ import annotations

import logging
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, TextIO

import typer

import poise
from poise.errors import PoiseWarning


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"poise {poise.__version__}")
        raise typer.Exit


VersionOption = Annotated[
    bool,
    typer.Option(
        "--version",
        metavar="",
        callback=_print_version,
        is_eager=True,
        help="Print the version and stop.",
    ),
]
JsonOption = Annotated[
    bool,
    typer.Option(
        "--json", metavar="", help="Print the result as JSON, and nothing else, on stdout."
    ),
]
VerboseOption = Annotated[
    int,
    typer.Option(
        "-v",
        "--verbose",
        count=True,
        metavar="",
        show_default=False,
        help="Log more on stderr; -vv for all.",
    ),
]
QuietOption = Annotated[
    bool,
    typer.Option(
        "-q", "--quiet", metavar="", help="Print errors only; the exit status tells the rest."
    ),
]
ExplainOption = Annotated[
    bool,
    typer.Option(
        "--explain",
        metavar="",
        help="Explain a tick: the first that was not solved, else the last. Cost shares, limits "
        "that act, limits that conflict.",
    ),
]


@dataclass(frozen=True, slots=True)
class Output:
    """What a command may print.

    Attributes:
        json: Only JSON, on stdout.
        quiet: Only errors, on stderr.
        verbose: How often ``-v`` was given.
        explain: Whether a tick is explained.
    """

    json: bool
    quiet: bool
    verbose: int
    explain: bool = False

    @property
    def tables(self) -> bool:
        """Whether tables and sentences are printed."""
        return not (self.json or self.quiet)

    @property
    def progress(self) -> bool:
        """Whether a progress bar is shown: only to someone who sits before it."""
        return self.tables and sys.stderr.isatty()


@contextmanager
def messages(output: Output) -> Iterator[Output]:
    """Within it, poise's log messages and warnings go to stderr, as ``-v`` and ``-q`` ask."""
    logger = logging.getLogger("poise")
    level_before = logger.level
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(_level(output))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("once", PoiseWarning)
            _show_plainly(output)
            yield output
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level_before)


def _level(output: Output) -> int:
    if output.quiet:
        return logging.ERROR
    return {0: logging.WARNING, 1: logging.INFO}.get(output.verbose, logging.DEBUG)


def _show_plainly(output: Output) -> None:
    """Poise's warnings become one line; those of other packages are shown with ``-v`` only."""
    original = warnings.showwarning

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if issubclass(category, PoiseWarning):
            if not output.quiet:
                typer.echo(f"poise: warning: {message}", err=True)
        elif output.verbose:
            original(message, category, filename, lineno, file, line)

    warnings.showwarning = show
