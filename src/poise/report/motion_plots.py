"""Plots of how the robot moved: hand, centre of mass, base tilt, feet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from poise.experiment import RunRecord
from poise.experiment.record import BoolArray
from poise.experiment.thresholds import calm_ticks
from poise.report.downsample import min_max
from poise.report.style import COLORS, INK, PALE, legend_above, shade_pushes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_AXES = ("x", "y", "z")


def draw_hand_path(axes: Axes, record: RunRecord) -> None:
    """Where the hand was and should have been, against where it started [mm]."""
    start = record.hand_target[0]
    for k, name in enumerate(_AXES):
        actual = (record.hand[:, k] - start[k]) * 1e3
        target = (record.hand_target[:, k] - start[k]) * 1e3
        axes.plot(*min_max(record.time, actual), color=COLORS[k], label=name)
        label = "target" if k == len(_AXES) - 1 else None
        axes.plot(*min_max(record.time, target), color=INK, lw=0.7, ls=(0, (3, 3)), label=label)
    shade_pushes(axes, record.pushes)
    axes.set_ylabel("hand position [mm]")
    legend_above(axes)


def draw_hand_error(axes: Axes, record: RunRecord) -> None:
    """Distance of the hand from its target [mm]; what is not judged is grey."""
    calm = calm_ticks(record)
    for first, end in _stretches(~calm):
        axes.axvspan(record.time[first], record.time[end], color=PALE, lw=0.0, zorder=0.4)
    shade_pushes(axes, record.pushes)
    axes.plot(*min_max(record.time, record.hand_error * 1e3), color=COLORS[0])
    axes.set_ylim(bottom=0.0)
    axes.set_ylabel("hand error [mm]")


def draw_com_error(axes: Axes, record: RunRecord) -> None:
    """Centre of mass minus its target, by axis [mm]."""
    error = (record.com - record.com_target) * 1e3
    shade_pushes(axes, record.pushes)
    for k, name in enumerate(_AXES):
        axes.plot(*min_max(record.time, error[:, k]), color=COLORS[k], label=name)
    axes.set_ylabel("CoM error [mm]")
    legend_above(axes)


def draw_tilt(axes: Axes, record: RunRecord) -> None:
    """Angle between the base's vertical and where it was at the start [deg]."""
    shade_pushes(axes, record.pushes)
    axes.plot(*min_max(record.time, np.degrees(record.base_tilt)), color=COLORS[0])
    axes.set_ylim(bottom=0.0)
    axes.set_ylabel("base tilt [deg]")


def draw_slip(axes: Axes, record: RunRecord) -> None:
    """Horizontal shift of each contact since the run settled [mm]."""
    shade_pushes(axes, record.pushes)
    for k, name in enumerate(record.contact_names):
        shift = record.contact_shift[:, k] * 1e3
        color, width = COLORS[k % len(COLORS)], line_width(k, len(record.contact_names))
        axes.plot(*min_max(record.time, shift), color=color, lw=width, label=plain(name))
    axes.set_ylim(bottom=0.0)
    axes.set_ylabel("foot slip [mm]")
    legend_above(axes)


def line_width(k: int, count: int) -> float:
    """Width of the k-th of several curves: those drawn first are wider, and so never hidden."""
    return 1.0 + 0.5 * (count - 1 - k)


def plain(name: str) -> str:
    """A name from a file as text that Matplotlib does not take for mathematics or hide."""
    return name.replace("$", r"\$").lstrip("_") or name


def _stretches(mask: BoolArray) -> list[tuple[int, int]]:
    """First and last index of every run of True."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], mask, [False])).astype(np.int8)))
    return [(int(a), int(b) - 1) for a, b in zip(edges[::2], edges[1::2], strict=True)]
