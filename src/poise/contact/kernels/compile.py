"""Compiling the loops: the array formulas, as they stand, for numbers."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from poise.contact.kernels import loops, pressing, robot_loops, scalars, sloping, vectors
from poise.contact.laws import (
    elementary,
    friction_force,
    layer,
    normal_force,
    springs,
)
from poise.contact.terrain import spline, surface

_LOOPS = (loops, robot_loops)
_FORMULAS = (
    *(layer, springs, normal_force, friction_force, spline, surface),
    *(vectors, pressing, sloping, *_LOOPS),
)


@cache
def kernel(name: str) -> Callable[..., Any]:
    """A compiled loop by its name in the modules of this package."""
    import numba  # a third of a second

    _teach_numba()
    maker = next(getattr(module, name) for module in _LOOPS if hasattr(module, name))
    compiled: Any = numba.njit(cache=True, error_model="numpy")
    return compiled(maker(_fingerprint()))  # type: ignore[no-any-return]


@cache
def _teach_numba() -> None:
    """Tell Numba what the elementary functions are for numbers, and which formulas it may use."""
    from numba import extending

    for name, meaning in inspect.getmembers(scalars, inspect.isfunction):
        extending.overload(getattr(elementary, name), strict=False)(_always(meaning))
    for module in _FORMULAS:
        for function in vars(module).values():
            if inspect.isfunction(function) and function.__module__ == module.__name__:
                extending.register_jitable(function)


@cache
def _fingerprint() -> str:
    """Of the formulas: Numba's cache on disk looks at the file of the loop only."""
    modules = (scalars, *_FORMULAS)
    sources = [Path(module.__file__).read_bytes() for module in modules if module.__file__]
    return hashlib.sha256(b"".join([*sources, Path(__file__).read_bytes()])).hexdigest()


def _always(meaning: Callable[..., Any]) -> Callable[..., Any]:
    """What Numba asks which function to compile for arguments of some types: always this one."""

    def answer(*types: Any) -> Callable[..., Any]:
        del types
        return meaning

    return answer
