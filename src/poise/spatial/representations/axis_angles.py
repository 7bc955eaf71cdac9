"""Orientations as an axis and an angle: four numbers, or three with the axis scaled."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, factorial, pi, sin

import numpy as np
import pinocchio as pin
from numpy.polynomial.polynomial import polyval

from poise.arrays import Array
from poise.errors import DefinitionError
from poise.spatial.orientation import axis_angle_from_rotation, rotation_from_axis_angle
from poise.spatial.representations.orientations import OrientationRepresentation
from poise.spatial.rotation import UNIT_TOLERANCE


@dataclass(frozen=True)
class ScaledAxisAngle(OrientationRepresentation):
    """The axis times the angle, as in a pose's 6-vector; the angle read is in [0, π].

    Args:
        degrees: The length is in degrees, not radians.
    """

    degrees: bool = False

    singularity = (
        "It is regular for angles below one turn; at half a turn, where both directions of the "
        "axis are right, the first non-zero entry is read as positive. At a full turn it can "
        "only move about its axis."
    )

    @property
    def _units(self) -> Array:
        """All angles."""
        return np.full(3, pi / 180 if self.degrees else 1.0)

    def _rotation(self, values: Array) -> Array:
        return rotation_from_axis_angle(values)

    def _values(self, rotation: Array) -> Array:
        return axis_angle_from_rotation(rotation)

    def _matrix(self, values: Array) -> Array:
        # d exp(v) exp(v)⁻¹ = (I + a [v] + b [v]²) dv.
        a, b, _, _ = _coefficients(float(np.linalg.norm(values)))
        cross = pin.skew(values)
        matrix: Array = np.eye(3) + a * cross + b * cross @ cross
        return matrix

    def _matrix_rate(self, values: Array, rates: Array) -> Array:
        a, b, da, db = _coefficients(float(np.linalg.norm(values)))
        cross, turn = pin.skew(values), pin.skew(rates)
        growth = float(values @ rates)  # θ θ̇
        derivative: Array = (
            growth * (da * cross + db * cross @ cross)
            + a * turn
            + b * (turn @ cross + cross @ turn)
        )
        return derivative


@dataclass(frozen=True)
class AxisAngle(OrientationRepresentation):
    """A unit axis (3) and the angle about it (1); the angle read is in [0, π].

    Args:
        degrees: The angle is in degrees, not radians.
    """

    degrees: bool = False

    singularity = (
        "At angle 0 the axis is free and read as z; there it can only move about the axis it "
        "has. At half a turn the first non-zero entry of the axis is read as positive."
    )

    @property
    def _units(self) -> Array:
        """Three plain numbers and an angle."""
        return np.array((1.0, 1.0, 1.0, pi / 180 if self.degrees else 1.0))

    def _admit(self, values: Array) -> Array:
        length = float(np.linalg.norm(values[:3]))
        if abs(length - 1.0) > UNIT_TOLERANCE:
            raise DefinitionError(
                f"values must have an axis of length 1, got {values[:3].tolist()} of length "
                f"{length:g}."
            )
        return np.append(values[:3] / length, values[3])

    def _rotation(self, values: Array) -> Array:
        return rotation_from_axis_angle(values[3] * values[:3])

    def _values(self, rotation: Array) -> Array:
        scaled = axis_angle_from_rotation(rotation)
        angle = float(np.hypot.reduce(scaled))
        return np.append(scaled / angle if angle else (0.0, 0.0, 1.0), angle)

    def _matrix(self, values: Array) -> Array:
        axis, angle = values[:3], float(values[3])
        # 1 − cos as 2 sin², which keeps small angles exact.
        tilting = sin(angle) * np.eye(3) + 2 * sin(angle / 2) ** 2 * pin.skew(axis)
        return np.column_stack((tilting, axis))

    def _matrix_rate(self, values: Array, rates: Array) -> Array:
        axis, angle = values[:3], float(values[3])
        axis_rate, turn = rates[:3], float(rates[3])
        tilting = (
            turn * cos(angle) * np.eye(3)
            + turn * sin(angle) * pin.skew(axis)
            + 2 * sin(angle / 2) ** 2 * pin.skew(axis_rate)
        )
        return np.column_stack((tilting, axis_rate))

    def constraints(self, values: Array) -> Array:
        """The axis keeps its length."""
        return np.append(values[:3], 0.0)[np.newaxis]


# Powers of θ² in a = (1 − cos θ)/θ², b = (θ − sin θ)/θ³, a′/θ and b′/θ; ten terms hold all
# digits up to θ = 1, above which the closed forms do.
_A = [(-1) ** k / factorial(2 * k + 2) for k in range(10)]
_B = [(-1) ** k / factorial(2 * k + 3) for k in range(10)]
_DA = [2 * k * _A[k] for k in range(1, 10)]
_DB = [2 * k * _B[k] for k in range(1, 10)]


def _coefficients(angle: float) -> tuple[float, float, float, float]:
    square = angle * angle
    if angle < 1.0:
        a, b, da, db = (float(polyval(square, series)) for series in (_A, _B, _DA, _DB))
        return a, b, da, db
    a = (1.0 - cos(angle)) / square
    b = (angle - sin(angle)) / (square * angle)
    return a, b, (sin(angle) / angle - 2.0 * a) / square, (a - 3.0 * b) / square
