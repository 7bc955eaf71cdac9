"""What a plot of a report is, and the usual form of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from poise.experiment import RunRecord
from poise.report.style import new_figure, time_axis

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class Plot:
    """One plot of a report.

    Attributes:
        key: Short name, a valid HTML id.
        title: Heading.
        caption: A sentence or two on what is seen.
        draw: Makes the figure; call it within :func:`~poise.report.style.plot_style`.
    """

    key: str
    title: str
    caption: str
    draw: Callable[[], Figure]


def over_time(
    record: RunRecord, draw: Callable[[Any, RunRecord], None], height: float = 2.0
) -> Figure:
    """One plot over the time of a run."""
    figure = new_figure(height)
    axes = figure.subplots()
    draw(axes, record)
    time_axis(axes, record)
    return figure


def stacked(
    record: RunRecord, draws: Sequence[Callable[[Any, RunRecord], None]], height: float
) -> Figure:
    """Plots over the same time, one above the other."""
    figure = new_figure(height)
    column = figure.subplots(len(draws), 1, sharex=True, squeeze=False)[:, 0]
    for k, (axes, draw) in enumerate(zip(column, draws, strict=True)):
        draw(axes, record)
        time_axis(axes, record, labelled=k == len(draws) - 1)
    return figure
