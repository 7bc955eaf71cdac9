"""Give way to a measured force by moving the target."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import expm

from poise.arrays import Array, frozen, number, vector
from poise.control.checks import count, same_size
from poise.control.motion import Motion
from poise.control.target_impedance import TargetImpedance
from poise.errors import DefinitionError


@dataclass(frozen=True, slots=True, eq=False)
class AdmittanceState:
    """Where an admittance law has moved the target to.

    Attributes:
        displacement: x_c − x*, shape (k,) [m, rad].
        velocity: Its derivative, shape (k,) [m/s, rad/s].
    """

    displacement: Array
    velocity: Array

    def __post_init__(self) -> None:
        """Check and own both."""
        size = np.size(np.asarray(self.displacement))
        displacement = vector("displacement", self.displacement, size)
        object.__setattr__(self, "displacement", displacement)
        object.__setattr__(self, "velocity", same_size("velocity", self.velocity, displacement))


@dataclass(frozen=True, slots=True, eq=False)
class AdmittanceLaw(TargetImpedance):
    """M ẍ~ + D ẋ~ + K x~ = f − f* with x~ = x_c − x*: a target x_c that gives way to a force.

    For robots that follow a position well and feel a force: measured f and wanted f* are what
    the environment exerts on the robot, in the same axes; for poses wrenches [f; m] in world
    axes at the frame's origin, and the angular part of x~ is a scaled axis-angle. A constant
    force moves the target by (f − f*)/K; with K = 0 it moves on until f = f*, and a drifting
    sensor takes it anywhere.

    Each step is exact for a force that stays as measured until the next one, whatever dt:
    on its own, the law is stable where M, K, D > 0, and x~ never gains more energy than the
    force has done work. In contact the measured force is old by up to dt, which is as bad as
    a negative damping of about k dt/2 at a contact stiffness k: give D more than that.
    Source: Keemink, van der Kooij, Stienen, Admittance control for physical human–robot
    interaction, IJRR 37(11), 2018.

    Attributes:
        mass: M, one number or one per axis, > 0 [kg, kg·m²].
        stiffness: K, likewise, ≥ 0 [N/m, N·m/rad].
        damping: D, likewise, ≥ 0 [N·s/m, N·m·s/rad]; critical, 2 √(K M), when absent.
    """

    def init(self, size: int) -> AdmittanceState:
        """The state before the first step, on the target at rest; also what resets the law.

        Args:
            size: Number of axes: of joints, or 6 for a pose.

        Raises:
            DefinitionError: size is no integer ≥ 1.
            ShapeError: A parameter is given for another number of axes.
        """
        self.per_axis(count("size", size))
        return AdmittanceState(np.zeros(size), np.zeros(size))

    def step(
        self,
        state: AdmittanceState,
        target: Motion,
        measured: ArrayLike,
        dt: float,
        wanted: ArrayLike | None = None,
    ) -> tuple[Motion, AdmittanceState]:
        """Move the target on by dt.

        Args:
            state: From :meth:`init` or the step before.
            target: x* at the end of the step.
            measured: f on the robot, shape (k,) [N, N·m].
            dt: Length of the step, > 0 [s].
            wanted: f* on the robot, shape (k,) [N, N·m]; 0 when absent.

        Returns:
            x_c at the end of the step, a motion like the target, with velocity and
            acceleration, and the next state.

        Raises:
            ShapeError: Target, forces, state and law have not the same number of axes.
            DefinitionError: No motion, not finite, or dt ≤ 0.
        """
        if not isinstance(target, Motion):
            raise DefinitionError(f"target must be a JointMotion or PoseMotion, got {target!r}.")
        same_size("target", np.zeros(target.size), state.displacement)
        force = same_size("measured", measured, state.displacement)
        if wanted is not None:
            force = force - same_size("wanted", wanted, state.displacement)
        size = state.displacement.size
        transition = _transition(self, size, number("dt", dt, above=0.0))
        mass, stiffness, damping = self.per_axis(size)
        before = np.stack((state.displacement, state.velocity, force / mass), axis=1)
        moved, velocity = (transition @ before[:, :, np.newaxis])[:, :2, 0].T
        acceleration = (force - damping * velocity - stiffness * moved) / mass
        return target.displaced(moved, velocity, acceleration), AdmittanceState(moved, velocity)


@functools.lru_cache(maxsize=64)
def _transition(law: AdmittanceLaw, size: int, dt: float) -> Array:
    """What takes [x~, ẋ~, f/M] to the end of a step, axis by axis, shape (size, 3, 3).

    Source: Van Loan, Computing integrals involving the matrix exponential, IEEE TAC 23(3), 1978.
    """
    mass, stiffness, damping = law.per_axis(size)
    rates = np.zeros((size, 3, 3))
    rates[:, 0, 1] = 1.0
    rates[:, 1] = np.stack((-stiffness / mass, -damping / mass, np.ones(size)), axis=1)
    return frozen(expm(rates * dt))
