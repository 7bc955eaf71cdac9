"""The plots of a report: which there are, their captions, and how each is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from poise.experiment import PenaltySweep, RunRecord
from poise.report.force_plots import draw_cone_reserve, draw_normal_force, draw_torques
from poise.report.motion_plots import draw_slip, draw_tilt
from poise.report.plot import Plot, over_time
from poise.report.style import new_figure, time_axis
from poise.report.sweep_plot import SMOOTHED, draw_tracking, draw_variation
from poise.report.task_plots import task_plots
from poise.report.tick_plot import draw_tick_times

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def run_plots(record: RunRecord) -> list[Plot]:
    """The plots of a run, in reading order."""
    return [
        *task_plots(record),
        *_motion_plots(record),
        *_force_plots(record),
        _tick_plot(record),
    ]


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
    tilt = Plot(
        "tilt",
        "Base tilt",
        "Angle between the base's vertical and where it was at the start.",
        lambda: over_time(record, draw_tilt),
    )
    slip = Plot(
        "slip",
        "Foot slip",
        "Horizontal shift of each contact since 0.5 s, when the robot had settled.",
        lambda: over_time(record, draw_slip),
    )
    return [*([tilt] if record.floating_base else []), *([slip] if record.contact_names else [])]


def _force_plots(record: RunRecord) -> list[Plot]:
    contacts = [
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
            lambda: over_time(record, draw_cone_reserve),
        ),
    ]
    torques = Plot(
        "torques",
        "Torques against limits",
        "Every joint's torque as a share of its limit. The most loaded joints are in colour, "
        "all others grey; joints without a limit are left out.",
        lambda: over_time(record, draw_torques, height=2.6),
    )
    return [*(contacts if record.contact_names else []), torques]


def _tick_plot(record: RunRecord) -> Plot:
    return Plot(
        "ticks",
        "Tick times",
        "How long the controller's step took on this machine: model, QP and command. "
        f"Ticks come every {record.dt * 1e3:g}\N{NO-BREAK SPACE}ms.",
        lambda: _tick_figure(record),
    )


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
