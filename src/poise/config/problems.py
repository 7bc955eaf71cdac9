"""What is wrong with a configuration file, where, and what would be right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from poise.errors import DefinitionError

Path = tuple[str | int, ...]
"""Keys and list indices from the top of a file to a value."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value comes from.

    Attributes:
        source: The file's name, or the setting ``--set a.b=c`` that gave the value.
        line: From 1; None for a setting.
        column: From 1; None for a setting.
        text: The line itself, to be shown; empty for a setting.
    """

    source: str
    line: int | None = None
    column: int | None = None
    text: str = ""

    def __str__(self) -> str:
        """``my.yaml:3:7``, which editors and terminals know how to open."""
        return self.source if self.line is None else f"{self.source}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault.

    Attributes:
        place: Where it is.
        field: The value's path: ``tasks.hand.reference.radius``; empty for the whole file.
        what: What is wrong and what would be valid.
    """

    place: Place
    field: str
    what: str

    def __str__(self) -> str:
        """Place, field, fault, and the line with a mark under it."""
        field = f"{self.field}: " if self.field else ""
        return f"{self.place}: {field}{self.what}{self._snippet()}"

    def _snippet(self) -> str:
        text = self.place.text.rstrip()
        if not text or self.place.column is None:
            return ""
        return f"\n    {text}\n    {' ' * (self.place.column - 1)}^"

    def as_dict(self) -> dict[str, Any]:
        """For JSON output."""
        return {
            "source": self.place.source,
            "line": self.place.line,
            "column": self.place.column,
            "field": self.field,
            "message": self.what,
        }


class ConfigError(DefinitionError):
    """A configuration that cannot be run; every fault found is named.

    Attributes:
        problems: At least one.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        lines = [str(problem) for problem in self.problems]
        if len(lines) > 1:
            lines.insert(0, f"{len(lines)} faults:")
        super().__init__("\n".join(lines))


def dotted(path: Path) -> str:
    """A path as people write it: ``events.0.time``."""
    return ".".join(str(part) for part in path)
