"""Poses as Cartesian solvers take them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pinocchio as pin

from poise.arrays import Array, vector
from poise.cartesian.solver import Pose, Poses
from poise.errors import DefinitionError, ShapeError
from poise.spatial import pose_from_vector


def pose_of(name: str, value: Pose) -> pin.SE3:
    """A pose, from itself or from [position; scaled axis-angle].

    Args:
        name: What the caller calls the argument; used in the message.
        value: A ``pin.SE3``, or shape (6,).

    Raises:
        ShapeError: Not six numbers.
        DefinitionError: Not finite.
    """
    if isinstance(value, pin.SE3):
        if not (np.isfinite(value.translation).all() and np.isfinite(value.rotation).all()):
            raise DefinitionError(f"{name} must be finite, got {value}.")
        return value
    try:
        return pose_from_vector(value)
    except DefinitionError as error:
        text = str(error).replace("pose_vector", name)
        raise type(error)(f"{text} Poses are pin.SE3 or [position; axis-angle].") from None


def poses_of(name: str, value: Poses, count: int) -> list[pin.SE3]:
    """One pose per TCP, from stacked 6-vectors or a list of poses.

    Args:
        name: What the caller calls the argument; used in the message.
        value: Shape (6k,), or k poses; one alone where k is 1.
        count: k.

    Raises:
        ShapeError: Not as many.
        DefinitionError: Not finite.
    """
    if isinstance(value, pin.SE3):
        value = [value]
    if isinstance(value, Sequence) and any(isinstance(item, pin.SE3) for item in value):
        if len(value) != count:
            raise ShapeError(f"{name} must hold {count} poses, one per TCP, got {len(value)}.")
        return [pose_of(f"{name}[{k}]", item) for k, item in enumerate(value)]
    stacked = vector(name, np.ravel(np.asarray(value, dtype=np.float64)), 6 * count)
    return [pose_of(name, part) for part in stacked.reshape(count, 6)]


def twelve_numbers(pose: pin.SE3) -> Array:
    """The rotation row by row and the translation of a pose, shape (12,)."""
    return np.concatenate((pose.rotation.ravel(), pose.translation))
