"""Plot of what a rate penalty does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from poise.arrays import Array
from poise.experiment import PenaltySweep
from poise.report.style import COLORS, INK, align_label, legend_above

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SMOOTHED = {
    "acceleration_delta": "commanded accelerations",
    "contact_wrench_delta": "contact wrenches",
}


# Where a logarithmic axis of shares has its ticks.
_SHARES = (1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01)


def draw_variation(axes: Axes, sweep: PenaltySweep) -> None:
    """Total variation relative to that without the penalty."""
    _draw(axes, sweep, sweep.variation, COLORS[0])
    axes.axhline(1.0 / 3.0, color=INK, lw=0.8, ls="--", label="a third")
    axes.set_yscale("log")
    lowest = float(sweep.variation.min()) / 1.3
    ticks = [share for share in _SHARES if share >= lowest]
    axes.set_yticks(ticks, [f"{share * 100.0:g}" for share in ticks])
    axes.minorticks_off()
    axes.set_ylim(lowest, 1.3)
    axes.set_ylabel("variation [% of none]")
    legend_above(axes)


def draw_tracking(axes: Axes, sweep: PenaltySweep) -> None:
    """Tracking error [mm, deg, N]."""
    scale, unit = {"m": (1e3, "mm"), "rad": (float(np.degrees(1.0)), "deg")}.get(
        sweep.unit, (1.0, sweep.unit)
    )
    _draw(axes, sweep, sweep.tracking_rms * scale, COLORS[2])
    axes.set_ylim(bottom=0.0)
    axes.set_ylabel(f"RMS error [{unit}]")
    axes.set_xlabel(f"penalty {sweep.penalty}")


def _draw(axes: Axes, sweep: PenaltySweep, values: Array, color: str) -> None:
    """A curve over the penalty; the run without it stands a decade to the left of the others."""
    x = np.array(sweep.values)
    x[0] = x[1] / 10.0
    stood, fell = ~sweep.fell, sweep.fell
    axes.plot(x, values, color=color, lw=0.8)
    axes.plot(x[stood], values[stood], "o", color=color, ms=4, label="stood")
    if fell.any():
        axes.plot(x[fell], values[fell], "X", color=COLORS[1], ms=7, label="fell")
    axes.set_xscale("log")
    axes.set_xmargin(0.05)
    ticks = [x[0], *(10.0 ** np.arange(np.ceil(np.log10(x[1]) - 1e-9), np.log10(x[-1]) + 1e-9))]
    labels = ["none", *(f"$10^{{{round(np.log10(tick))}}}$" for tick in ticks[1:])]
    axes.set_xticks(ticks, labels)
    axes.minorticks_off()
    align_label(axes)
