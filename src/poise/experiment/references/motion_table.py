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
        path: The file: comma-separated, numbers with decimal points, UTF-8.

    Raises:
        DefinitionError: The file is missing, too large or no such table; the message names the
            line and the column.
    """
    path = Path(path)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise DefinitionError(f"{path}: the file has more than {LARGEST_FILE} bytes.")
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DefinitionError(f"{path}: the file is not UTF-8 text.") from error
    except OSError as error:
        raise DefinitionError(f"{path}: cannot be read: {error.strerror or error}.") from error
    rows = [row for row in enumerate(csv.reader(text.splitlines()), start=1) if any(row[1])]
    if not rows:
        raise DefinitionError(f"{path}: the file is empty; its first line must name the columns.")
    names = _names(path, rows[0][1])
    values = [_numbers(path, line, names, row) for line, row in rows[1:]]
    table = np.array(values, dtype=np.float64).reshape(len(values), len(names))
    return {name: table[:, k] for k, name in enumerate(names)}


def _names(path: Path, row: list[str]) -> list[str]:
    names = [name.strip() for name in row]
    if len(names) == 1 and any(sign in names[0] for sign in ";\t"):
        raise DefinitionError(f"{path}:1: columns must be separated by commas, got {names[0]!r}.")
    if len(set(names)) != len(names):
        raise DefinitionError(f"{path}:1: two columns have the same name.")
    if "time" not in names:
        raise DefinitionError(
            f"{path}:1: the first line must name the columns, 'time' among them; got "
            f"{', '.join(names)}."
        )
    return names


def _numbers(path: Path, line: int, names: list[str], row: list[str]) -> list[float]:
    if len(row) != len(names):
        raise DefinitionError(
            f"{path}:{line}: the line has {len(row)} values for {len(names)} columns."
        )
    values = []
    for name, text in zip(names, row, strict=True):
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise DefinitionError(
                f"{path}:{line}: column '{name}' must hold finite numbers, got {text.strip()!r}."
            )
        values.append(value)
    return values
