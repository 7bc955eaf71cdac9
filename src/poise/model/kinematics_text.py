"""Reading the text of kinematics files: keys, values, nested lists, sections, line numbers.

The syntax is a small part of YARP's property files: one entry per line, ``key value value …``;
lists in parentheses, which may hold lists and go on over lines; ``"quoted words"``;
``[section name]``; comments from ``//`` or ``#`` to the end of the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn, TypeAlias

from poise.errors import ModelLoadError

# A word, or a list of words and lists.
Value: TypeAlias = "str | tuple[Value, ...]"

_DEEPEST_LIST = 4  # a list in a list in an entry is what the format needs

_TOKEN = re.compile(
    r"""(?P<comment>(?://|\#)[^\n]*)
      | (?P<newline>\n)
      | (?P<space>[^\S\n]+)
      | (?P<bracket>[()\[\]])
      | "(?P<quoted>[^"\n]*)"
      | (?P<word>(?:(?!//)[^\s()\[\]"\#])+)
      | (?P<wrong>.)""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One ``key value …``, or one list that starts with a word.

    Attributes:
        line: The line it starts on, from 1.
        key: Its first word.
        values: What follows.
    """

    line: int
    key: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """The entries below a ``[name …]`` line; those before the first have no words.

    Attributes:
        line: The line of the name.
        words: The words in the brackets.
        entries: The entries by key.
    """

    line: int
    words: tuple[str, ...]
    entries: dict[str, Entry] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Token:
    line: int
    kind: str  # "bracket", "word" or "newline"
    text: str


def fail(origin: str, line: int, reason: str) -> NoReturn:
    """Raise a ModelLoadError that names the file and the line."""
    raise ModelLoadError(f"{origin}:{line}: {reason}")


def read_sections(text: str, origin: str) -> list[Section]:
    """Take a text apart.

    Args:
        text: The text of the file.
        origin: What to call it in messages, for example its path.

    Returns:
        The sections; the first has the entries before any section name.

    Raises:
        ModelLoadError: Unbalanced brackets, an entry without a key, a key twice.
    """
    sections = [Section(1, ())]
    tokens = list(_tokens(text.lstrip("\ufeff"), origin))
    position = 0
    while position < len(tokens):
        token = tokens[position]
        if token.kind == "newline":
            position += 1
        elif token.text == "[" and token.kind == "bracket":
            section, position = _section(tokens, position, origin)
            sections.append(section)
        elif token.kind == "word":
            values, position = _values(tokens, position + 1, origin)
            _add(sections[-1], Entry(token.line, token.text, values), origin)
        else:
            fail(origin, token.line, f"an entry must start with a key, but here is {token.text!r}.")
    return sections


def entry_of_list(value: Value, line: int, origin: str) -> Entry:
    """A list ``(key value …)`` as an entry.

    Raises:
        ModelLoadError: It is not a list that starts with a word.
    """
    if isinstance(value, str) or not value or not isinstance(value[0], str):
        fail(origin, line, f"expected (key value …), but here is {written(value)}.")
    return Entry(line, value[0], value[1:])


def flat(values: tuple[Value, ...]) -> list[str]:
    """All words in order, whatever lists they stand in."""
    words: list[str] = []
    for value in values:
        words += [value] if isinstance(value, str) else flat(value)
    return words


def written(value: Value) -> str:
    """A value as it stands in the file, shortened."""
    text = value if isinstance(value, str) else f"({' '.join(written(v) for v in value)})"
    return repr(text if len(text) <= 60 else f"{text[:57]}…")


def _tokens(text: str, origin: str) -> Iterator[_Token]:
    line = 1
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind == "wrong":
            fail(origin, line, f"a stray {match.group()!r}: a quoted word ends on its own line.")
        if kind in ("bracket", "newline"):
            yield _Token(line, kind, match.group())
        elif kind in ("word", "quoted"):
            yield _Token(line, "word", match.group(kind))
        line += kind == "newline"


def _section(tokens: list[_Token], start: int, origin: str) -> tuple[Section, int]:
    """The section name that opens at ``start``, and the position after it."""
    line = tokens[start].line
    words: list[str] = []
    for position in range(start + 1, len(tokens)):
        token = tokens[position]
        if token.text == "]" and token.kind == "bracket":
            return Section(line, tuple(words)), position + 1
        if token.kind != "word":
            break
        words.append(token.text)
    fail(origin, line, "'[' without its ']' on the same line.")


def _values(tokens: list[_Token], position: int, origin: str) -> tuple[tuple[Value, ...], int]:
    """The values of an entry up to the end of its line, and the position after them."""
    open_lists: list[tuple[int, list[Value]]] = [(tokens[position - 1].line, [])]
    while position < len(tokens):
        token = tokens[position]
        if token.kind == "newline" and len(open_lists) == 1:
            break
        if token.kind == "word":
            open_lists[-1][1].append(token.text)
        elif token.text == "(":
            open_lists.append((token.line, []))
            if len(open_lists) > _DEEPEST_LIST:
                fail(origin, token.line, f"lists nest deeper than {_DEEPEST_LIST - 1}.")
        elif token.text == ")" and len(open_lists) > 1:
            _, done = open_lists.pop()
            open_lists[-1][1].append(tuple(done))
        elif token.kind == "bracket":
            fail(origin, token.line, f"{token.text!r} closes or opens nothing here.")
        position += 1
    if len(open_lists) > 1:
        fail(origin, open_lists[-1][0], "'(' without its ')'.")
    return tuple(open_lists[0][1]), position


def _add(section: Section, entry: Entry, origin: str) -> None:
    known = section.entries.get(entry.key)
    if known is not None:
        fail(origin, entry.line, f"key {entry.key!r} comes twice; it is on line {known.line} too.")
    section.entries[entry.key] = entry
