"""From a document to its fields, and from pydantic's complaints to faults in plain words."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from poise.arrays import did_you_mean
from poise.config.document import Document
from poise.config.model import ConfigModel
from poise.config.problems import ConfigError, Path, Problem
from poise.config.quantity import shown

Fields = TypeVar("Fields", bound=ConfigModel)


def validated(model: type[Fields], document: Document) -> Fields:
    """The fields of a document.

    Raises:
        ConfigError: With every fault found.
    """
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        problems: list[Problem] = []
        for details in error.errors():
            path = _path(document.data, details)
            if details["type"] == "union_tag_not_found":
                faults = [(path, f"the field 'type' is missing; {_kinds(model, document, path)}")]
            else:
                faults = _faults(path, details)
            problems += [document.problem(*fault) for fault in faults]
        raise ConfigError(problems) from error


def _path(data: Any, error: ErrorDetails) -> Path:
    """Where in the data a fault is; pydantic's locations also name the kind of what has kinds."""
    path: list[str | int] = []
    kind_named = False
    for part in error["loc"]:
        if isinstance(data, dict) and data.get("type") == part and not kind_named:
            kind_named = True
            continue
        try:
            data = data[part]
        except (LookupError, TypeError):
            continue  # the name of a type, or of what is missing
        path.append(part)
        kind_named = False
    return tuple(path)


def _faults(path: Path, error: ErrorDetails) -> list[tuple[Path, str]]:
    """Path and message of each fault that a complaint stands for."""
    kind, context = error["type"], error.get("ctx", {})
    if kind == "unknown_keys":
        return [((*path, key), message) for key, message in context["messages"].items()]
    if kind == "missing":
        name = error["loc"][-1]
        return [(path, f"the field {str(name)!r} is missing; add '{name}: …'.")]
    if kind == "union_tag_invalid":
        kinds = re.findall(r"'([^']*)'", str(context["expected_tags"]))
        close = did_you_mean(str(context["tag"]), kinds)
        listed = "" if close.startswith("Valid") else f" Valid: {', '.join(kinds)}."
        return [((*path, "type"), f"there is no kind {context['tag']!r} here. {close}{listed}")]
    return [(path, _MESSAGES.get(kind, _as_it_is)(error))]


def _kinds(model: type[ConfigModel], document: Document, path: Path) -> str:
    """The kinds that there are, learnt by asking for one that there is not."""
    data = copy.deepcopy(document.data)
    Document("", data, {}, document.files).value(path)["type"] = ""
    try:
        model.model_validate(data)
    except ValidationError as error:
        for details in error.errors():
            if details["type"] == "union_tag_invalid" and _path(data, details) == path:
                return f"valid: {details.get('ctx', {})['expected_tags']}."
    return "it says what kind this is."


def _literal(error: ErrorDetails) -> str:
    expected = str(error.get("ctx", {})["expected"])
    value = error["input"]
    close = did_you_mean(str(value), re.findall(r"'([^']*)'", expected))
    advice = f" {close}" if close.startswith("Did") else ""
    return f"must be {expected}, got {shown(value)}.{advice}"


def _mapping(error: ErrorDetails) -> str:
    known = {model.__name__: model for model in _below(ConfigModel)}
    model = known.get(str(error.get("ctx", {}).get("class_name")))  # a union names none
    fields = f"with the fields {', '.join(model.model_fields)}" if model else "of 'key: value'"
    return f"must be a mapping {fields}, got {shown(error['input'])}."


def _below(model: type[ConfigModel]) -> list[type[ConfigModel]]:
    """Every model that derives from one."""
    return [m for child in model.__subclasses__() for m in (child, *_below(child))]


def _must_be(what: str) -> Callable[[ErrorDetails], str]:
    return lambda error: f"must be {what}, got {shown(error['input'])}."


def _as_it_is(error: ErrorDetails) -> str:
    return f"{error['msg'][:1].lower()}{error['msg'][1:]}, got {shown(error['input'])}."


_MESSAGES: dict[str, Callable[[ErrorDetails], str]] = {
    "quantity": lambda error: error["msg"],
    "literal_error": _literal,
    "string_type": _must_be("text"),
    "string_too_short": _must_be("text that is not empty"),
    "bool_type": _must_be("true or false"),
    "int_type": _must_be("a whole number"),
    "int_from_float": _must_be("a whole number"),
    "greater_than_equal": lambda error: (
        f"must be ≥ {error.get('ctx', {})['ge']:g}, got {shown(error['input'])}."
    ),
    "dict_type": _must_be("a mapping of 'key: value'"),
    "model_type": _mapping,
    "model_attributes_type": _mapping,
    "tuple_type": _must_be("a list"),
    "list_type": _must_be("a list"),
    "too_short": lambda _: "must not be empty.",
}
