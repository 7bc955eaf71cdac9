"""Finding the installed robot descriptions of the package ``example-robot-data``.

The package is only data, with nothing to import; its list of files says where they are.
"""

from __future__ import annotations

import functools
import importlib.metadata
import sys
from pathlib import Path

from poise.errors import DependencyError

_ROBOTS = ("share", "example-robot-data", "robots")


def robots_directory() -> Path:
    """The folder ``share/example-robot-data/robots`` of the installed robot descriptions.

    Raises:
        DependencyError: They are not installed.
    """
    for candidate in (_folder_of_distribution(), Path(sys.prefix).joinpath(*_ROBOTS)):
        if candidate is not None and candidate.is_dir():
            return candidate
    raise DependencyError(
        "The robot descriptions (package example-robot-data) are not installed: "
        'pip install "poise[robots]".'
    )


@functools.cache
def _folder_of_distribution() -> Path | None:
    """Where the installed files of the Python package lie, some in ``cmeel.prefix``."""
    try:
        installed = importlib.metadata.files("example-robot-data") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    for file in installed:
        for i in range(len(file.parts) - len(_ROBOTS)):
            if file.parts[i : i + len(_ROBOTS)] == _ROBOTS:
                return Path(str(file.locate())).parents[len(file.parts) - i - len(_ROBOTS) - 1]
    return None
