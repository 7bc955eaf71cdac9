"""Importing solver packages: late, with a clear word when one is missing, and safely."""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType

from poise.errors import BackendNotInstalledError


def is_installed(package: str) -> bool:
    """Whether a package can be found, without importing it."""
    return importlib.util.find_spec(package) is not None


def import_package(package: str, extra: str) -> ModuleType:
    """Import a package of an optional dependency.

    Args:
        package: Top-level module name.
        extra: The extra of poise that brings it.

    Raises:
        BackendNotInstalledError: It is not installed.
    """
    if not is_installed(package):
        raise _missing(package, extra)
    return importlib.import_module(package)


@cache
def import_extension(package: str, extension: str, extra: str) -> ModuleType:
    """Import one compiled module of a package without running the package's own ``__init__``.

    Some packages ship several builds of one module and pick, when imported, the one with the
    widest vector instructions of the processor. Such a build has been seen to end the process
    when other libraries were loaded too; wide ones need memory aligned more strictly than other
    libraries' allocators promise, which is the likely cause. The plain build needs no more than
    every allocator gives, and runs on every processor.

    Args:
        package: Top-level module name.
        extension: Name of the compiled module inside it.
        extra: The extra of poise that brings the package.

    Raises:
        BackendNotInstalledError: The package, or this build of it, is not installed.
    """
    spec = importlib.util.find_spec(package)
    for folder in () if spec is None else spec.submodule_search_locations or ():
        for suffix in EXTENSION_SUFFIXES:
            file = Path(folder) / f"{extension}{suffix}"
            if file.is_file():
                return _load(extension, file)
    raise _missing(package, extra)


def _load(extension: str, file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(extension, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is not an extension module.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _missing(package: str, extra: str) -> BackendNotInstalledError:
    return BackendNotInstalledError(
        f'The package {package!r} is not installed; pip install "poise[{extra}]" brings it.'
    )
