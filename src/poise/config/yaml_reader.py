"""Reading YAML 1.2 core: plain data only, and where each value stands.

PyYAML composes the nodes; what it takes for numbers and booleans follows YAML 1.2, so that ``no``
and ``on`` are words and ``1e-3`` is a number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from poise.config.problems import ConfigError, Path, Place, Problem, dotted
from poise.config.yaml_faults import in_plain_words

LARGEST_TEXT = 2**20
"""Most characters read; a long experiment has 10 KiB."""

_DEEPEST = 32
_MOST_VALUES = 20_000
_CORE = "tag:yaml.org,2002:"


class _CoreLoader(yaml.SafeLoader):
    """Resolves plain scalars as YAML 1.2's core schema does; constructs nothing."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012


for _tag, _pattern, _first in (
    ("bool", r"(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
    ("null", r"(?:~|null|Null|NULL|)$", "~nN\0"),
    ("int", r"[-+]?[0-9]+$", "-+0123456789"),
    ("float", r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", "-+.0123456789"),
    ("float", r"(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$", "-+."),
):
    _CoreLoader.add_implicit_resolver(
        f"{_CORE}{_tag}", re.compile(_pattern), ["" if c == "\0" else c for c in _first]
    )


@dataclass(frozen=True, slots=True)
class Content:
    """Plain data with places.

    Attributes:
        data: Dictionaries, lists, text, numbers, booleans and None.
        places: Where each value is, by its path: the key of what fills lines of its own.
    """

    data: Any
    places: dict[Path, Place] = field(default_factory=dict)


def read_yaml(text: str, source: str) -> Content:
    """Read one document.

    Args:
        text: YAML.
        source: What messages call it.

    Raises:
        ConfigError: It is too long or too deep, no YAML, or has duplicate keys, keys that are no
            text, or tags.
    """
    if len(text) > LARGEST_TEXT:
        what = f"the text has {len(text)} characters; at most {LARGEST_TEXT} are read."
        raise ConfigError([Problem(Place(source), "", what)])
    lines = text.splitlines()
    loader = None
    try:
        loader = _CoreLoader(text)
        node = loader.get_single_node()
    except yaml.YAMLError as error:
        raise ConfigError([in_plain_words(error, source, lines)]) from error
    except RecursionError as error:
        raise ConfigError([Problem(Place(source), "", "it is nested too deeply.")]) from error
    finally:
        if loader is not None:
            loader.dispose()
    converter = _Converter(source, lines)
    data = None if node is None else converter.convert(node, ())
    return Content(data, converter.places)


class _Converter:
    """Turns nodes into data, noting places."""

    def __init__(self, source: str, lines: list[str]) -> None:
        self._source = source
        self._lines = lines
        self.places: dict[Path, Place] = {}
        self._left = _MOST_VALUES

    def convert(self, node: yaml.Node, path: Path, key: yaml.Node | None = None) -> Any:
        """The data of a node; its place is its own, or its key's if it begins below that."""
        below = key is not None and node.start_mark.line != key.start_mark.line
        empty = isinstance(node, yaml.ScalarNode) and not node.value and not node.style
        self.places[path] = self._place(key if key is not None and (below or empty) else node)
        self._left -= 1  # aliases are expanded here, so a few lines could become millions
        if self._left < 0 or len(path) > _DEEPEST:
            raise self._fault(node, path, "there are too many values, or they nest too deeply.")
        if isinstance(node, yaml.MappingNode):
            self._require_tag(node, path, "map")
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            self._require_tag(node, path, "seq")
            return [self.convert(child, (*path, k)) for k, child in enumerate(node.value)]
        return self._scalar(node, path)

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[str, Any]:
        data: dict[str, Any] = {}
        first: dict[str, int] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode) or self._scalar(key, path) != key.value:
                raise self._fault(
                    key, path, "a key must be text; put it in quotes if it looks like a number."
                )
            name = str(key.value)
            if name in data:
                raise self._fault(
                    key,
                    (*path, name),
                    f"{name!r} is given twice, first on line {first[name]}; keep one of them.",
                )
            first[name] = key.start_mark.line + 1
            data[name] = self.convert(value, (*path, name), key)
        return data

    def _scalar(self, node: yaml.Node, path: Path) -> Any:
        tag, text = node.tag, node.value
        if tag == f"{_CORE}str":
            return text
        if tag == f"{_CORE}null":
            return None
        if tag == f"{_CORE}bool":
            return text.lower() == "true"
        if tag == f"{_CORE}int" and len(text) < 300:  # more digits than a float can have
            return int(text)
        if tag == f"{_CORE}float":
            return float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))
        raise self._fault(node, path, _about_tag(tag))

    def _require_tag(self, node: yaml.Node, path: Path, kind: str) -> None:
        if node.tag != f"{_CORE}{kind}":
            raise self._fault(node, path, _about_tag(node.tag))

    def _place(self, node: yaml.Node) -> Place:
        line = node.start_mark.line
        text = self._lines[line] if line < len(self._lines) else ""
        return Place(self._source, line + 1, node.start_mark.column + 1, text)

    def _fault(self, node: yaml.Node, path: Path, what: str) -> ConfigError:
        return ConfigError([Problem(self._place(node), dotted(path), what)])


def _about_tag(tag: str) -> str:
    return f"the tag !{tag.removeprefix(_CORE)} is not read; write plain values without tags."
