"""A configuration file as data that knows where each value comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from poise.arrays import did_you_mean
from poise.config.files import Files
from poise.config.problems import ConfigError, Path, Place, Problem, dotted
from poise.config.yaml_reader import LARGEST_TEXT, read_yaml


@dataclass(frozen=True, slots=True)
class Document:
    """Plain data, places and what its paths are relative to.

    Attributes:
        source: What messages call it.
        data: The mapping at its top.
        places: Where each value comes from, by path.
        files: Resolves the paths in it.
    """

    source: str
    data: dict[str, Any]
    places: dict[Path, Place]
    files: Files

    def place(self, path: Path) -> Place:
        """Where a value comes from; for one that is not there, where its nearest parent does."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.places:
                return self.places[path[:length]]
        return Place(self.source)

    def problem(self, path: Path, what: str) -> Problem:
        """A fault of the value at a path."""
        return Problem(self.place(path), dotted(path), what)

    def files_at(self, *path: str | int) -> Files:
        """What resolves the paths in a value: those of the command line may lead anywhere."""
        return self.files if self.place(path).line is not None else Files.anywhere()

    def value(self, path: Path) -> Any:
        """The value at a path; None where there is none."""
        data: Any = self.data
        for part in path:
            if isinstance(data, dict):
                data = data.get(str(part))
            elif isinstance(data, list) and isinstance(part, int) and part < len(data):
                data = data[part]
            else:
                return None
        return data


def parse_document(text: str, source: str, folder: FilePath) -> Document:
    """The document in a text.

    Args:
        text: YAML.
        source: What messages call it.
        folder: What its paths are relative to.

    Raises:
        ConfigError: It cannot be read, or is no mapping.
    """
    content = read_yaml(text, source)
    if not isinstance(content.data, dict):
        what = "the file must consist of 'key: value' lines; 'poise demo --write FILE' makes one."
        raise ConfigError([Problem(content.places.get((), Place(source)), "", what)])
    return Document(source, content.data, content.places, Files.beside(folder))


def read_document(path: FilePath) -> Document:
    """The document in a file.

    Raises:
        ConfigError: As :func:`parse_document`, or the file is missing, too large or no UTF-8.
    """
    place = Place(str(path))
    try:
        if path.is_file() and path.stat().st_size > 4 * LARGEST_TEXT:
            raise ConfigError([Problem(place, "", "the file is too large to be a configuration.")])
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        what = f"the file is not UTF-8 text (byte {error.start})."
        raise ConfigError([Problem(place, "", what)]) from error
    except OSError as error:
        what = f"the file cannot be read: {error.strerror or error}."
        raise ConfigError([Problem(place, "", what)]) from error
    return parse_document(text, str(path), path.resolve().parent)


@dataclass(frozen=True, slots=True)
class Setting:
    """A value that replaces one of a document, or is added to it.

    Attributes:
        label: What messages call it: as it was given on the command line.
        path: Keys from the top, list items by number.
        value: Plain data.
    """

    label: str
    path: tuple[str, ...]
    value: Any


def parse_setting(text: str) -> Setting:
    """The setting written ``a.b=c``, the value in YAML.

    Raises:
        ConfigError: It has no "=", an empty part in its path or a value that is no YAML.
    """
    label = f"--set {text}"
    name, equals, value = text.partition("=")
    parts = tuple(name.strip().split("."))
    if not equals or not all(parts):
        what = "a setting is written a.b=c, for example --set duration='5 s'."
        raise ConfigError([Problem(Place(label), "", what)])
    return Setting(label, parts, read_yaml(value, label).data)


def with_settings(document: Document, settings: Sequence[Setting]) -> Document:
    """The document with some values replaced or added.

    Args:
        document: The document; it is not changed.
        settings: The values.

    Raises:
        ConfigError: A path into what is no mapping or list, or past the end of a list.
    """
    data, places = document.data, dict(document.places)
    for setting in settings:
        path, data = _replaced(data, setting.path, setting, ())
        places = {p: place for p, place in places.items() if p[: len(path)] != path}
        places[path] = Place(setting.label)
    return Document(document.source, data, places, document.files)


def _replaced(data: Any, parts: Sequence[str], setting: Setting, before: Path) -> tuple[Path, Any]:
    """The path meant, and a copy of the data with the value there."""
    if not parts:
        return before, setting.value
    part, rest = parts[0], parts[1:]
    here = (*before, part)
    if isinstance(data, list):
        index = int(part) if part.isdecimal() else len(data)
        if index >= len(data):
            raise _no_way(
                setting,
                here,
                f"{dotted(before)} is a list of {len(data)}; name an item by its number, from 0.",
            )
        path, item = _replaced(data[index], rest, setting, (*before, index))
        return path, [*data[:index], item, *data[index + 1 :]]
    if data is not None and not isinstance(data, dict):
        raise _no_way(setting, here, f"{dotted(before)} is {data!r} and has no fields.")
    known = data or {}
    if rest and part not in known:
        # A typing error in the middle of a path would otherwise make a new, useless branch.
        close = did_you_mean(part, known)
        if close.startswith("Did"):
            raise _no_way(setting, here, f"there is no {part!r} here. {close}")
    path, item = _replaced(known.get(part), rest, setting, here)
    return path, {**known, part: item}


def _no_way(setting: Setting, path: Path, what: str) -> ConfigError:
    return ConfigError([Problem(Place(setting.label), dotted(path), what)])
