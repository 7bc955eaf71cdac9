"""Compiled loops: Numba, with its results kept in the user's cache folder.

A package of kernels says ``compiled = compiler(__name__)`` once and decorates its functions. What
was compiled lies below the user's cache folder, under a fingerprint of all sources of the package:
an installation that cannot be written to works, and no change of any source is missed (Numba itself
looks only at the file of the function that is called).

With ``NUMBA_DISABLE_JIT=1`` in the environment the functions run as they stand, for debugging.
"""

from __future__ import annotations

import hashlib
import importlib.util
import logging
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

_log = logging.getLogger(__name__)

Function = TypeVar("Function", bound=Callable[..., Any])


def cache_folder() -> Path:
    """Where compiled kernels are kept: ``NUMBA_CACHE_DIR``, else ``poise`` in the user's cache."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "poise"


def compiler(package: str, *others: str) -> Callable[[Function], Function]:
    """A decorator that compiles functions of a package on their first call.

    Args:
        package: The package's name; all its modules are part of the fingerprint.
        *others: Further packages whose functions the compiled ones call.
    """
    import numba  # a third of a second, which only those pay who run a kernel

    folder = cache_folder() / f"{package}-{_fingerprint((package, *others), numba.__version__)}"
    if not numba.config.DISABLE_JIT and not any(folder.rglob("*.nbi")):
        _announce(package)
    njit: Any = partial(numba.njit, nogil=True, error_model="numpy")

    def compiled(function: Function) -> Function:
        # Numba decides where to keep a function when it is decorated.
        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)
        try:
            return njit(cache=True)(function)  # type: ignore[no-any-return]
        except RuntimeError:  # nowhere to write: compiled anew in every session
            return njit()(function)  # type: ignore[no-any-return]
        finally:
            numba.config.CACHE_DIR = before

    return compiled


def _announce(package: str) -> None:
    """Say that compiling will take a while: in the log, or on stderr where nobody listens to it."""
    text = f"compiling {package}, once on this machine; 'poise warmup' does it beforehand."
    listening = [*logging.getLogger().handlers, *logging.getLogger("poise").handlers]
    if any(not isinstance(handler, logging.NullHandler) for handler in listening):
        _log.warning(text)
    else:
        sys.stderr.write(f"poise: {text}\n")


def _fingerprint(packages: Sequence[str], version: str) -> str:
    """Of all sources of some packages, and of the compiler."""
    digest = hashlib.sha256(version.encode())
    for package in packages:
        found = importlib.util.find_spec(package)
        folders = () if found is None else found.submodule_search_locations or ()
        for path in sorted(path for folder in folders for path in Path(folder).glob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
