"""What a YAML parser complains of, in plain words."""

from __future__ import annotations

import re

import yaml

from poise.config.problems import Place, Problem

# Part of the parser's context or problem, whether the beginning of what was being read is the
# place rather than where reading stopped, and what to say.
_KNOWN: tuple[tuple[str, bool, str], ...] = (
    (r"character '\\t'", False, "there is a tab; indent with spaces."),
    (
        r"while parsing a flow sequence",
        True,
        (
            "the bracket '[' is not closed properly; list items are separated by ',' and the "
            "list ends with ']'."
        ),
    ),
    (
        r"while parsing a flow mapping",
        True,
        (
            "the brace '{' is not closed properly; 'key: value' pairs are separated by ',' and end "
            "with '}'."
        ),
    ),
    (
        r"while scanning a quoted scalar",
        True,
        "the quote is not closed; end the text with the same quote.",
    ),
    (
        r"while scanning a simple key",
        True,
        "a key needs a colon and a space after it: 'key: value'.",
    ),
    (
        r"mapping values are not allowed",
        False,
        (
            "there cannot be a 'key: value' here; check the indentation of this line and of the "
            "one above, or put text with a colon in quotes."
        ),
    ),
    (
        r"expected <block end>",
        False,
        "this line does not belong to what is above; check its indentation.",
    ),
    (
        r"but found another document",
        False,
        "a file has one document; remove '---' and what follows.",
    ),
)


def in_plain_words(error: yaml.YAMLError, source: str, lines: list[str]) -> Problem:
    """The problem that a parser's error tells of.

    Args:
        error: From PyYAML.
        source: What messages call the text.
        lines: The text.
    """
    if not isinstance(error, yaml.MarkedYAMLError):
        what = f"it is no text that YAML allows: {error}".replace("\n", " ")
        return Problem(Place(source), "", what)
    said = f"{error.context or ''} {error.problem or ''}"
    alias = re.search(r"found undefined alias '([^']*)'", said)
    if alias is not None:
        what = f"there is no anchor &{alias[1]} above; put text that begins with '*' in quotes."
        return Problem(_place(error.problem_mark, source, lines), "", what)
    for pattern, at_beginning, what in _KNOWN:
        if re.search(pattern, said):
            mark = error.context_mark if at_beginning else error.problem_mark
            return Problem(_place(mark or error.problem_mark, source, lines), "", what)
    what = f"it is no YAML: {said.strip()}."
    return Problem(_place(error.problem_mark or error.context_mark, source, lines), "", what)


def _place(mark: yaml.Mark | None, source: str, lines: list[str]) -> Place:
    if mark is None:
        return Place(source)
    text = lines[mark.line] if mark.line < len(lines) else ""
    return Place(source, mark.line + 1, mark.column + 1, text)
