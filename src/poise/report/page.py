"""The report of a run: one HTML page that needs nothing but itself."""

from __future__ import annotations

import importlib.metadata
import importlib.resources
import platform
from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from string import Template

import poise
from poise.experiment import PenaltySweep, RunRecord, Threshold
from poise.report.files import write_whole
from poise.report.plot import Plot
from poise.report.plots import run_plots, sweep_plot
from poise.report.rows import Row, ThresholdRow, rows, threshold_rows
from poise.report.style import inline_svg, plot_style
from poise.report.summary import summarise
from poise.report.verdict import push_origin, pushes_in_words, verdict

_PACKAGES = ("pin", "mujoco", "daqp", "numpy", "scipy")


def write_report(
    record: RunRecord,
    thresholds: Sequence[Threshold],
    path: str | Path,
    sweeps: Sequence[PenaltySweep] = (),
    settings: Mapping[str, str] | None = None,
) -> None:
    """Write the report of a run as one HTML file without any outside reference.

    Args:
        record: The run.
        thresholds: What it is judged by.
        path: The file; replaced if it exists, and never left half written.
        sweeps: Runs with a growing rate penalty, for one more plot each.
        settings: What else determined the run and the record does not hold, by label: the seed.

    Raises:
        DependencyError: Matplotlib is not installed.
        DefinitionError: The file cannot be written.
    """
    page = report_page(record, thresholds, sweeps, settings)
    write_whole(path, page.encode())


def report_page(
    record: RunRecord,
    thresholds: Sequence[Threshold],
    sweeps: Sequence[PenaltySweep] = (),
    settings: Mapping[str, str] | None = None,
) -> str:
    """The text of that page; see :func:`write_report`."""
    plots = run_plots(record)
    plots += [sweep_plot(sweep) for sweep in sweeps]
    with plot_style():
        drawn = "\n".join(_plot(plot) for plot in plots)
    given = [Row("Set-up", label, value) for label, value in (settings or {}).items()]
    held = all(threshold.held for threshold in thresholds)
    return Template(_resource("page.html")).substitute(
        version=escape(poise.__version__),
        css=_resource("page.css"),
        verdict=escape(verdict(record, thresholds)),
        outcome="held" if held else "broken",
        subtitle=escape(_subtitle(record)),
        thresholds="\n".join(_threshold(row) for row in threshold_rows(thresholds)),
        explanation=_explanation(record),
        pushes=escape(_pushes(record)),
        plots=drawn,
        figures=_figures([*rows(summarise(record)), *given]),
        versions=escape(_versions()),
    )


def _resource(name: str) -> str:
    return importlib.resources.files("poise.report").joinpath(name).read_text(encoding="utf-8")


def _subtitle(record: RunRecord) -> str:
    count = len(record.contact_names)
    contacts = f", {count} contact{'' if count == 1 else 's'}" if count else ", fixed base"
    return (
        f"{record.title}: whole-body control at {1.0 / record.dt:g} Hz with the QP backend "
        f"{record.backend}, simulator {record.simulator}{contacts}."
    )


def _pushes(record: RunRecord) -> str:
    """What the orange spans of the plots are."""
    if not record.pushes:
        return "The robot was not pushed."
    begun = [push for push in record.pushes if push.time < record.time.size * record.dt]
    if not begun:
        return "The robot fell before it was pushed."
    given = ", ".join(f"at {push.time:g} s from {push_origin(push)}" for push in begun)
    what = f"{pushes_in_words(begun)}, {begun[0].duration:g} s long"
    return f"Orange: {what}: {given}. x points forward, y to the left, z up."


def _explanation(record: RunRecord) -> str:
    """One tick explained, folded away unless it failed."""
    if not record.explanation:
        return ""
    opened = "" if record.solved.all() else " open"
    which = "The last tick" if record.solved.all() else "The first tick that was not solved"
    return (
        f"<section><details{opened}><summary>{which} explained, at {record.explained_at:g} s"
        f"</summary><pre>{escape(record.explanation)}</pre></details></section>"
    )


def _threshold(row: ThresholdRow) -> str:
    kind = "held" if row.held else "broken"
    return (
        f'<tr><th scope="row">{escape(row.name)}</th><td class="value">{escape(row.value)}</td>'
        f'<td>{escape(row.limit)}</td><td class="mark {kind}">{escape(row.mark)}</td></tr>'
    )


def _plot(plot: Plot) -> str:
    svg = inline_svg(plot.draw(), plot.key, escape(f"{plot.title}. {plot.caption}"))
    return (
        f'<figure id="{plot.key}">\n<h3>{escape(plot.title)}</h3>\n'
        f"<figcaption>{escape(plot.caption)}</figcaption>\n"
        f'<div class="scroll" tabindex="0">{svg}</div>\n</figure>'
    )


def _figures(found: Sequence[Row]) -> str:
    lines = []
    for group, members in groupby(found, key=lambda row: row.group):
        lines.append(f'<tr class="group"><th colspan="3">{escape(group)}</th></tr>')
        lines += [
            f'<tr><th scope="row">{escape(row.label)}</th>'
            f'<td class="value">{escape(row.value)}</td>'
            f'<td class="note">{escape(row.note)}</td></tr>'
            for row in members
        ]
    return "\n".join(lines)


def _versions() -> str:
    """What made the report, as far as it is installed."""
    parts = [f"poise {poise.__version__}", f"Python {platform.python_version()}"]
    for package in _PACKAGES:
        try:
            parts.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return " · ".join(parts) + f" · {platform.system()} {platform.machine()}"
