"""Tables for the terminal, readable at 80 columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

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


def robots_table(rows: Sequence[Sequence[str]]) -> Table:
    """The robots that poise knows."""
    table = Table(box=box.SIMPLE_HEAD)
    for name in ("Name", "Robot", "Joints", "Base", "Contacts", "Found"):
        table.add_column(name, justify="right" if name == "Joints" else "left")
    for row in rows:
        table.add_row(*row)
    return table
