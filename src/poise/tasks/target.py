"""What a motion task is asked for: a value with its velocity and acceleration."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, frozen, vector
from poise.errors import DefinitionError
from poise.spatial import rotation_matrix


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """A target of a motion task at one instant.

    Attributes:
        value: What the task's quantity should be: a ``pin.SE3`` pose for a frame pose, a position
            (3,) [m] for a frame position or the centre of mass, a rotation matrix (3, 3) for a
            frame orientation, joint positions [rad, m] for a posture, y* for a rate task.
        velocity: Its velocity in world axes (joint velocities for a posture); 0 when absent
            [m/s, rad/s].
        acceleration: Its acceleration, fed forward, classical, world axes; 0 when absent
            [m/s², rad/s²].
    """

    value: pin.SE3 | Array
    velocity: Array | None = None
    acceleration: Array | None = None

    def __post_init__(self) -> None:
        """Own copies of everything: a target never changes, whatever happens to its sources."""
        for name in ("value", "velocity", "acceleration"):
            object.__setattr__(self, name, _own(getattr(self, name)))

    def moved(
        self,
        offset: ArrayLike,
        velocity: ArrayLike | None = None,
        acceleration: ArrayLike | None = None,
    ) -> Target:
        """The target shifted in the world, with the velocity and acceleration of the shift.

        Args:
            offset: Shift in world axes, shape (3,) [m].
            velocity: Linear velocity, shape (3,) [m/s]; 0 when absent.
            acceleration: Linear acceleration, shape (3,) [m/s²]; 0 when absent.

        Raises:
            DefinitionError: The target has no position (an orientation or a posture).
        """
        shift = vector("offset", offset, 3)
        rates = [
            None if rate is None else vector(name, rate, 3)
            for name, rate in (("velocity", velocity), ("acceleration", acceleration))
        ]
        if isinstance(self.value, pin.SE3):
            value = pin.SE3(self.value.rotation, self.value.translation + shift)
            rates = [None if r is None else frozen(np.concatenate((r, np.zeros(3)))) for r in rates]
            return Target(value, *rates)
        if np.shape(self.value) != (3,):
            raise DefinitionError(
                "moved() needs a target with a position, but its value has shape "
                f"{np.shape(self.value)}."
            )
        return Target(frozen(self.value + shift), *rates)

    def checked(self, task: str, value: pin.SE3 | Array, rate_size: int) -> Target:
        """This target with a checked value, its rates checked too; itself if it had that value."""
        for name in ("velocity", "acceleration"):
            rate = getattr(self, name)
            if rate is not None:
                vector(f"target {name} of task '{task}'", rate, rate_size)
        return self if value is self.value else replace(self, value=value)


def _own(value: Any) -> Any:
    """A copy that nobody else can change; what is no array is left for the task to refuse."""
    if value is None:
        return None
    if isinstance(value, (pin.SE3, Mapping)):
        return copy.copy(value)
    try:
        return frozen(np.array(value, dtype=np.float64))
    except (TypeError, ValueError):
        return value


def pose_of(task: str, target: Target) -> pin.SE3:
    """The pose that a target holds.

    Raises:
        DefinitionError: It holds something else.
    """
    if not isinstance(target.value, pin.SE3):
        raise DefinitionError(
            f"target of task '{task}' must hold a pin.SE3 pose, got {type(target.value).__name__}."
        )
    return target.value


def checked_pose(task: str, target: Target) -> Target:
    """Check the target of a pose task.

    Raises:
        DefinitionError: Its value is no ``pin.SE3``, or a rate is wrong.
    """
    pose = pose_of(task, target)
    vector(f"target position of task '{task}'", pose.translation, 3)
    rotation_matrix(f"target rotation of task '{task}'", pose.rotation)
    return target.checked(task, pose, 6)


def checked_position(task: str, target: Target) -> Target:
    """Check the target of a position task: value of shape (3,).

    Raises:
        DefinitionError: Wrong shape or not finite.
    """
    return checked_vector(task, target, 3, "a position (3,)")


def checked_vector(task: str, target: Target, size: int, meaning: str) -> Target:
    """Check a target whose value is a vector.

    Args:
        task: The task's name.
        target: The target.
        size: Number of entries of its value and its rates.
        meaning: What the value is, with its shape; used in the message.

    Raises:
        DefinitionError: Wrong shape or not finite.
    """
    if isinstance(target.value, pin.SE3):
        raise DefinitionError(f"target of task '{task}' must be {meaning}, got a pose.")
    return target.checked(task, vector(f"target of task '{task}'", target.value, size), size)


def checked_rotation(task: str, target: Target) -> Target:
    """Check the target of an orientation task: a rotation matrix.

    Raises:
        DefinitionError: Wrong shape, not finite or no rotation.
    """
    if isinstance(target.value, pin.SE3):
        raise DefinitionError(
            f"target of task '{task}' must be a rotation matrix (3, 3), got a pose; "
            "pass pose.rotation."
        )
    return target.checked(task, rotation_matrix(f"target of task '{task}'", target.value), 3)
