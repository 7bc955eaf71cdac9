"""What all representations share: velocities and accelerations, both ways, from one matrix.

The velocity of what is represented is linear in the rates of the values, velocity = B(values)
rates, and so acceleration = B second_rates + Ḃ rates. A representation gives B and Ḃ; the
maps both ways follow from them here, once for all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, vector
from poise.errors import DefinitionError

RANK_TOLERANCE = 1e-12
"""Directions in which unit rates move less than this are singular: no digits are left there."""

FIT_TOLERANCE = 1e-6
"""Relative misfit up to which a motion counts as one that the representation can express."""


class Representation(ABC):
    """Numbers that describe a position, an orientation or a pose.

    ``values``, ``rates`` and ``second_rates`` are in the representation's own units (degrees,
    degrees per second, … for its angles with ``degrees=True``); velocities and accelerations
    are always SI, in the axes in which the position or orientation is given.
    """

    singularity: ClassVar[str]
    """Where the values are not unique, what is answered there, and which motions they lack."""

    @property
    def size(self) -> int:
        """How many values there are."""
        return len(self._units)

    def rate_matrix(self, values: ArrayLike) -> Array:
        """The matrix B with velocity = B rates.

        Args:
            values: Shape (n,).

        Returns:
            Shape (m, n), m = 3 for positions and orientations and 6 for poses.

        Raises:
            ShapeError: Not n numbers.
            DefinitionError: Not values of this representation.
        """
        return self._matrix(self._read(values)) * self._units

    def rate_matrix_derivative(self, values: ArrayLike, rates: ArrayLike) -> Array:
        """The derivative of :meth:`rate_matrix` in time, while the values change at ``rates``.

        Args:
            values: Shape (n,).
            rates: Shape (n,).

        Returns:
            Shape (m, n).

        Raises:
            ShapeError: Not n numbers each.
            DefinitionError: Not values, or rates that no values can have.
        """
        position = self._read(values)
        return self._matrix_rate(position, self._read_rates(position, rates)) * self._units

    def velocity(self, values: ArrayLike, rates: ArrayLike) -> Array:
        """The velocity when the values change at ``rates``.

        Args:
            values: Shape (n,).
            rates: Shape (n,).

        Returns:
            v [m/s] of a position, ω [rad/s] of an orientation, shape (3,), or the twist [v; ω]
            of a pose at its origin, shape (6,).

        Raises:
            ShapeError: Not n numbers each.
            DefinitionError: Not values, or rates that no values can have.
        """
        position = self._read(values)
        return self._matrix(position) @ self._read_rates(position, rates)

    def rates(self, values: ArrayLike, velocity: ArrayLike) -> Array:
        """The rates of the values at a velocity; undoes :meth:`velocity`.

        At a singularity, the smallest rates of those that give the velocity.

        Args:
            values: Shape (n,).
            velocity: As :meth:`velocity` returns it.

        Returns:
            Shape (n,).

        Raises:
            ShapeError: An argument has the wrong size.
            DefinitionError: Not values, or no rates give this velocity.
        """
        position = self._read(values)
        matrix = self._matrix(position)
        wanted = vector("velocity", velocity, len(matrix))
        free = np.zeros(len(self.constraints(position)))
        return self._solve("velocity", position, wanted, np.zeros(len(matrix)), free) / self._units

    def acceleration(self, values: ArrayLike, rates: ArrayLike, second_rates: ArrayLike) -> Array:
        """The derivative of the velocity: B second_rates + Ḃ rates.

        Args:
            values: Shape (n,).
            rates: Shape (n,).
            second_rates: Shape (n,), the derivatives of the rates.

        Returns:
            p̈ of a position, ω̇ of an orientation, shape (3,), or [p̈; ω̇] of a pose, shape
            (6,): a classical acceleration.

        Raises:
            ShapeError: Not n numbers each.
            DefinitionError: Not values, or rates that no values can have.
        """
        position = self._read(values)
        first = self._read_rates(position, rates)
        second = vector("second_rates", second_rates, self.size) * self._units
        self._require_kept(
            "second_rates", second, self.constraints(position) @ second + self._bend(first)
        )
        return self._matrix(position) @ second + self._matrix_rate(position, first) @ first

    def second_rates(self, values: ArrayLike, rates: ArrayLike, acceleration: ArrayLike) -> Array:
        """The derivatives of the rates at an acceleration; undoes :meth:`acceleration`.

        At a singularity, the smallest of those that give the acceleration.

        Args:
            values: Shape (n,).
            rates: Shape (n,).
            acceleration: As :meth:`acceleration` returns it.

        Returns:
            Shape (n,).

        Raises:
            ShapeError: An argument has the wrong size.
            DefinitionError: Not values, or nothing gives this acceleration.
        """
        position = self._read(values)
        first = self._read_rates(position, rates)
        bias = self._matrix_rate(position, first) @ first
        wanted = vector("acceleration", acceleration, len(bias))
        bend = self._bend(first)
        return self._solve("acceleration", position, wanted, bias, bend) / self._units

    def constraints(self, values: Array) -> Array:
        """The matrix C, linear in the values, with C rates = 0: a unit vector stays one.

        Args:
            values: Shape (n,).

        Returns:
            Shape (k, n); no rows where all rates are possible.
        """
        return np.zeros((0, self.size))

    @property
    @abstractmethod
    def _units(self) -> Array:
        """SI units per unit of each value, shape (n,): π/180 for angles in degrees, else 1."""

    @abstractmethod
    def _matrix(self, values: Array) -> Array:
        """B in SI units."""

    @abstractmethod
    def _matrix_rate(self, values: Array, rates: Array) -> Array:
        """Ḃ in SI units."""

    def _admit(self, values: Array) -> Array:
        """Refuse what are no values; return those meant, in SI units."""
        return values

    def _read(self, values: ArrayLike) -> Array:
        return self._admit(vector("values", values, self.size) * self._units)

    def _read_rates(self, values: Array, rates: ArrayLike) -> Array:
        first = vector("rates", rates, self.size) * self._units
        self._require_kept("rates", first, self.constraints(values) @ first)
        return first

    def _bend(self, rates: Array) -> Array:
        # C is linear in the values, so its derivative is C of the rates.
        return self.constraints(rates) @ rates

    def _require_kept(self, name: str, given: Array, change: Array) -> None:
        if np.abs(change).max(initial=0.0) > FIT_TOLERANCE * max(1.0, float(np.abs(given).max())):
            raise DefinitionError(
                f"{name} must keep the length of {type(self).__name__}'s unit vector at 1, "
                f"got {(given / self._units).tolist()}."
            )

    def _solve(self, name: str, values: Array, wanted: Array, bias: Array, bend: Array) -> Array:
        matrix = np.vstack((self._matrix(values), self.constraints(values)))
        target = np.concatenate((wanted - bias, -bend))
        # Columns of length 1 make the rank independent of metres against radians.
        lengths = np.linalg.norm(matrix, axis=0)
        lengths[lengths < RANK_TOLERANCE] = 1.0
        scaled = np.linalg.lstsq(matrix / lengths, target, rcond=RANK_TOLERANCE)[0]
        solution: Array = scaled / lengths
        misfit = float(np.linalg.norm(matrix @ solution - target))
        if misfit > FIT_TOLERANCE * sum(np.linalg.norm(part) for part in (wanted, bias, bend)):
            raise DefinitionError(
                f"{name} {wanted.tolist()} cannot be expressed by {type(self).__name__} at "
                f"{(values / self._units).tolist()}. {self.singularity}"
            )
        return solution
