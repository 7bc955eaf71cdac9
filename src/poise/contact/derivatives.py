"""Derivatives of the forces of soft ground, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from poise.arrays import Array


@dataclass(frozen=True, slots=True, eq=False)
class PointForceDerivatives:
    """Derivatives of the forces on points, world axes.

    Attributes:
        position: By the point's position, shape (..., 3, 3) [N/m]; rows are the force's components.
        velocity: By its velocity, shape (..., 3, 3) [N·s/m].
        parameters: By each parameter of the law, shape (..., 3) [N per unit].
    """

    position: Array
    velocity: Array
    parameters: Mapping[str, Array]


@dataclass(frozen=True, slots=True, eq=False)
class FootForceDerivatives:
    """A foot's force and its derivatives, world axes.

    Attributes:
        force: On the foot, shape (3,) [N].
        q: By the configuration, along Pinocchio's tangent space, shape (3, nv).
        v: By the velocity, shape (3, nv).
        parameters: By each parameter of the foot's law, shape (3,) [N per unit].
    """

    force: Array
    q: Array
    v: Array
    parameters: Mapping[str, Array]


@dataclass(frozen=True, slots=True, eq=False)
class DynamicsDerivatives:
    """Forward dynamics on soft ground and its derivatives, along Pinocchio's tangent space.

    Attributes:
        acceleration: q̈, shape (nv,).
        q: ∂q̈/∂q, shape (nv, nv).
        v: ∂q̈/∂v, shape (nv, nv).
        tau: ∂q̈/∂τ for all generalised forces, shape (nv, nv).
        drift: How a deviation of the configuration is carried along by v, shape (nv, nv).
        actuated: Number of actuated joints, the last ones.
    """

    acceleration: Array
    q: Array
    v: Array
    tau: Array
    drift: Array
    actuated: int

    @property
    def A(self) -> Array:
        """Of the linear system ẋ = A x + B u for deviations x = (δq, δv), shape (2 nv, 2 nv)."""
        return np.block([[self.drift, np.eye(len(self.q))], [self.q, self.v]])

    @property
    def B(self) -> Array:
        """Of the same, for deviations u of the joints' efforts, shape (2 nv, na)."""
        by_effort = self.tau[:, len(self.tau) - self.actuated :]
        return np.concatenate((np.zeros_like(by_effort), by_effort))
