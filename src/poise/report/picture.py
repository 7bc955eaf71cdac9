"""One wide picture of a run, for a page that cannot hold the whole report."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from poise.experiment import RunRecord, Threshold
from poise.report.files import write_whole
from poise.report.force_plots import draw_cone_reserve, draw_normal_forces, draw_torques
from poise.report.motion_plots import draw_com_error, draw_hand_error
from poise.report.style import new_figure, plot_style, time_axis
from poise.report.verdict import verdict

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
        tracking = draw_hand_error if record.has_hand else draw_com_error
        tracking(grid[0, 0], record)
        draw_normal_forces(grid[0, 1], record)
        draw_cone_reserve(grid[1, 0], record)
        draw_torques(grid[1, 1], record)
        for axes in grid.flat:
            time_axis(axes, record, labelled=axes in grid[1])
        picture = io.BytesIO()
        figure.savefig(picture, format="png", dpi=_DOTS_PER_INCH, metadata={"Software": None})
    write_whole(path, picture.getvalue())
