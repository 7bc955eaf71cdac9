"""Plots of how the robot moved: tasks, base tilt, feet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from poise.experiment import RunRecord, TaskTrack
from poise.experiment.record import BoolArray
from poise.experiment.thresholds import calm_ticks
from poise.report.downsample import min_max
from poise.report.style import COLORS, INK, PALE, legend_above, shade_pushes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# How many joints are drawn by name.
_MOST_CURVES = 4


def draw_path(axes: Axes, record: RunRecord, track: TaskTrack) -> None:
    """Where a task was and should have been, against where it started."""
    scale, unit = shown_unit(track)
    chosen = _curves(track)
    for rank, k in enumerate(chosen):
        start = track.target[0, k] if track.kind in ("pose", "position") else 0.0
        actual, target = (track.actual[:, k] - start) * scale, (track.target[:, k] - start) * scale
        axes.plot(*min_max(record.time, actual), color=COLORS[rank], label=plain(track.rows[k]))
        label = "target" if k == chosen[-1] else None
        axes.plot(*min_max(record.time, target), color=INK, lw=0.7, ls=(0, (3, 3)), label=label)
    shade_pushes(axes, record.pushes)
    axes.set_ylabel(f"{plain(track.title)} {_quantity(track)} [{unit}]")
    legend_above(axes)


def draw_distance(axes: Axes, record: RunRecord, track: TaskTrack) -> None:
    """The error of a task as one number; what is not judged is grey."""
    scale, unit = shown_unit(track)
    calm = calm_ticks(record)
    for first, end in _stretches(~calm):
        axes.axvspan(record.time[first], record.time[end], color=PALE, lw=0.0, zorder=0.4)
    shade_pushes(axes, record.pushes)
    axes.plot(*min_max(record.time, track.distance * scale), color=COLORS[0])
    axes.set_ylim(bottom=0.0)
    axes.set_ylabel(f"{plain(track.title)} error [{unit}]")


def draw_turn(axes: Axes, record: RunRecord, track: TaskTrack) -> None:
    """Angle between a pose's orientation and its target's [deg]."""
    shade_pushes(axes, record.pushes)
    angle = np.degrees(np.linalg.norm(track.error[:, 3:], axis=1))
    axes.plot(*min_max(record.time, angle), color=COLORS[2])
    axes.set_ylim(bottom=0.0)
    axes.set_ylabel(f"{plain(track.title)} turned [deg]")


def draw_error(axes: Axes, record: RunRecord, track: TaskTrack) -> None:
    """Target minus value of a task, number by number; of joints the worst ones."""
    scale, unit = shown_unit(track)
    shade_pushes(axes, record.pushes)
    for rank, k in enumerate(_curves(track)):
        curve = min_max(record.time, track.error[:, k] * scale)
        axes.plot(*curve, color=COLORS[rank], label=plain(track.rows[k]))
    axes.set_title(plain(track.title))
    axes.set_ylabel(f"error [{unit}]")
    legend_above(axes)


def draw_accelerations(axes: Axes, record: RunRecord, track: TaskTrack) -> None:
    """What a task asked for at each tick, and what the solution gives."""
    shade_pushes(axes, record.pushes)
    chosen = _curves(track)
    for rank, k in enumerate(chosen):
        given = min_max(record.time, track.achieved[:, k])
        axes.plot(*given, color=COLORS[rank], lw=1.4, label=plain(track.rows[k]))
        label = "asked for" if k == chosen[-1] else None
        asked = min_max(record.time, track.reference[:, k])
        axes.plot(*asked, color=INK, lw=0.6, ls=(0, (3, 3)), label=label)
    unit = track.asked_units[chosen[0]]
    axes.set_ylabel(f"{track.asked_for} [{unit}]")
    legend_above(axes)


def shown_unit(track: TaskTrack) -> tuple[float, str]:
    """By what errors are multiplied to be shown, and the unit they have then."""
    if track.distance_unit == "m":
        return 1e3, "mm"
    if track.distance_unit == "rad":
        return float(np.degrees(1.0)), "deg"
    return 1.0, track.distance_unit


def _quantity(track: TaskTrack) -> str:
    """What is drawn of a task."""
    if track.kind in ("pose", "position"):
        return "position"
    return {"orientation": "rotation vector", "joints": "joint"}.get(track.kind, track.kind)


def _curves(track: TaskTrack) -> list[int]:
    """The numbers of a task that are drawn: the first three, or joints that move or err most."""
    if track.kind != "joints":
        return list(range(min(3, len(track.rows))))
    size = np.ptp(track.target, axis=0) if track.moves else np.abs(track.error).max(axis=0)
    return [int(k) for k in np.argsort(-size)[:_MOST_CURVES]]


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
