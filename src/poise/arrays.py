"""Array types and the checks made wherever arrays enter the library.

Each check names the argument, what it was and what would be right, and returns a fresh
read-only ``float64`` array, so that no caller's array is ever changed or aliased.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from poise.errors import DefinitionError, ShapeError

Array: TypeAlias = NDArray[np.float64]


def frozen(array: Array) -> Array:
    """Return the array itself, set read-only."""
    array.setflags(write=False)
    return array


def _as_float(name: str, value: ArrayLike) -> Array:
    try:
        known = isinstance(value, np.ndarray) and value.dtype.kind == "f"
        # Numpy would read the text "1" as a number.
        if not known and np.asarray(value).dtype.kind in "US":
            raise DefinitionError(f"{name} must be an array of numbers, got {value!r}.")
        return np.array(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DefinitionError(f"{name} must be an array of numbers, got {value!r}.") from error


def _finite(name: str, array: Array) -> Array:
    if not np.isfinite(array).all():
        bad = np.argwhere(~np.isfinite(array))[0]
        index = ", ".join(str(i) for i in bad)
        raise DefinitionError(f"{name} must be finite, but {name}[{index}] is {array[tuple(bad)]}.")
    return frozen(array)


def array_of_shape(
    name: str, value: ArrayLike, shape: tuple[int, ...], *, allow_infinite: bool = False
) -> Array:
    """Check and copy an array of exactly this shape.

    Args:
        name: What the caller calls the argument; used in the message.
        value: Anything numpy can turn into numbers.
        shape: The shape required.
        allow_infinite: Accept ±inf (never NaN), as limits need.

    Raises:
        ShapeError: The shape differs.
        DefinitionError: An entry is not a number, NaN, or infinite where it must not be.
    """
    array = _as_float(name, value)
    if array.shape != shape:
        raise ShapeError(f"{name} must have shape {shape}, got {array.shape}.")
    if allow_infinite:
        if np.isnan(array).any():
            raise DefinitionError(f"{name} must not hold NaN, got {array}.")
        return frozen(array)
    return _finite(name, array)


def vector(name: str, value: ArrayLike, size: int, *, allow_infinite: bool = False) -> Array:
    """Check and copy a vector with ``size`` entries; see :func:`array_of_shape`."""
    return array_of_shape(name, value, (size,), allow_infinite=allow_infinite)


def per_axis(name: str, value: ArrayLike, size: int) -> Array:
    """Check a value given once for all axes or once per axis; returns shape (size,)."""
    array = _as_float(name, value)
    if array.ndim == 0:
        array = np.full(size, float(array))
    if array.shape != (size,):
        raise ShapeError(f"{name} must be one number or {size} numbers, got shape {array.shape}.")
    return _finite(name, array)


def direction(name: str, value: ArrayLike) -> Array:
    """Check a direction, shape (3,), and give it the length 1.

    Raises:
        ShapeError: Not three entries.
        DefinitionError: Not finite, or zero.
    """
    checked = vector(name, value, 3)
    if not checked.any():
        raise DefinitionError(f"{name} must not be zero: it is a direction.")
    scaled = checked / np.abs(checked).max()  # so that no square is too large or small
    return frozen(scaled / np.linalg.norm(scaled))


def non_negative_per_axis(name: str, value: ArrayLike, size: int) -> Array:
    """Like :func:`per_axis`, refusing negative entries."""
    array = per_axis(name, value, size)
    if (array < 0).any():
        raise DefinitionError(f"{name} must be ≥ 0 on every axis, got {array.tolist()}.")
    return array


def number(
    name: str,
    value: float,
    *,
    minimum: float = -np.inf,
    above: float = -np.inf,
    maximum: float = np.inf,
    allow_infinite: bool = False,
) -> float:
    """Check a number: ``minimum ≤ value ≤ maximum`` and ``value > above``.

    Raises:
        DefinitionError: Not a number, NaN, infinite where it must not be, or out of range.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise DefinitionError(f"{name} must be a number, got {value!r}.")
    result = float(value)
    if np.isnan(result) or (np.isinf(result) and not allow_infinite):
        raise DefinitionError(f"{name} must be a finite number, got {result}.")
    if result < minimum:
        raise DefinitionError(f"{name} must be ≥ {minimum:g}, got {result:g}.")
    if result <= above and above > -np.inf:  # −inf is no bound, not even for itself
        raise DefinitionError(f"{name} must be > {above:g}, got {result:g}.")
    if result > maximum:
        raise DefinitionError(f"{name} must be ≤ {maximum:g}, got {result:g}.")
    return result


def non_empty_name(name: str, value: object) -> str:
    """Check that a name is a non-empty string.

    Raises:
        DefinitionError: It is not.
    """
    if not isinstance(value, str) or not value:
        raise DefinitionError(f"{name} must be a non-empty string, got {value!r}.")
    return value


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """A sentence with the closest of the valid names, or with all of them when they are few."""
    valid = sorted(set(candidates))
    close = difflib.get_close_matches(name, valid, n=5, cutoff=0.5)
    if not close:
        lowered = name.lower()
        close = [candidate for candidate in valid if lowered in candidate.lower()][:5]
    if close:
        return f"Did you mean {', '.join(repr(match) for match in close)}?"
    if len(valid) <= 12:
        return f"Valid names: {', '.join(valid) or 'none'}."
    return f"There are {len(valid)} valid names, the first: {', '.join(valid[:8])}, …"
