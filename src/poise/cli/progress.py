"""A progress bar for a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

# The bar is redrawn between ticks, by the thread that runs them: a thread of its own would take
# the interpreter away from the controller and spoil its tick times.
_REDRAWN_EVERY = 100


@contextmanager
def progress_bar(
    label: str, *, shown: bool, every: int = _REDRAWN_EVERY
) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on stderr that vanishes when done.

    Args:
        label: What is going on.
        shown: Whether there is a bar at all.
        every: How many steps pass between two redrawings.

    Yields:
        To be called after every tick with the ticks done and the ticks planned; None without a
        bar.
    """
    if not shown:
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        auto_refresh=False,
        transient=True,
    )
    with bar:
        task = bar.add_task(label, total=None)
        bar.refresh()

        def update(done: int, planned: int) -> None:
            if done % every == 0 or done == planned:
                bar.update(task, completed=done, total=planned)
                bar.refresh()

        yield update
