"""Checks of the arrays of a quadratic program; each names the argument and what is wrong with it.

They run at every construction, so the common case is one reduction per array: a sum is finite
exactly when no entry is NaN or infinite (or when it overflows, which the slow path then sorts out).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array
from poise.errors import ProblemError
from poise.qp.tolerances import SYMMETRY


def absent() -> Array:
    """An array that is left out."""
    return np.empty(0)


def finite_array(name: str, value: ArrayLike | None, dimensions: int) -> Array:
    """Copy an array with this number of dimensions whose entries are all finite.

    Raises:
        ProblemError: It has another number of dimensions, or an entry is not a finite number.
    """
    array = _numbers(name, value)
    if array.ndim != dimensions:
        raise ProblemError(f"{name} must have {dimensions} dimension(s), got shape {array.shape}.")
    if not math.isfinite(array.sum()) and not np.isfinite(array).all():
        bad = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        place = ", ".join(map(str, bad))
        raise ProblemError(f"{name} must be finite, but {name}[{place}] is {array[bad]}.")
    return array


def symmetric(H: Array, n: int) -> Array:
    """Check that H is (n, n) and symmetric but for rounding, which is averaged away.

    Raises:
        ProblemError: The shape differs, or H is not symmetric.
    """
    if H.shape != (n, n):
        raise ProblemError(f"H must have shape ({n}, {n}) to fit g of length {n}, got {H.shape}.")
    if (H == H.T).all():
        return H
    difference = np.abs(H - H.T)
    if difference.max() > SYMMETRY * np.abs(H).max():
        i, j = np.unravel_index(int(difference.argmax()), H.shape)
        raise ProblemError(
            f"H must be symmetric, but H[{i}, {j}] is {H[i, j]:g} and H[{j}, {i}] is {H[j, i]:g}."
        )
    return np.asarray(0.5 * (H + H.T))


def matrix(name: str, value: ArrayLike | None, n: int) -> Array:
    """Check a constraint matrix with n columns; an absent one has no rows.

    Raises:
        ProblemError: It does not have n columns, or an entry is not finite.
    """
    if value is None or np.size(value) == 0:
        return np.empty((0, n))
    array = finite_array(name, value, 2)
    if array.shape[1] != n:
        raise ProblemError(f"{name} must have {n} columns, one a variable, got {array.shape}.")
    return array


def right_hand_side(value: ArrayLike | None, count: int, of: str = "") -> Array:
    """Check b, one entry per row of A; ``of`` says whose they are.

    Raises:
        ProblemError: The length differs, or an entry is not finite.
    """
    array = finite_array("b" + of, () if value is None else value, 1)
    if array.shape[0] != count:
        raise ProblemError(
            f"b{of} must have {count} entries, one a row of A, got {array.shape[0]}."
        )
    return array


def limits(name: str, value: ArrayLike | None, count: int, absent: float) -> Array | float:
    """Check limits, which may be infinite on the side where that means none.

    Args:
        name: What the caller calls the argument.
        value: Shape (count,), or absent.
        count: Number of rows limited.
        absent: −inf for lower limits, +inf for upper ones.

    Raises:
        ProblemError: The length differs, or an entry is NaN or infinite on the wrong side.
    """
    if value is None or np.size(value) == 0:
        return absent
    array = _numbers(name, value)
    if array.shape != (count,):
        raise ProblemError(f"{name} must have shape ({count},), got {array.shape}.")
    usable = array < math.inf if absent < 0 else array > -math.inf
    if not usable.all():
        i = int(np.flatnonzero(~usable)[0])
        raise ProblemError(f"{name}[{i}] is {array[i]}; a limit is a number, or {absent} for none.")
    return array


def ordered(lower: Array, upper: Array, row_name: Callable[[int], str], of: str = "") -> None:
    """Check lower ≤ upper over a stack of rows.

    Raises:
        ProblemError: Some lower limit is above its upper one; the message names the row.
    """
    crossed = lower > upper
    if crossed.any():
        row = int(np.flatnonzero(crossed)[0])
        raise ProblemError(
            f"The lower limit of {row_name(row)!r}{of}, {lower[row]:g}, "
            f"is above its upper limit, {upper[row]:g}."
        )


def positive_scale(value: ArrayLike | None, count: int) -> Array:
    """Check the scale of the equalities; the default is ones.

    Raises:
        ProblemError: The length differs, or an entry is not finite and positive.
    """
    if value is None or np.size(value) == 0:
        return np.ones(count)
    array = finite_array("equality_scale", value, 1)
    if array.shape[0] != count or not (array > 0).all():
        raise ProblemError(f"equality_scale must be {count} numbers > 0, got {array.tolist()}.")
    return array


def row_names(name: str, value: tuple[str, ...], default: str, count: int) -> tuple[str, ...]:
    """Check one name per row; by default it is ``default[i]``.

    Raises:
        ProblemError: Their number differs.
    """
    if not value:
        return _default_names(default, count)
    if len(value) != count:
        raise ProblemError(f"{name} must be {count} names, got {len(value)}.")
    return tuple(value)


@lru_cache(maxsize=64)
def _default_names(prefix: str, count: int) -> tuple[str, ...]:
    return tuple(f"{prefix}[{i}]" for i in range(count))


def _numbers(name: str, value: ArrayLike | None) -> Array:
    if value is None:
        raise ProblemError(f"{name} must be given.")
    try:
        return np.array(value, dtype=np.float64, order="C")
    except (TypeError, ValueError) as error:
        raise ProblemError(f"{name} must be an array of numbers, got {value!r}.") from error
