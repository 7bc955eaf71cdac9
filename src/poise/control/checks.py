"""Checks of what control laws are made of and used on: gains, limits, sizes, choices."""

from __future__ import annotations

from enum import Enum

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, non_negative_per_axis, vector
from poise.errors import DefinitionError, ShapeError


def gain(name: str, value: ArrayLike) -> Array:
    """Check a gain: finite and ≥ 0, one number or one per axis.

    Args:
        name: What the caller calls it; used in the message.
        value: A number or shape (k,).

    Returns:
        A read-only copy: a number, or shape (k,).

    Raises:
        DefinitionError: Negative, not finite, or neither a number nor a list of them.
    """
    size = np.size(np.asarray(value))
    array = non_negative_per_axis(name, value, max(size, 1))
    return array if np.ndim(np.asarray(value)) else array[0]


def limit(name: str, value: ArrayLike | None) -> Array | None:
    """Check a largest magnitude: > 0, one number or one per axis; None is no limit.

    Raises:
        DefinitionError: Zero, negative, not finite, or neither a number nor a list of them.
    """
    if value is None:
        return None
    array = gain(name, value)
    if (array <= 0).any():
        raise DefinitionError(f"{name} must be > 0, got {array.tolist()}.")
    return array


def own_gains(law: object, *names: str) -> None:
    """Replace the named fields of a frozen law by checked copies of what they hold; see gain."""
    for name in names:
        object.__setattr__(law, name, gain(name, getattr(law, name)))


def own_limits(law: object, *names: str) -> None:
    """Likewise for largest magnitudes, where None is none; see limit."""
    for name in names:
        object.__setattr__(law, name, limit(name, getattr(law, name)))


def own_damping(law: object, kp: ArrayLike, kd: ArrayLike | None) -> None:
    """Likewise for the gains of a second-order law; kd is critical, 2 √kp, when absent.

    Raises:
        DefinitionError: As gain.
    """
    checked = gain("kp", kp)
    object.__setattr__(law, "kp", checked)
    object.__setattr__(law, "kd", 2.0 * np.sqrt(checked) if kd is None else gain("kd", kd))


def check_axes(law: object, names: tuple[str, ...], size: int, task: str | None = None) -> None:
    """Check that what a law holds per axis fits what it is used on.

    Args:
        law: The law.
        names: Its gains and limits, each absent, one number, or one per axis.
        size: Number of axes.
        task: Name of the task that the law is for, if it is for one.

    Raises:
        ShapeError: One does not fit; the message names it and the task.
    """
    for name in names:
        value = getattr(law, name)
        if value is not None and np.ndim(value) == 1 and np.size(value) != size:
            label = name if task is None else f"{name} of task '{task}'"
            raise ShapeError(
                f"{label} must be one number or {size} numbers, one per axis, got {np.size(value)}."
            )


def position_limits(lower: ArrayLike, upper: ArrayLike) -> tuple[Array, Array]:
    """Check position limits of joints.

    Args:
        lower: Shape (k,) [rad, m]; −inf where there is none.
        upper: Likewise; +inf where there is none.

    Returns:
        Read-only copies of both.

    Raises:
        ShapeError: Not one number per joint each.
        DefinitionError: NaN, or a lower limit above its upper one.
    """
    size = np.size(np.asarray(lower))
    low = vector("lower", lower, size, allow_infinite=True)
    high = vector("upper", upper, size, allow_infinite=True)
    wrong = np.flatnonzero(low > high)
    if wrong.size:
        i = int(wrong[0])
        raise DefinitionError(
            f"lower must be ≤ upper, but lower[{i}] is {low[i]:g} and upper[{i}] {high[i]:g}."
        )
    return low, high


def count(name: str, value: object) -> int:
    """Check a number of axes or samples.

    Raises:
        DefinitionError: Not an integer ≥ 1.
    """
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
        raise DefinitionError(f"{name} must be an integer ≥ 1, got {value!r}.")
    return int(value)


def member(name: str, value: object, choices: type[Enum]) -> None:
    """Check that a value is one of an enum's members.

    Raises:
        DefinitionError: It is not; the message lists them.
    """
    if not isinstance(value, choices):
        valid = ", ".join(str(choice) for choice in choices)
        raise DefinitionError(f"{name} must be one of {valid}, got {value!r}.")


def same_size(name: str, value: ArrayLike, state: Array) -> Array:
    """Check that a vector has as many axes as the law has been made for.

    Args:
        name: What the caller calls it; used in the message.
        value: Shape (k,).
        state: A vector of the law's state or definition, shape (k,).

    Returns:
        A read-only copy of the value.

    Raises:
        ShapeError: It has not.
        DefinitionError: An entry is not a finite number.
    """
    try:
        return vector(name, value, state.size)
    except ShapeError as error:
        raise ShapeError(f"{error} This law and its state are for {state.size} axes.") from error
