"""A picture of a drop: energy, penetration, forces."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from poise.experiment.drop import DropRecord
from poise.report.files import write_whole
from poise.report.motion_plots import plain
from poise.report.style import COLORS, GREY, INK, legend_above, new_figure, plot_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDTH, _HEIGHT = 12.0, 5.6
_DOTS_PER_INCH = 150


def write_drop_picture(record: DropRecord, path: str | Path) -> None:
    """Write a PNG of 1800 × 840 pixels: height, energy, penetration and forces over time.

    Args:
        record: The drop.
        path: The file; replaced if it exists.

    Raises:
        DependencyError: Matplotlib is not installed.
        DefinitionError: The file cannot be written.
    """
    with plot_style():
        figure = new_figure(_HEIGHT, _WIDTH)
        figure.subplots_adjust(
            left=0.052, right=0.982, top=0.85, bottom=0.085, hspace=0.36, wspace=0.13
        )
        figure.suptitle(drop_sentence(record), x=0.014, y=0.975, ha="left", size=14, weight="bold")
        grid = figure.subplots(2, 2, sharex=True)
        for axes, draw in zip(grid.flat, (_energy, _height, _penetration, _forces), strict=True):
            draw(axes, record)
        for axes in grid[1]:
            axes.set_xlabel("time [s]")
        picture = io.BytesIO()
        figure.savefig(picture, format="png", dpi=_DOTS_PER_INCH, metadata={"Software": None})
    write_whole(path, picture.getvalue())


def drop_sentence(record: DropRecord) -> str:
    """What became of it, in a sentence."""
    start = f"{record.robot} dropped from {100 * record.height:g} cm"
    if record.diverged_at is not None:
        return f"{start}: the simulation flew apart at {record.diverged_at:.3g} s."
    end = "came to rest" if record.at_rest else "was still moving"
    return f"{start} {end} after {record.time[-1]:g} s."


def _energy(axes: Axes, record: DropRecord) -> None:
    curves = {
        "kinetic": record.kinetic,
        "potential, m g Δz": record.potential,
        "work of the motors": record.motor_work,
        "dissipated, or stored in the ground": record.dissipated,
    }
    for color, (label, values) in zip(COLORS, curves.items(), strict=False):
        axes.plot(record.time, values, color=color, label=label)
    axes.axhline(0.0, color=INK, lw=0.7)
    axes.set_ylabel("energy [J]")
    legend_above(axes)


def _height(axes: Axes, record: DropRecord) -> None:
    axes.plot(record.time, record.base_height, color=COLORS[0])
    axes.set_ylabel("height of the base [m]")


def _penetration(axes: Axes, record: DropRecord) -> None:
    for k, name in enumerate(record.contact_names):
        depth = np.maximum(1e3 * record.penetration[:, k], 0.0)
        axes.plot(record.time, depth, color=COLORS[k % len(COLORS)], label=plain(name))
    axes.set_ylabel("penetration [mm]")
    axes.set_ylim(bottom=0.0)
    legend_above(axes)


def _forces(axes: Axes, record: DropRecord) -> None:
    for k, name in enumerate(record.contact_names):
        force = record.normal_force[:, k]
        axes.plot(record.time, force, color=COLORS[k % len(COLORS)], label=plain(name))
    share = record.weight / max(1, len(record.contact_names))
    axes.axhline(share, color=GREY, lw=0.9, ls="--", label="share of the weight")
    axes.set_ylabel("normal force [N]")
    axes.set_ylim(bottom=0.0)
    legend_above(axes)
