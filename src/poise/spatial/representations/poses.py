"""Poses: a position and an orientation, or Euler YZ within the vertical plane of the position.

The velocity of a pose T_a_b is its twist [ṗ; ω], its acceleration the classical [p̈; ω̇],
both in the axes of a at the origin of b.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from math import atan2, cos, pi, sin

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array
from poise.errors import DefinitionError
from poise.spatial.pose import require_pose
from poise.spatial.representations.axis_angles import ScaledAxisAngle
from poise.spatial.representations.orientations import OrientationRepresentation
from poise.spatial.representations.positions import CartesianPosition, PositionRepresentation
from poise.spatial.representations.representation import (
    FIT_TOLERANCE,
    RANK_TOLERANCE,
    Representation,
)
from poise.spatial.representations.turns import Y, Z, turned, turning
from poise.spatial.rotation import rotation_matrix


class PoseRepresentation(Representation):
    """Numbers that describe a pose T_a_b: those of the position first."""

    def pose(self, values: ArrayLike) -> pin.SE3:
        """The pose that the values describe.

        Args:
            values: Shape (n,).

        Returns:
            T_a_b.

        Raises:
            ShapeError: Not n numbers.
            DefinitionError: Not values of this representation.
        """
        return self._pose(self._read(values))

    def values(self, pose: pin.SE3) -> Array:
        """The values of a pose; undoes :meth:`pose`.

        Args:
            pose: T_a_b.

        Returns:
            Shape (n,).

        Raises:
            DefinitionError: Not a pose, or one that this representation does not have.
        """
        require_pose("pose", pose)
        return self._values(pose) / self._units

    @abstractmethod
    def _pose(self, values: Array) -> pin.SE3: ...

    @abstractmethod
    def _values(self, pose: pin.SE3) -> Array: ...


@dataclass(frozen=True)
class PositionAndOrientation(PoseRepresentation):
    """Any representation of the position, followed by any of the orientation.

    The default is the pose's 6-vector [position; scaled axis-angle].

    Args:
        position: How the position is described.
        orientation: How the orientation is described.
    """

    position: PositionRepresentation = field(default_factory=CartesianPosition)
    orientation: OrientationRepresentation = field(default_factory=ScaledAxisAngle)

    @property
    def singularity(self) -> str:  # type: ignore[override]
        """Where its position or its orientation is singular."""
        return f"Position: {self.position.singularity} Orientation: {self.orientation.singularity}"

    @property
    def _units(self) -> Array:
        # The parts convert their own.
        return np.ones(self.position.size + self.orientation.size)

    def _split(self, values: Array) -> tuple[Array, Array]:
        return values[: self.position.size], values[self.position.size :]

    def _pose(self, values: Array) -> pin.SE3:
        place, angles = self._split(values)
        return pin.SE3(self.orientation.rotation(angles), self.position.position(place))

    def _values(self, pose: pin.SE3) -> Array:
        place = self.position.values(pose.translation)
        return np.concatenate((place, self.orientation.values(pose.rotation)))

    def _matrix(self, values: Array) -> Array:
        place, angles = self._split(values)
        return self._blocks(self.position.rate_matrix(place), self.orientation.rate_matrix(angles))

    def _matrix_rate(self, values: Array, rates: Array) -> Array:
        (place, angles), (moving, turn) = self._split(values), self._split(rates)
        return self._blocks(
            self.position.rate_matrix_derivative(place, moving),
            self.orientation.rate_matrix_derivative(angles, turn),
        )

    def constraints(self, values: Array) -> Array:
        """Those of the position, then those of the orientation."""
        place, angles = self._split(values)
        return self._blocks(self.position.constraints(place), self.orientation.constraints(angles))

    def _blocks(self, linear: Array, angular: Array) -> Array:
        rows = np.zeros((len(linear) + len(angular), self.size))
        rows[: len(linear), : self.position.size] = linear
        rows[len(linear) :, self.position.size :] = angular
        return rows


@dataclass(frozen=True)
class EulerYZPose(PoseRepresentation):
    """A position followed by β and γ: R = R_z(φ) R_y(β) R_z(γ), φ the position's azimuth.

    The poses of an arm whose wrist stays in the vertical plane through the z axis and the
    position, φ = atan2(y, x); β is read in (−π, π]. The orientation turns along with the
    position, and so do its velocity and acceleration.

    Args:
        position: How the position is described.
        degrees: β and γ are in degrees, not radians.
    """

    position: PositionRepresentation = field(default_factory=CartesianPosition)
    degrees: bool = False

    singularity = (
        "Its z axis must stay in the vertical plane through the position. On the z axis of the "
        "position that plane is free: its azimuth counts as 0 there, and no rates are defined."
    )

    @property
    def _units(self) -> Array:
        angle = pi / 180 if self.degrees else 1.0
        # The position converts its own.
        return np.append(np.ones(self.position.size), (angle, angle))

    def _pose(self, values: Array) -> pin.SE3:
        place = self.position.position(values[:-2])
        return pin.SE3(_turned(place, values)[0], place)

    def _values(self, pose: pin.SE3) -> Array:
        (xx, xy, xz), (yx, yy, yz), (_, _, zz) = rotation_matrix("pose", pose.rotation).tolist()
        azimuth = _azimuth(pose.translation)
        c, s = cos(azimuth), sin(azimuth)
        aside = c * yz - s * xz
        if abs(aside) > FIT_TOLERANCE:
            raise DefinitionError(
                "pose must have its z axis in the vertical plane through its position to have "
                f"Euler angles YZ, but z leaves it by {aside:g}."
            )
        beta = atan2(c * xz + s * yz, zz)
        gamma = atan2(c * yx - s * xx, c * yy - s * xy)
        return np.concatenate((self.position.values(pose.translation), (beta, gamma)))

    def _matrix(self, values: Array) -> Array:
        place = self.position.position(values[:-2])
        moving = self.position.rate_matrix(values[:-2])
        columns = _turned(place, values)[1]
        following = np.outer(columns[:, 0], _azimuth_gradient(place) @ moving)
        return self._rows(moving, following, columns[:, 1:])

    def _matrix_rate(self, values: Array, rates: Array) -> Array:
        place = self.position.position(values[:-2])
        moving = self.position.rate_matrix(values[:-2])
        speeding = self.position.rate_matrix_derivative(values[:-2], rates[:-2])
        velocity = moving @ rates[:-2]
        gradient = _azimuth_gradient(place)
        azimuth_rate = gradient @ velocity
        columns = _turned(place, values)[1]
        carried = turning(columns, np.append(azimuth_rate, rates[-2:]))
        bent = _azimuth_gradient_rate(place, velocity) @ moving + gradient @ speeding
        return self._rows(speeding, np.outer(columns[:, 0], bent), carried[:, 1:])

    def _rows(self, linear: Array, following: Array, angular: Array) -> Array:
        rows: Array = np.block([[linear, np.zeros((3, 2))], [following, angular]])
        return rows


def _azimuth(place: Array) -> float:
    x, y, _ = place.tolist()
    return atan2(y, x) if x or y else 0.0


def _turned(place: Array, values: Array) -> tuple[Array, Array]:
    return turned((Z, Y, Z), np.append(_azimuth(place), values[-2:]))


def _azimuth_gradient(place: Array) -> Array:
    """The derivative of atan2(y, x) in the position; shape (3,)."""
    x, y, _ = place.tolist()
    square = x * x + y * y
    if square < RANK_TOLERANCE**2:
        raise DefinitionError(
            f"values must be off the z axis for the azimuth of Euler angles YZ to move, got "
            f"position {place.tolist()}."
        )
    gradient: Array = np.array((-y, x, 0.0)) / square
    return gradient


def _azimuth_gradient_rate(place: Array, velocity: Array) -> Array:
    """The derivative of :func:`_azimuth_gradient` in time; shape (3,)."""
    square = float(place[:2] @ place[:2])
    growth = 2.0 * float(place[:2] @ velocity[:2])
    turned_velocity = np.array((-velocity[1], velocity[0], 0.0))
    rate: Array = (turned_velocity - growth * _azimuth_gradient(place)) / square
    return rate
