"""Plot of how long the controller took."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from poise.experiment import RunRecord
from poise.report.style import COLORS, INK, align_label, legend_above

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BINS = 90
# Ticks longer than this many times the 99th percentile are not shown.
_SHOWN = 1.5


def draw_tick_times(axes: Axes, record: RunRecord) -> None:
    """Histogram of tick and solve times with median, 99th percentile and the time there is [ms]."""
    tick, solve, dt = record.tick_time * 1e3, record.solve_time * 1e3, record.dt * 1e3
    p99 = float(np.percentile(tick, 99))
    end = max(_SHOWN * p99, 1.08 * dt if p99 < dt else 0.0)
    bins = np.linspace(0.0, end, _BINS).tolist()
    axes.hist(solve, bins=bins, color=COLORS[5], alpha=0.8, label="QP solve")
    axes.hist(tick, bins=bins, color=COLORS[0], alpha=0.8, label="whole tick")
    axes.axvline(float(np.median(tick)), color=INK, lw=0.9, label="median of the tick")
    axes.axvline(p99, color=COLORS[1], lw=1.1, ls="--", label="99 % of ticks are faster")
    if dt <= end:
        axes.axvline(dt, color=INK, lw=1.4, ls=":")
        axes.annotate(
            "next tick ",
            (dt, 1.0),
            xycoords=("data", "axes fraction"),
            ha="right",
            va="top",
            fontsize=7.0,
        )
    axes.set_xlim(0.0, end)
    axes.set_xlabel("wall time [ms]")
    axes.set_ylabel("ticks")
    align_label(axes)
    legend_above(axes)
