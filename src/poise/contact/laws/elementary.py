"""Elementary functions of numbers and of arrays of any library.

The laws and the terrain are written once, entry by entry, with these functions and the operators
of arithmetic. They run on arrays of NumPy, JAX, PyTorch and every library that follows the array
API standard; Numba compiles the same lines for numbers (:mod:`poise.contact.kernels`).

Gradients stay finite because no branch that is not taken computes anything infinite.
"""

from __future__ import annotations

from typing import Any

from array_api_compat import array_namespace

Numbers = Any
"""A number or an array of numbers, of any array library."""


def namespace(*values: Numbers) -> Any:
    """The array library of the values; plain numbers fit every library."""
    return array_namespace(*(value for value in values if type(value) not in (bool, int, float)))


def exp(x: Numbers) -> Numbers:
    """e to the power x."""
    return namespace(x).exp(x)


def tanh(x: Numbers) -> Numbers:
    """Hyperbolic tangent."""
    return namespace(x).tanh(x)


def log1p(x: Numbers) -> Numbers:
    """log(1 + x)."""
    return namespace(x).log1p(x)


def sqrt(x: Numbers) -> Numbers:
    """Square root."""
    return namespace(x).sqrt(x)


def where(condition: Numbers, a: Numbers, b: Numbers) -> Numbers:
    """a where the condition holds, else b; a or b may be a plain number, not both."""
    if type(condition) is bool:
        return a if condition else b
    xp = namespace(condition)
    if type(a) in (int, float):
        a = xp.full_like(b, a)
    if type(b) in (int, float):
        b = xp.full_like(a, b)
    return xp.where(condition, a, b)


def choose(condition: Numbers, a: tuple[Numbers, ...], b: tuple[Numbers, ...]) -> Any:
    """:func:`where`, for each pair out of two tuples."""
    return tuple(where(condition, x, y) for x, y in zip(a, b, strict=True))


def constant(value: float, like: Numbers) -> Numbers:
    """A number in the shape and precision of another value."""
    return namespace(like).full_like(like, value)


def indicator(condition: Numbers, like: Numbers) -> Numbers:
    """1 where the condition holds, else 0, in the precision of another value."""
    return namespace(like).astype(condition, like.dtype)


def whole(x: Numbers) -> Numbers:
    """The largest integer that is not above x, of an integer type."""
    xp = namespace(x)
    return xp.astype(xp.floor(x), xp.int32)


def real(index: Numbers, like: Numbers) -> Numbers:
    """An integer as number in the precision of another value."""
    return namespace(like).astype(index, like.dtype)


def gather(table: Numbers, index: Numbers, like: Numbers) -> Numbers:
    """The entries of a flat table at an index, in the precision of another value."""
    xp = namespace(like)
    flat = xp.reshape(xp.asarray(index), (-1,))
    return xp.reshape(xp.take(xp.asarray(table, dtype=like.dtype), flat, axis=0), index.shape)
