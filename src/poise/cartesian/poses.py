"""Poses as Cartesian solvers take them."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.cartesian.solver import Pose
from poise.errors import DefinitionError
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


def twelve_numbers(pose: pin.SE3) -> Array:
    """The rotation row by row and the translation of a pose, shape (12,)."""
    return np.concatenate((pose.rotation.ravel(), pose.translation))
