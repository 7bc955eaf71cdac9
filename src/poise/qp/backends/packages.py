"""Importing solver packages: late, with a clear word when one is missing, and safely."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from poise.errors import BackendError, BackendNotInstalledError


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


def import_plain_build(package: str, plain: str, chooser: str, extra: str) -> ModuleType:
    """Import a package with several builds of one module such that it takes the plain one.

    Some packages pick, when imported, the build with the widest vector instructions of the
    processor. The one for AVX-512 has been seen to end the process when other libraries were
    loaded too; wide instructions need memory aligned more strictly than other libraries'
    allocators promise, which is the likely cause. Two builds in one process end it as well, so the
    package itself must take the plain one: whoever imports it later then gets the same.

    Args:
        package: Top-level module name.
        plain: Name of the plain build inside it.
        chooser: Name of the module inside it that tells what the processor has.
        extra: The extra of poise that brings the package.

    Raises:
        BackendNotInstalledError: The package is not installed.
        BackendError: Somebody imported it before, and it took the build for AVX-512.
    """
    if package not in sys.modules:
        if not is_installed(package):
            raise _missing(package, extra)
        with _narrow_processor(f"{package}.{chooser}"):
            importlib.import_module(package)
    depth = package.count(".") + 1
    builds = [
        name
        for name in sys.modules
        if name.startswith(f"{package}.{plain}") and name.count(".") == depth
    ]
    if any("avx512" in name for name in builds):
        raise BackendError(
            f"{package!r} was imported before poise and took its build for AVX-512, which has "
            "been seen to crash. Call poise.qp.load_backend() for it before anything imports "
            f"{package}, or use another backend."
        )
    if not builds:
        raise BackendError(f"{package!r} has no build that poise knows.")
    return sys.modules[builds[0]]


@contextmanager
def _narrow_processor(chooser: str) -> Iterator[None]:
    """While a package is imported: no vector instruction that it asks for exists."""
    sys.modules[chooser] = _NoInstructions(chooser)
    try:
        yield
    finally:
        del sys.modules[chooser]


class _No:
    """False, as a value and as the answer of a call."""

    def __bool__(self) -> bool:
        return False

    def __call__(self) -> bool:
        return False


class _NoInstructions(ModuleType):
    """Stands for a module with one flag or function per instruction set: all are absent."""

    def __getattr__(self, name: str) -> _No:
        if name.startswith("__"):
            raise AttributeError(name)
        return _No()


def _missing(package: str, extra: str) -> BackendNotInstalledError:
    return BackendNotInstalledError(
        f'The package {package!r} is not installed; pip install "poise[{extra}]" brings it.'
    )
