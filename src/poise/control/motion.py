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
from poise.spatial import (
    ScaledAxisAngle,
    difference,
    require_pose,
    rotation_from_axis_angle,
    rotation_matrix,
)

_TURN = ScaledAxisAngle()


class Motion(ABC):
    """A target, or an actual motion, at one instant: of joints or of a pose."""

    __slots__ = ()

    velocity: ArrayLike | None
    acceleration: ArrayLike | None

    @property
    @abstractmethod
    def size(self) -> int:
        """Number of axes, k."""

    @property
    def rates(self) -> tuple[Array, Array]:
        """Velocity and acceleration, 0 where absent, shapes (k,)."""
        zero = np.zeros(self.size)
        velocity, acceleration = (
            zero if rate is None else np.asarray(rate)
            for rate in (self.velocity, self.acceleration)
        )
        return velocity, acceleration

    @abstractmethod
    def displacement_from(self, actual: Motion) -> Array:
        """What leads from an actual motion's position to this one's, shape (k,).

        Raises:
            DefinitionError: The other is of another kind.
            ShapeError: The other has another number of axes.
        """

    @abstractmethod
    def displaced(self, displacement: Array, velocity: Array, acceleration: Array) -> Motion:
        """This motion with another one on top, which moves it from where it is.

        Args:
            displacement: What leads from this position to the new one, as
                :meth:`displacement_from` says, shape (k,) [m, rad].
            velocity: Its derivative, shape (k,); for poses that of the scaled axis-angle.
            acceleration: Its second derivative, shape (k,).

        Returns:
            With exact velocity and acceleration; those absent here count as 0.
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

    def displaced(self, displacement: Array, velocity: Array, acceleration: Array) -> JointMotion:
        """Sums; see :meth:`Motion.displaced`."""
        own_velocity, own_acceleration = self.rates
        return JointMotion(
            np.asarray(self.position) + displacement,
            own_velocity + velocity,
            own_acceleration + acceleration,
        )


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

    def displaced(self, displacement: Array, velocity: Array, acceleration: Array) -> PoseMotion:
        """Shifted, and turned further about its origin; see :meth:`Motion.displaced`."""
        own_velocity, own_acceleration = self.rates
        shift, turn = displacement[:3], displacement[3:]
        rotation = rotation_from_axis_angle(turn)
        spin = _TURN.velocity(turn, velocity[3:])
        carried = rotation @ own_velocity[3:]
        angular = _TURN.acceleration(turn, velocity[3:], acceleration[3:])
        angular = angular + rotation @ own_acceleration[3:] + np.cross(spin, carried)
        return PoseMotion(
            pin.SE3(rotation @ self.pose.rotation, self.pose.translation + shift),
            np.concatenate((own_velocity[:3] + velocity[:3], spin + carried)),
            np.concatenate((own_acceleration[:3] + acceleration[:3], angular)),
        )


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
