"""Collecting the faults that building finds, so that all of them are told at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from poise.config.document import Document
from poise.config.problems import ConfigError, Path, Problem
from poise.errors import PoiseError


class Faults:
    """Faults found so far in a document.

    Args:
        document: The document.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self._found: list[Problem] = []

    @contextmanager
    def at(self, *path: str | int) -> Iterator[None]:
        """Within it, an error of poise becomes a fault of the value at a path, and is kept.

        What would have followed within is left out; :meth:`stop` tells whether anything was.
        """
        try:
            yield
        except ConfigError as error:
            self._found += error.problems
        except PoiseError as error:
            message = str(error)
            place = self._named_in(message, path)
            self._found.append(self._document.problem(place, message))

    def add(self, path: Path, what: str) -> None:
        """Keep a fault of the value at a path."""
        self._found.append(self._document.problem(path, what))

    def stop(self) -> None:
        """Go no further if there are faults.

        Raises:
            ConfigError: There are.
        """
        if self._found:
            raise ConfigError(self._found)

    def _named_in(self, message: str, path: Path) -> Path:
        """The value below a path that a message is about, or the one at the path."""
        data = self._document.value(path)
        said = message.partition("Did you mean")[0]
        for name in re.findall(r"'([^']*)'", said):
            found = _find(data, name)
            if found is not None:
                return (*path, *found)
        keys = list(data) if isinstance(data, dict) else []
        matches = {key: re.search(rf"\b{re.escape(key)}\b", said) for key in keys}
        places = {key: match.start() for key, match in matches.items() if match is not None}
        return (*path, min(places, key=lambda key: places[key])) if places else path


def _find(data: Any, name: str) -> Path | None:
    """Where a name stands below some data, as a key or as a value."""
    if not isinstance(data, dict | list):
        return None
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        if name in (key, value):
            return (key,)
        if isinstance(value, dict | list):
            below = _find(value, name)
            if below is not None:
                return (key, *below)
    return None
