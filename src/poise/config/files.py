"""Paths that a file names: where they lead, and where they may."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from poise.errors import DefinitionError


@dataclass(frozen=True, slots=True)
class Files:
    """Resolves the paths of a configuration file.

    Paths are relative to the file's folder. They may not leave it, nor the folder that poise was
    started in where the file lies below that: a file from elsewhere shall not read or overwrite
    what is none of its business.

    Attributes:
        folder: The file's folder, absolute.
        roots: Folders that paths may lead into, absolute.
    """

    folder: Path
    roots: tuple[Path, ...]

    @classmethod
    def beside(cls, folder: Path) -> Files:
        """The paths of a file in a folder."""
        folder, here = folder.resolve(), Path.cwd().resolve()
        return cls(folder, (folder, here) if folder.is_relative_to(here) else (folder,))

    @classmethod
    def anywhere(cls) -> Files:
        """The paths of someone who sits before it: relative to the working folder, and free."""
        here = Path.cwd().resolve()
        return cls(here, (Path(here.anchor),))

    def path(self, text: str) -> Path:
        """Where a path leads, shown as short as it can be.

        Raises:
            DefinitionError: It is empty or leads outside.
        """
        if not text.strip() or "\0" in text:
            raise DefinitionError(f"a path must name a file, got {text!r}.")
        path = (self.folder / text).resolve()
        if not any(path.is_relative_to(root) for root in self.roots):
            raise DefinitionError(
                f"path {text!r} leads outside {self.roots[-1]}; put the file into this folder, or "
                "give the path on the command line with --set."
            )
        return path

    def existing(self, text: str) -> Path:
        """Where a path leads, to a file that is there.

        Raises:
            DefinitionError: It leads outside, or there is no such file.
        """
        path = self.path(text)
        if not path.is_file():
            raise DefinitionError(f"there is no file {text!r} in {self.folder}.")
        return path
