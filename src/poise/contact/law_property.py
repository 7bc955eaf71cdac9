"""Parameters of a contact law as attributes of a model."""

from __future__ import annotations

from typing import Any


class LawProperty:
    """A parameter of the law, by its name; set for all feet at once.

    Args:
        text: What it is, with its unit.
    """

    def __init__(self, text: str) -> None:
        self.__doc__ = text
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, model: Any, owner: type | None = None) -> Any:
        if model is None:
            return self
        return model.parameter(self._name)

    def __set__(self, model: Any, value: Any) -> None:
        model.set_parameters(**{self._name: value})
