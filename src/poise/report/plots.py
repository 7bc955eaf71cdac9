"""The plots of a report: which there are, their captions, and how each is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from poise.experiment import PenaltySweep, RunRecord
from poise.report.force_plots import draw_cone_reserve, draw_normal_force, draw_torques
from poise.report.motion_plots import (
    draw_com_error,
    draw_hand_error,
    draw_hand_path,
    draw_slip,
    draw_tilt,
)
from poise.report.style import new_figure, time_axis
from poise.report.sweep_plot import SMOOTHED, draw_tracking, draw_variation
from poise.report.tick_plot import draw_tick_times

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


def run_plots(record: RunRecord) -> list[Plot]:
    """The plots of a run, in reading order."""
    hand = [_hand_plot(record)] if record.has_hand else []
    return [*hand, *_motion_plots(record), *_force_plots(record), _tick_plot(record)]


def sweep_plot(sweep: PenaltySweep) -> Plot:
    """The plot of a penalty sweep."""
    smoothed = SMOOTHED[sweep.penalty]
    fallen = f" The robot fell in {sweep.fell.sum()} of them." if sweep.fell.any() else ""
    return Plot(
        f"sweep-{sweep.penalty}",
        f"What the penalty {sweep.penalty} does",
        f"{sweep.values.size} runs: total variation of the {smoothed} relative to the run without "
        f"the penalty, and how well the {sweep.tracked} is tracked outside the second after a "
        f"push.{fallen}",
        lambda: _sweep_figure(sweep),
    )


def _motion_plots(record: RunRecord) -> list[Plot]:
    return [
        Plot(
            "com",
            "Centre of mass",
            "Centre of mass minus its target, along the world's axes: x forward, z up.",
            lambda: _over_time(record, draw_com_error),
        ),
        Plot(
            "tilt",
            "Base tilt",
            "Angle between the base's vertical and where it was at the start.",
            lambda: _over_time(record, draw_tilt),
        ),
        Plot(
            "slip",
            "Foot slip",
            "Horizontal shift of each contact since 0.5 s, when the robot had settled.",
            lambda: _over_time(record, draw_slip),
        ),
    ]


def _force_plots(record: RunRecord) -> list[Plot]:
    return [
        Plot(
            "forces",
            "Contact forces",
            "Normal force that the controller commanded and that the simulated ground exerted. "
            "Where both agree, the controller's model is right.",
            lambda: _force_figure(record),
        ),
        Plot(
            "cones",
            "Friction cone reserve",
            "Distance of each commanded wrench to its friction cone, as a share of μ f_z; "
            "at 0 the foot is about to slide or tip.",
            lambda: _over_time(record, draw_cone_reserve),
        ),
        Plot(
            "torques",
            "Torques against limits",
            "Every joint's torque as a share of its limit. The most loaded joints are in colour, "
            "all others grey; joints without a limit are left out.",
            lambda: _over_time(record, draw_torques, height=2.6),
        ),
    ]


def _tick_plot(record: RunRecord) -> Plot:
    return Plot(
        "ticks",
        "Tick times",
        "How long the controller's step took on this machine: model, QP and command. "
        f"Ticks come every {record.dt * 1e3:g}\N{NO-BREAK SPACE}ms.",
        lambda: _tick_figure(record),
    )


def _hand_plot(record: RunRecord) -> Plot:
    return Plot(
        "hand",
        "Hand tracking",
        "Above: the hand's position against where it started. Below: its distance from the "
        "target; the second after a push, grey, is not judged.",
        lambda: _hand_figure(record),
    )


def _over_time(
    record: RunRecord, draw: Callable[[Any, RunRecord], None], height: float = 2.0
) -> Figure:
    figure = new_figure(height)
    axes = figure.subplots()
    draw(axes, record)
    time_axis(axes, record)
    return figure


def _hand_figure(record: RunRecord) -> Figure:
    figure = new_figure(3.4)
    above, below = figure.subplots(2, 1, sharex=True)
    draw_hand_path(above, record)
    draw_hand_error(below, record)
    time_axis(above, record, labelled=False)
    time_axis(below, record)
    return figure


def _force_figure(record: RunRecord) -> Figure:
    """Contacts side by side, two in a row."""
    count = len(record.contact_names)
    columns = min(count, 2)
    lines = -(-count // columns)
    figure = new_figure(0.3 + 1.9 * lines)
    grid = figure.subplots(lines, columns, sharex=True, sharey=True, squeeze=False)
    for k, axes in enumerate(grid.flat):
        if k >= count:
            axes.set_visible(False)
            continue
        draw_normal_force(axes, record, k, legend=k == 0)
        time_axis(axes, record, labelled=k + columns >= count)
        axes.set_ylabel("normal force [N]" if k % columns == 0 else "")
    return figure


def _tick_figure(record: RunRecord) -> Figure:
    figure = new_figure(2.2)
    draw_tick_times(figure.subplots(), record)
    return figure


def _sweep_figure(sweep: PenaltySweep) -> Figure:
    figure = new_figure(3.4)
    above, below = figure.subplots(2, 1, sharex=True)
    draw_variation(above, sweep)
    draw_tracking(below, sweep)
    return figure
