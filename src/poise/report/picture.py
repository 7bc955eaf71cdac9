"""One wide picture of a run, for a page that cannot hold the whole report."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from poise.experiment import RunRecord, Threshold
from poise.report.files import write_whole
from poise.report.force_plots import draw_cone_reserve, draw_normal_forces, draw_torques
from poise.report.motion_plots import (
    draw_accelerations,
    draw_distance,
    draw_error,
    draw_path,
    draw_tilt,
)
from poise.report.style import new_figure, plot_style, time_axis
from poise.report.verdict import verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDTH, _HEIGHT = 12.0, 5.6
_DOTS_PER_INCH = 150


def write_picture(record: RunRecord, thresholds: Sequence[Threshold], path: str | Path) -> None:
    """Write a PNG of 1800 × 840 pixels: tracking, forces, cones and torques of a run.

    Args:
        record: The run.
        thresholds: What it is judged by.
        path: The file; replaced if it exists.

    Raises:
        DependencyError: Matplotlib is not installed.
        DefinitionError: The file cannot be written.
    """
    with plot_style():
        figure = new_figure(_HEIGHT, _WIDTH)
        figure.subplots_adjust(
            left=0.052, right=0.992, top=0.85, bottom=0.075, hspace=0.42, wspace=0.13
        )
        figure.suptitle(
            f"{verdict(record, thresholds)}.", x=0.014, y=0.975, ha="left", size=14, weight="bold"
        )
        grid = figure.subplots(2, 2)
        for axes, draw in zip(grid.flat, _panels(record), strict=True):
            draw(axes, record)
        for axes in grid.flat:
            time_axis(axes, record, labelled=axes in grid[1])
        picture = io.BytesIO()
        figure.savefig(picture, format="png", dpi=_DOTS_PER_INCH, metadata={"Software": None})
    write_whole(path, picture.getvalue())


def _panels(record: RunRecord) -> list[Callable[[Axes, RunRecord], None]]:
    """Four plots: tracking and torques always, contacts where there are any."""
    track = record.main_task
    told: list[Callable[[Axes, RunRecord], None]] = []
    if track is not None:
        kinds = (draw_distance, draw_path, draw_accelerations, draw_error)
        told = [partial(draw, track=track) for draw in kinds]
    contacts = [draw_normal_forces, draw_cone_reserve] if record.contact_names else []
    chosen = [*told[: 3 - len(contacts)], *contacts, draw_torques]
    return [*chosen, *[draw_tilt] * (4 - len(chosen))]
