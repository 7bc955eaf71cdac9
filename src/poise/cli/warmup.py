"""``poise warmup``: compile what is compiled on first use beforehand."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

import typer

from poise.cli.options import (
    JsonOption,
    Output,
    QuietOption,
    VerboseOption,
    VersionOption,
    messages,
)


def warmup(
    ctx: typer.Context,
    json: JsonOption = False,
    verbose: VerboseOption = 0,
    quiet: QuietOption = False,
    version: VersionOption = False,  # noqa: ARG001 - handled by its callback
) -> None:
    """Compile the fast loops, so that no later run has to wait for it.

    They are kept in NUMBA_CACHE_DIR, or else in the folder poise of XDG_CACHE_HOME (~/.cache).
    """
    output = ctx.with_resource(messages(Output(json, quiet, verbose)))
    from poise.cli.progress import progress_bar
    from poise.compiling import cache_folder

    logging.getLogger("poise.compiling").setLevel(logging.ERROR)  # here compiling is no news
    steps = _steps()
    began = time.perf_counter()
    with progress_bar("compiling", shown=output.progress, every=1) as advance:
        for done, step in enumerate(steps, start=1):
            if advance is not None:
                advance(done - 1, len(steps))
            step()
    seconds = time.perf_counter() - began
    if output.json:
        from poise.cli.json_output import print_json

        print_json({"folder": str(cache_folder()), "seconds": round(seconds, 3)})
    if output.tables:
        typer.echo(f"Ready after {seconds:.1f} s; compiled loops are kept in {cache_folder()}.")


def _steps() -> tuple[Callable[[], None], ...]:
    from poise.cartesian import warmup as cartesian
    from poise.sim.warmup import warm_up_soft_ground

    return (
        cartesian.warm_up_kinematics,
        cartesian.warm_up_batches,
        cartesian.warm_up_differential,
        cartesian.warm_up_trees,
        warm_up_soft_ground,
    )
