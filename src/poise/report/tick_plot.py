"""Plot of how long the controller took."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from poise.experiment import RunRecord
from poise.report.style import COLORS, INK, align_label, legend_above

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BINS = 100
_TICKS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 1000.0)


def draw_tick_times(axes: Axes, record: RunRecord) -> None:
    """Histogram of tick and solve times with median, 99th percentile and the next tick [ms]."""
    tick, solve, dt = record.tick_time * 1e3, record.solve_time * 1e3, record.dt * 1e3
    # Times of 0 would not be on a logarithmic axis; a clock does not give much less than 1 µs.
    tick, solve = np.maximum(tick, 1e-3), np.maximum(solve, 1e-3)
    first = 0.9 * min(float(solve.min()), dt)
    last = 1.1 * max(float(tick.max()), dt)
    bins = np.geomspace(first, last, _BINS).tolist()
    axes.hist(solve, bins=bins, color=COLORS[5], alpha=0.8, label="QP solve")
    axes.hist(tick, bins=bins, color=COLORS[0], alpha=0.8, label="whole tick")
    axes.axvline(float(np.median(tick)), color=INK, lw=0.9, label="median tick")
    p99 = float(np.percentile(tick, 99))
    axes.axvline(p99, color=COLORS[1], lw=1.1, ls="--", label="99 % of ticks are faster")
    axes.axvline(dt, color=INK, lw=1.4, ls=":", label="next tick is due")
    axes.set_xscale("log")
    axes.set_xlim(first, last)
    shown = [mark for mark in _TICKS if first <= mark <= last]
    axes.set_xticks(shown, [f"{mark:g}" for mark in shown])
    axes.minorticks_off()
    axes.set_xlabel("wall time [ms]")
    axes.set_ylabel("ticks")
    align_label(axes)
    legend_above(axes)
