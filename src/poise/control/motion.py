"""Where something is and how it moves: what the position laws compare."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, vector
from poise.control.checks import same_size
from poise.errors import DefinitionError, ShapeError
from poise.spatial import difference, require_pose, rotation_matrix


class Motion(ABC):
    """A target, or an actual motion, at one instant: of joints or of a pose."""

    __slots__ = ()

    velocity: ArrayLike | None
    acceleration: ArrayLike | None

    @property
    @abstractmethod
    def size(self) -> int:
        """Number of axes, k."""

    @abstractmethod
    def displacement_from(self, actual: Motion) -> Array:
        """What leads from an actual motion's position to this one's, shape (k,).

        Raises:
            DefinitionError: The other is of another kind.
            ShapeError: The other has another number of axes.
        """


@dataclass(frozen=True, slots=True, eq=False)
class JointMotion(Motion):
    """Positions, velocities and accelerations of joints, or of anything that k numbers place.

    The displacement is the plain difference q* − q. Continuous joints are not wrapped: hand
    over angles that do not jump by 2π.

    Attributes:
        position: Shape (k,) [rad, m].
        velocity: Shape (k,) [rad/s, m/s]; a target's is 0 when absent.
        acceleration: Shape (k,) [rad/s², m/s²]; a target's is 0 when absent.
    """

    position: ArrayLike
    velocity: ArrayLike | None = None
    acceleration: ArrayLike | None = None

    def __post_init__(self) -> None:
        """Check and own the arrays."""
        size = np.size(np.asarray(self.position))
        object.__setattr__(self, "position", vector("position", self.position, size))
        _own_rates(self)

    @property
    def size(self) -> int:
        """Number of joints, k."""
        return np.size(np.asarray(self.position))

    def displacement_from(self, actual: Motion) -> Array:
        """q* − q, shape (k,) [rad, m]; see :meth:`Motion.displacement_from`."""
        if not isinstance(actual, JointMotion):
            raise _other_kind(self, actual)
        if actual.size != self.size:
            raise ShapeError(
                f"the actual motion must have {self.size} joints as the target, got {actual.size}."
            )
        displacement: Array = np.asarray(self.position) - np.asarray(actual.position)
        return displacement


@dataclass(frozen=True, slots=True, eq=False)
class PoseMotion(Motion):
    """Pose, twist and acceleration of a frame, in world axes at the frame's origin.

    Attributes:
        pose: T_world_frame.
        velocity: Twist [v; ω], shape (6,) [m/s, rad/s]; a target's is 0 when absent.
        acceleration: Classical [a; α], shape (6,) [m/s², rad/s²]; a target's is 0 when absent.
    """

    pose: pin.SE3
    velocity: ArrayLike | None = None
    acceleration: ArrayLike | None = None

    def __post_init__(self) -> None:
        """Check and own the pose and the arrays."""
        require_pose("pose", self.pose)
        vector("translation of pose", self.pose.translation, 3)
        rotation_matrix("rotation of pose", self.pose.rotation)
        object.__setattr__(self, "pose", self.pose.copy())
        _own_rates(self)

    @property
    def size(self) -> int:
        """Six: position, then orientation."""
        return 6

    def displacement_from(self, actual: Motion) -> Array:
        """[p* − p; R log(Rᵀ R*)], shape (6,) [m, rad]; see :meth:`Motion.displacement_from`."""
        if not isinstance(actual, PoseMotion):
            raise _other_kind(self, actual)
        return difference(actual.pose, self.pose)


def position_error(target: Motion, actual: Motion, integral: Array) -> Array:
    """The error of a law, from what it has been handed.

    Args:
        target: Where to be.
        actual: Where it is.
        integral: The integral of the law's state, shape (k,).

    Returns:
        Shape (k,) [m, rad].

    Raises:
        DefinitionError: Not motions, or of two kinds.
        ShapeError: Target, actual and state have not the same number of axes.
    """
    if not isinstance(target, Motion):
        raise DefinitionError(f"target must be a JointMotion or PoseMotion, got {target!r}.")
    return same_size("error", target.displacement_from(actual), integral)


def _own_rates(motion: JointMotion | PoseMotion) -> None:
    for name in ("velocity", "acceleration"):
        value = getattr(motion, name)
        if value is not None:
            object.__setattr__(motion, name, vector(name, value, motion.size))


def _other_kind(target: Motion, actual: object) -> DefinitionError:
    return DefinitionError(
        f"target and actual must be of one kind, got {type(target).__name__} and "
        f"{type(actual).__name__}."
    )
