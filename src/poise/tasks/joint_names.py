"""Lists of joints' names, as tasks take them."""

from __future__ import annotations

from collections.abc import Iterable

from poise.arrays import non_empty_name
from poise.errors import DefinitionError


def different_names(label: str, names: object) -> tuple[str, ...]:
    """Names, checked.

    Args:
        label: What the caller calls them; used in the message.
        names: A list of names.

    Raises:
        DefinitionError: No names, not a list of them, or one of them twice.
    """
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise DefinitionError(f"{label} must be a list of names, got {names!r}.")
    checked = tuple(non_empty_name(label, name) for name in names)
    if not checked:
        raise DefinitionError(f"{label} must not be empty.")
    for name in checked:
        if checked.count(name) > 1:
            raise DefinitionError(f"{label} must differ, but {name!r} stands twice.")
    return checked
