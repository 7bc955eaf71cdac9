"""Reading tables of motions from CSV files."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import numpy as np

from poise.arrays import Array
from poise.errors import DefinitionError

LARGEST_FILE = 32 * 2**20
"""Most bytes read; an hour of 30 joints at 10 Hz has 10 MiB."""


def read_motion_table(path: str | Path) -> dict[str, Array]:
    """The columns of a CSV file by the names in its first line, ``time`` among them.

    Args:
        path: The file: comma-separated, numbers with decimal points, UTF-8, times growing.

    Raises:
        DefinitionError: The file is missing, too large or no such table; the message names the
            line and the column.
    """
    path = Path(path)
    lines = _lines(path, _text(path))
    if not lines:
        raise DefinitionError(f"{path}: the file is empty; its first line must name the columns.")
    names = _names(path, *lines[0])
    rows = [_numbers(path, line, names, row) for line, row in lines[1:]]
    if len(rows) < 2:
        raise DefinitionError(f"{path}: a motion needs two lines of numbers or more.")
    table = np.array(rows)
    times = table[:, names.index("time")]
    for k in np.flatnonzero(np.diff(times) <= 0.0)[:1] + 1:
        raise DefinitionError(
            f"{path}:{lines[k + 1][0]}: column 'time' must grow from line to line, got "
            f"{times[k]:g} after {times[k - 1]:g}."
        )
    return {name: table[:, k] for k, name in enumerate(names)}


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise DefinitionError(f"{path}: the file has more than {LARGEST_FILE} bytes.")
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DefinitionError(f"{path}: the file is not UTF-8 text.") from error
    except OSError as error:
        raise DefinitionError(f"{path}: cannot be read: {error.strerror or error}.") from error


def _lines(path: Path, text: str) -> list[tuple[int, list[str]]]:
    """Numbers of the lines that are not blank, and what is between their commas."""
    reader = csv.reader(text.splitlines())
    try:
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        raise DefinitionError(
            f"{path}:{reader.line_num}: no line of a CSV file: {error}."
        ) from error
    return [(line, row) for line, row in rows if row not in ([], [""])]


def _names(path: Path, line: int, names: list[str]) -> list[str]:
    if len(names) == 1 and any(sign in names[0] for sign in "; \t"):
        raise DefinitionError(
            f"{path}:{line}: columns must be separated by commas, got {names[0][:80]!r}."
        )
    for k, name in enumerate(names):
        if not name:
            raise DefinitionError(f"{path}:{line}: column {k + 1} has no name.")
        if name in names[:k]:
            raise DefinitionError(f"{path}:{line}: two columns are named '{name}'.")
    if "time" not in names:
        raise DefinitionError(
            f"{path}:{line}: the first line must name the columns, 'time' among them; got "
            f"{', '.join(names)[:80]}."
        )
    return names


def _numbers(path: Path, line: int, names: list[str], row: list[str]) -> list[float]:
    if len(row) != len(names):
        raise DefinitionError(
            f"{path}:{line}: the line has {len(row)} values for {len(names)} columns; numbers have "
            "decimal points, and commas separate them."
        )
    return [_number(path, line, name, text) for name, text in zip(names, row, strict=True)]


def _number(path: Path, line: int, column: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise DefinitionError(
            f"{path}:{line}: column '{column}' must hold finite numbers, got {text[:40]!r}."
        )
    return value
