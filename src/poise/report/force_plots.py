"""Plots of what the robot exerted: contact forces, friction cones, torques."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from poise.arrays import Array
from poise.experiment import RunRecord
from poise.report.downsample import min_max
from poise.report.motion_plots import line_width, plain
from poise.report.style import COLORS, GREY, INK, legend_above, shade_pushes
from poise.report.summary import limit_shares

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# How many joints are drawn in colour, and how finely those behind them.
_HIGHLIGHTED = 4
_BACKGROUND_BUCKETS = 150


def draw_normal_force(axes: Axes, record: RunRecord, contact: int, *, legend: bool) -> None:
    """Normal force of one contact, commanded and simulated [N]."""
    shade_pushes(axes, record.pushes)
    measured, commanded = _normal_forces(record, contact)
    axes.plot(*min_max(record.time, measured, 300), color=GREY, lw=2.2, label="simulated ground")
    axes.plot(*min_max(record.time, commanded, 300), color=COLORS[0], lw=0.8, label="commanded")
    axes.set_title(plain(record.contact_names[contact]))
    axes.set_ylabel("normal force [N]")
    axes.set_ylim(bottom=0.0)
    if legend:
        axes.legend(loc="lower right", ncols=2)


def draw_normal_forces(axes: Axes, record: RunRecord) -> None:
    """Normal forces of all contacts: commanded in colour, simulated grey behind [N]."""
    shade_pushes(axes, record.pushes)
    for k, name in enumerate(record.contact_names):
        measured, commanded = _normal_forces(record, k)
        label = "simulated ground" if k == 0 else None
        axes.plot(*min_max(record.time, measured, 300), color=GREY, lw=2.2, label=label)
        color = COLORS[k % len(COLORS)]
        axes.plot(*min_max(record.time, commanded, 300), color=color, lw=0.9, label=plain(name))
    axes.set_ylabel("normal force [N]")
    axes.set_ylim(bottom=0.0)
    legend_above(axes)


def _normal_forces(record: RunRecord, contact: int) -> tuple[Array, Array]:
    """Simulated and commanded, NaN where there is none: before the first step, or not solved."""
    measured = np.array(record.measured_wrench[:, contact, 2])
    measured[0] = np.nan
    return measured, np.where(record.solved, record.wrench[:, contact, 2], np.nan)


def draw_cone_reserve(axes: Axes, record: RunRecord) -> None:
    """How far each commanded wrench is inside its friction cone [% of μ f_z]."""
    shade_pushes(axes, record.pushes)
    for k, name in enumerate(record.contact_names):
        reserve = np.where(record.solved, record.cone_reserve[:, k] * 100.0, np.nan)
        color, width = COLORS[k % len(COLORS)], line_width(k, len(record.contact_names))
        axes.plot(*min_max(record.time, reserve), color=color, lw=width, label=plain(name))
    axes.axhline(0.0, color=INK, lw=0.9, ls="--")
    axes.set_ylabel("cone reserve [% of μ f$_z$]")
    legend_above(axes)


def draw_torques(axes: Axes, record: RunRecord) -> None:
    """Every torque as a share of its limit, the most loaded joints in colour [%]."""
    shares = limit_shares(record.torque, record.torque_limit) * 100.0
    shade_pushes(axes, record.pushes)
    worst = [int(k) for k in np.argsort(-shares.max(axis=0))[:_HIGHLIGHTED]]
    for k in range(shares.shape[1]):
        if k not in worst and shares[:, k].any():
            curve = min_max(record.time, shares[:, k], _BACKGROUND_BUCKETS)
            axes.plot(*curve, color=GREY, lw=0.5, alpha=0.7)
    for rank, k in reversed(list(enumerate(worst))):
        if shares[:, k].any():
            curve = min_max(record.time, shares[:, k], 400)
            width, name = line_width(len(worst) - 1 - rank, len(worst)), record.joint_names[k]
            axes.plot(*curve, color=COLORS[rank], lw=width, label=plain(name))
    axes.axhline(100.0, color=INK, lw=0.9, ls="--")
    axes.set_ylim(0.0, max(105.0, 1.05 * float(shares.max())))
    axes.set_ylabel("torque [% of limit]")
    legend_above(axes, reverse=True)
