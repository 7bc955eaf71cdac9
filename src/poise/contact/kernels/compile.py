"""Compiling the loops: the array formulas, as they stand, for numbers."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

from poise.compiling import compiler
from poise.contact.kernels import loops, pressing, robot_loops, scalars, sloping, vectors
from poise.contact.laws import elementary, friction_force, layer, normal_force, springs
from poise.contact.terrain import spline, surface

_LOOPS = (loops, robot_loops)
_FORMULAS = (
    *(layer, springs, normal_force, friction_force, spline, surface),
    *(vectors, pressing, sloping, *_LOOPS),
)


@cache
def kernel(name: str) -> Callable[..., Any]:
    """A compiled loop by its name in :mod:`~poise.contact.kernels.loops` or ``robot_loops``."""
    loop = next(getattr(module, name) for module in _LOOPS if hasattr(module, name))
    return _compiler()(loop)  # type: ignore[no-any-return]


@cache
def _compiler() -> Callable[..., Any]:
    """Numba, which has been told what the elementary functions are for numbers."""
    from numba import extending  # a third of a second

    for name, meaning in inspect.getmembers(scalars, inspect.isfunction):
        extending.overload(getattr(elementary, name), strict=False)(_always(meaning))
    for module in _FORMULAS:
        for function in vars(module).values():
            if inspect.isfunction(function) and function.__module__ == module.__name__:
                extending.register_jitable(function)
    return compiler("poise.contact.kernels", "poise.contact.laws", "poise.contact.terrain")


def _always(meaning: Callable[..., Any]) -> Callable[..., Any]:
    """What Numba asks which function to compile for arguments of some types: always this one."""

    def answer(*types: Any) -> Callable[..., Any]:
        del types
        return meaning

    return answer
