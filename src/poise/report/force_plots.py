"""Plots of what the robot exerted: contact forces, friction cones, torques."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from poise.experiment import RunRecord
from poise.report.downsample import min_max
from poise.report.motion_plots import plain
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
    measured = record.measured_wrench[:, contact, 2]
    commanded = np.where(record.solved, record.wrench[:, contact, 2], np.nan)
    axes.plot(*min_max(record.time, measured, 300), color=GREY, lw=2.2, label="simulated ground")
    axes.plot(*min_max(record.time, commanded, 300), color=COLORS[0], lw=0.8, label="commanded")
    axes.set_title(plain(record.contact_names[contact]))
    axes.set_ylabel("normal force [N]")
    axes.set_ylim(bottom=min(0.0, float(np.nanmin(measured))))
    if legend:
        legend_above(axes)


def draw_cone_reserve(axes: Axes, record: RunRecord) -> None:
    """How far each commanded wrench is inside its friction cone [% of μ f_z]."""
    shade_pushes(axes, record.pushes)
    for k, name in enumerate(record.contact_names):
        reserve = np.where(record.solved, record.cone_reserve[:, k] * 100.0, np.nan)
        color = COLORS[k % len(COLORS)]
        axes.plot(*min_max(record.time, reserve), color=color, label=plain(name))
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
            axes.plot(*curve, color=COLORS[rank], label=plain(record.joint_names[k]))
    axes.axhline(100.0, color=INK, lw=0.9, ls="--")
    axes.set_ylim(0.0, max(105.0, 1.05 * float(shares.max())))
    axes.set_ylabel("torque [% of limit]")
    legend_above(axes, reverse=True)
