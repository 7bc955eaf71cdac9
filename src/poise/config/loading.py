"""Reading configuration files: one's own and those that come with poise."""

from __future__ import annotations

import importlib.resources
from collections.abc import Sequence
from pathlib import Path

from poise.arrays import did_you_mean
from poise.config.builder import build
from poise.config.document import (
    Document,
    Setting,
    parse_document,
    parse_setting,
    read_document,
    with_settings,
)
from poise.config.fields.experiment import ExperimentFields
from poise.config.plan import RunPlan
from poise.config.validation import validated
from poise.errors import DefinitionError


def load_config(path: str | Path, settings: Sequence[str] = ()) -> RunPlan:
    """The experiment that a YAML file describes, checked.

    Args:
        path: The file. Paths in it are relative to its folder and stay in it.
        settings: Values to replace, each ``a.b=c``; their paths are relative to the working
            folder and may lead anywhere.

    Raises:
        ConfigError: The file has faults; each is named with its line and what would be right.
        DependencyError: A robot's description is not installed.
    """
    return _load(read_document(Path(path)), settings)


def load_demo(name: str, settings: Sequence[str | Setting] = ()) -> RunPlan:
    """The experiment of a file that comes with poise; its paths are relative to the working folder.

    Args:
        name: One of :func:`demo_names`.
        settings: Values to replace, as for :func:`load_config`.

    Raises:
        DefinitionError: There is no such file.
        ConfigError, DependencyError: As for :func:`load_config`.
    """
    return _load(parse_document(demo_text(name), f"{name}.yaml", Path.cwd()), settings)


def demo_names() -> tuple[str, ...]:
    """Names of the files that come with poise, in alphabetical order."""
    names = (file.name for file in _demos().iterdir())
    return tuple(sorted(n.removesuffix(".yaml") for n in names if n.endswith(".yaml")))


def demo_text(name: str) -> str:
    """The text of a file that comes with poise.

    Raises:
        DefinitionError: There is no such file.
    """
    if name not in demo_names():
        raise DefinitionError(f"there is no demo {name!r}. {did_you_mean(name, demo_names())}")
    return _demos().joinpath(f"{name}.yaml").read_text(encoding="utf-8")


def _demos() -> importlib.resources.abc.Traversable:
    return importlib.resources.files("poise").joinpath("demos")


def _load(document: Document, settings: Sequence[str | Setting]) -> RunPlan:
    read = [parse_setting(given) if isinstance(given, str) else given for given in settings]
    document = with_settings(document, read)
    return build(document, validated(ExperimentFields, document))
