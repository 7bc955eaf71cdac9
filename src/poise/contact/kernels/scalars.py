"""What :mod:`poise.contact.laws.elementary` means for numbers, in words that Numba compiles."""

from __future__ import annotations

import math
from typing import Any


def exp(x: float) -> float:
    """e to the power x."""
    return math.exp(x)


def tanh(x: float) -> float:
    """Hyperbolic tangent."""
    return math.tanh(x)


def log1p(x: float) -> float:
    """log(1 + x)."""
    return math.log1p(x)


def sqrt(x: float) -> float:
    """Square root."""
    return math.sqrt(x)


def where(condition: bool, a: float, b: float) -> float:
    """a where the condition holds, else b."""
    return a if condition else b


def choose(condition: bool, a: Any, b: Any) -> Any:
    """The same for tuples."""
    return a if condition else b


def constant(value: float, _like: float) -> float:
    """The value."""
    return value


def indicator(condition: bool, _like: float) -> float:
    """1 where the condition holds, else 0."""
    return 1.0 if condition else 0.0


def whole(x: float) -> int:
    """The largest integer that is not above x."""
    return math.floor(x)


def real(index: int, _like: float) -> float:
    """An integer as number."""
    return float(index)


def gather(table: Any, index: int, _like: float) -> float:
    """An entry of a table."""
    return float(table[index])
