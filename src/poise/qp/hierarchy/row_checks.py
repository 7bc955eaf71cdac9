"""Checks of the rows of a hierarchy; each message names the level and the row."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, frozen
from poise.errors import ProblemError
from poise.qp import checks


def matrix(name: str, value: ArrayLike | None, of: str) -> Array:
    """Copy a matrix whose number of columns is checked later; an absent one has no rows.

    Raises:
        ProblemError: It has another number of dimensions, or an entry is not finite.
    """
    if value is None or (np.ndim(value) < 2 and np.size(value) == 0):
        return frozen(np.empty((0, 0)))
    return frozen(checks.finite_array(name + of, value, 2))


def limits(
    values: tuple[ArrayLike | None, ArrayLike | None],
    words: tuple[str, str],
    names: tuple[str, ...],
    of: str,
) -> tuple[Array, Array]:
    """Copy lower and upper limits, each absent or with one entry per name.

    Raises:
        ProblemError: A length differs, an entry is NaN or infinite on the wrong side, or a lower
            limit is above its upper one.
    """
    lower, upper = np.empty(len(names)), np.empty(len(names))
    lower[:] = checks.limits(words[0] + of, values[0], len(names), -math.inf)
    upper[:] = checks.limits(words[1] + of, values[1], len(names), math.inf)
    checks.ordered(lower, upper, names.__getitem__, of)
    return frozen(lower), frozen(upper)


def weights(word: str, value: ArrayLike, names: tuple[str, ...], of: str) -> Array:
    """Copy weights, given once for all rows or once per row.

    Raises:
        ProblemError: Their number differs, or one is not finite or negative.
    """
    array = np.asarray(value)
    given = np.full(len(names), value) if array.ndim == 0 else value
    result = checks.finite_array(word + of, given, 1)
    if result.shape[0] != len(names):
        raise ProblemError(
            f"{word}{of} must be one number or {len(names)} numbers, one a row, "
            f"got {result.shape[0]}."
        )
    if result.size and result.min() < 0.0:
        row = int(result.argmin())
        raise ProblemError(
            f"The weight of row {names[row]!r}{of} must be ≥ 0, got {result[row]:g}."
        )
    return frozen(result)
