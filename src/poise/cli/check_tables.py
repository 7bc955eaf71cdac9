"""What ``poise check`` prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from poise.cli.tables import console
from poise.model.review import Finding, Severity

if TYPE_CHECKING:
    from poise.model.review import Review
    from poise.sim.mujoco_bridge import BridgeReport, Difference, Quantity

_SHOWN = 3  # subjects per kind of finding, unless all are asked for
_MARKS = {
    Severity.FAULT: ("✗ fault", "bold red"),
    Severity.WARNING: ("! warning", "yellow"),
    Severity.NOTE: ("· note", "dim"),
}


def print_check(
    name: str,
    review: Review,
    bridge: Sequence[BridgeReport],
    obstacle: str,
    *,
    all_subjects: bool,
) -> None:
    """Print the findings, the comparison, and one sentence on both.

    Args:
        name: What the user called the robot.
        review: The review of its file.
        bridge: The comparisons with MuJoCo.
        obstacle: Why there are none; empty where there are.
        all_subjects: Whether every link, joint and mesh is listed.
    """
    stdout = console()
    stdout.print(_title(name, review), style="bold")
    if review.findings:
        stdout.print(_findings_table(review.findings, all_subjects=all_subjects))
    compared = [report for report in bridge if report.differences]
    if compared:
        stdout.print(_bridge_table(compared))
    for line in _remarks(bridge, obstacle):
        stdout.print(line)
    stdout.print(f"{name}: {_verdict(review, bridge)}.")


def _title(name: str, review: Review) -> str:
    robot = review.robot
    if robot is None:
        return name
    kind = robot.source.kind.upper()
    return f"{name}: {kind}, {robot.na} joints, {robot.total_mass:.4g} kg"


def _findings_table(findings: Sequence[Finding], *, all_subjects: bool) -> Table:
    table = Table(box=box.SIMPLE, show_header=False, pad_edge=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    in_order = sorted(findings, key=_group)
    for _, members in groupby(in_order, key=_group):
        group = list(members)
        mark, style = _MARKS[group[0].severity]
        shown = len(group) if all_subjects else _SHOWN
        table.add_row(Text(mark, style=style), _told(group, shown))
    return table


def _group(finding: Finding) -> tuple[int, str]:
    return list(Severity).index(finding.severity), finding.kind.name


def _told(group: Sequence[Finding], shown: int) -> Text:
    count = f" ({len(group)})" if len(group) > 1 else ""
    text = Text(group[0].kind.value.rstrip(".") + count, style="bold")
    for finding in group[:shown]:
        subject = f"{finding.subject}: " if finding.subject else ""
        text.append(f"\n{subject}{finding.message}", style="not bold")
    if len(group) > shown:
        text.append(f"\n… and {len(group) - shown} more; -v lists all", style="not bold")
    return text.append(f"\n→ {group[0].suggestion}", style="not bold italic")


def _bridge_table(reports: Sequence[BridgeReport]) -> Table:
    title = f"Largest differences from MuJoCo, {reports[0].states} random states"
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    table.add_column("Quantity")
    for report in reports:
        table.add_column(f"{report.base} base", justify="right")
    table.add_column("Unit")
    table.add_column("")
    for quantity, entries in _by_quantity(reports):
        cells = ["—" if entry is None else f"{entry.largest:.1e}" for entry in entries]
        held = all(entry is None or entry.agrees for entry in entries)
        mark = Text("✓", style="green") if held else Text("✗", style="bold red")
        table.add_row(quantity.label, *cells, quantity.unit or "relative", mark)
    return table


def _by_quantity(
    reports: Sequence[BridgeReport],
) -> Iterator[tuple[Quantity, list[Difference | None]]]:
    """Each quantity with its entry in every report, in the order of the reports."""
    tables = [{entry.quantity: entry for entry in report.differences} for report in reports]
    for quantity in dict.fromkeys(quantity for table in tables for quantity in table):
        yield quantity, [table.get(quantity) for table in tables]


def _remarks(bridge: Sequence[BridgeReport], obstacle: str) -> Iterator[str]:
    """What the table does not say: where it differs, what was made up, what MuJoCo refuses."""
    for report in bridge:
        for entry in report.worst:
            size = f"{entry.largest:.3g} {entry.quantity.unit}".rstrip()
            yield f"✗ {entry.quantity.label}, {report.base} base: {size} at {entry.where}"
        if report.reason:
            yield f"MuJoCo refuses the robot on a {report.base} base: {report.reason}"
    made_up = sorted({link for report in bridge for link in report.stand_ins})
    if made_up:
        some = ", ".join(made_up[:_SHOWN]) + (", …" if len(made_up) > _SHOWN else "")
        yield (
            f"MuJoCo refuses {len(made_up)} of the links as they are ({some}). For this "
            "comparison they have a made-up inertia in both programs."
        )
    if obstacle:
        yield obstacle


def _verdict(review: Review, bridge: Sequence[BridgeReport]) -> str:
    faults, warnings = (
        sum(finding.severity is severity for finding in review.findings)
        for severity in (Severity.FAULT, Severity.WARNING)
    )
    parts = [_counted(faults, "fault")]
    if warnings:
        parts.append(_counted(warnings, "warning"))
    if bridge:
        same = all(report.agrees for report in bridge)
        refused = any(report.reason for report in bridge)
        parts.append(
            "MuJoCo computes the same robot"
            if same
            else "MuJoCo refuses it"
            if refused
            else "MuJoCo computes another robot"
        )
    return ", ".join(parts)


def _counted(number: int, word: str) -> str:
    return f"{number or 'no'} {word}" + ("" if number == 1 else "s")
