"""Writing a file all at once, and knowing beforehand whether that can work."""

from __future__ import annotations

import tempfile
from pathlib import Path

from poise.errors import DefinitionError


def check_writable(path: str | Path) -> Path:
    """Check that a file can be written, before work is done that would be lost.

    Args:
        path: The file; it may exist, and stays as it is.

    Returns:
        The path.

    Raises:
        DefinitionError: The folder does not exist or refuses files, or the path is a folder.
    """
    path = Path(path)
    if path.is_dir():
        raise DefinitionError(f"{path} cannot be written: it is a folder.")
    if not path.parent.is_dir():
        raise DefinitionError(f"{path} cannot be written: there is no folder {path.parent}.")
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}."):
            pass
    except OSError as error:
        raise DefinitionError(f"{path} cannot be written: {error.strerror}.") from error
    return path


def write_whole(path: str | Path, content: bytes) -> None:
    """Write a file so that it is there completely or not at all.

    Args:
        path: The file; replaced if it exists.
        content: What it shall hold.

    Raises:
        DefinitionError: It cannot be written.
    """
    path = check_writable(path)
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise DefinitionError(f"{path} cannot be written: {error.strerror}.") from error
