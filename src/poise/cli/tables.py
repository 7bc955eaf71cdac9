"""Tables for the terminal, readable at 80 columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from poise.report import Row
from poise.report.rows import ThresholdRow


def console() -> Console:
    """Standard output; names from files are never taken for markup."""
    return Console(markup=False, emoji=False, highlight=False)


def figures_table(title: str, rows: Sequence[Row]) -> Table:
    """The figures of a run, one section per group."""
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    table.show_header = False
    table.add_column(max_width=26)
    table.add_column(style="bold", max_width=16)
    table.add_column()
    for _, members in groupby(rows, key=lambda row: row.group):
        for row in members:
            table.add_row(row.label, row.value, row.note)
        table.add_section()
    return table


def thresholds_table(rows: Sequence[ThresholdRow]) -> Table:
    """The thresholds with what they came to."""
    table = Table(box=box.SIMPLE_HEAD)
    for name in ("Threshold", "Value", "Limit", "Held"):
        table.add_column(name)
    for row in rows:
        mark = Text(row.mark, style="green" if row.held else "bold red")
        table.add_row(row.name, row.value, row.limit, mark)
    return table


def drop_table(figures: Mapping[str, Any]) -> Table:
    """Forces and penetration of each contact of a dropped robot, and its energy."""
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("")
    for name in ("largest", "at the end"):
        table.add_column(name, justify="right")
    energy = figures["energy"]
    table.add_row(
        "Kinetic energy", f"{energy['largest_kinetic']:.3g} J", f"{energy['kinetic']:.2g} J"
    )
    table.add_row("Potential energy lost", "", f"{energy['fallen']:.4g} J")
    table.add_row("Work of the motors", "", f"{energy['motor_work']:.4g} J")
    table.add_row("Dissipated, or in the ground", "", f"{energy['dissipated']:.4g} J")
    table.add_section()
    for name, contact in figures["contacts"].items():
        largest, now = contact["largest_penetration"], contact["penetration"]
        table.add_row(f"Penetration {name}", f"{1e3 * largest:.2f} mm", f"{1e3 * now:.2f} mm")
    table.add_section()
    for name, contact in figures["contacts"].items():
        largest, now = contact["largest_normal_force"], contact["normal_force"]
        table.add_row(f"Normal force {name}", f"{largest:.0f} N", f"{now:.1f} N")
    table.add_row("All together", "", f"{figures['total_normal_force']:.1f} N")
    table.add_row("Weight", "", f"{figures['weight']:.1f} N")
    return table


def robots_table(rows: Sequence[Sequence[str]]) -> Table:
    """The robots that poise knows."""
    table = Table(box=box.SIMPLE_HEAD)
    for name in ("Name", "Robot", "Joints", "Base", "Contacts", "Found"):
        table.add_column(name, justify="right" if name == "Joints" else "left")
    for row in rows:
        table.add_row(*row)
    return table
