"""Differential inverse kinematics: joint velocities for a twist."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, number, vector
from poise.cartesian.chain import Chain
from poise.cartesian.ik_result import ActiveLimit
from poise.cartesian.joint_units import JointUnits, is_ready
from poise.cartesian.reference_frame import ReferenceFrame

_TWIST = (6,)  # its shape
# What the posture weighs against the twist where limits make them compete.
_FREE_WEIGHT = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class DiffIkOptions:
    """How a twist becomes joint velocities.

    Attributes:
        dt: Time that the velocities will be held for: no joint crosses a position limit in it [s].
        damping: λ, the largest damping: no unlimited joint gets faster than the twist over 2 λ
            where the chain is singular [m/rad, –].
        threshold: ε, singular values below it are damped, the more the smaller they are.
        turn: A rad/s of the twist counts as much as this many m/s [m/rad].
        joint_weights: W of the norm q̇ᵀ W q̇ that is smallest where several q̇ give the twist, one
            number per joint, > 0; 1 each when absent.
        posture: Joint positions to go to as far as the twist leaves it free, (n,) in the solver's
            units; when absent the joints that are free stay.
        posture_gain: How fast, > 0 [1/s].
    """

    dt: float = 0.01
    damping: float = 0.05
    threshold: float = 0.05
    turn: float = 0.3
    joint_weights: ArrayLike | None = None
    posture: ArrayLike | None = None
    posture_gain: float = 1.0

    def __post_init__(self) -> None:
        """Check what does not depend on the chain."""
        for name in ("dt", "damping", "threshold", "turn", "posture_gain"):
            number(name, getattr(self, name), above=0.0)


@dataclass(frozen=True, slots=True, eq=False)
class DiffIkResult:
    """Joint velocities and what they do.

    Attributes:
        qdot: Joint velocities, (n,) [rad/s, m/s, or deg/s for a solver in degrees].
        twist: The twist that they give, in the axes that it was asked for in, (6,) [m/s, rad/s].
        missed: Twist asked for minus the one given, (6,).
        damping: Largest damping used; 0 away from singularities.
        active_limits: Joints that a limit of speed or position holds back.
    """

    qdot: Array
    twist: Array
    missed: Array
    damping: float
    active_limits: tuple[ActiveLimit, ...]


class DifferentialIk:
    """Differential inverse kinematics of a chain.

    Args:
        chain: The chain.
        units: Of the caller's joint-wise arrays.
        options: How it is solved.

    Raises:
        ShapeError, DefinitionError: Weights or a posture that do not fit the chain.
    """

    def __init__(
        self, chain: Chain, units: JointUnits, options: DiffIkOptions | None = None
    ) -> None:
        self.chain = chain
        self.options = DiffIkOptions() if options is None else options
        self._units = units
        weights = np.ones(chain.size)
        if self.options.joint_weights is not None:
            weights = vector("joint_weights", self.options.joint_weights, chain.size)
            for weight in weights:
                number("a joint weight", float(weight), above=0.0)
        self._scale = 1.0 / np.sqrt(weights)
        options = self.options
        self._settings = np.array(
            [options.damping, options.threshold, _FREE_WEIGHT, options.turn, options.dt]
        )
        self._limits = np.stack((chain.lower, chain.upper, chain.velocity))
        self._nothing = np.zeros(chain.size)
        from poise.cartesian.kernels.rates import follow_twist  # brings Numba, so not before

        self._follow_twist = follow_twist
        self._posture: Array | None = None
        if self.options.posture is not None:
            self._posture = units.inside("posture", self.options.posture)

    def solve(self, q: ArrayLike, twist: ArrayLike, frame: ReferenceFrame) -> DiffIkResult:
        """The joint velocities that follow a twist best.

        Args:
            q: Joint positions, (n,).
            twist: [v; ω] of the TCP at its origin, (6,) [m/s, rad/s].
            frame: In whose axes.

        Raises:
            ShapeError, DefinitionError: A wrong size, or not finite.
        """
        positions = self._units.for_kernel("q", q)
        asked = twist if is_ready(twist, _TWIST) else vector("twist", twist, 6)
        rates, given, sides = np.empty(self.chain.size), np.empty(6), np.empty(self.chain.size)
        damping, held = self._follow_twist(
            *(self.chain.links, positions, asked, frame is ReferenceFrame.TCP),
            *(self._limits, self._preferred(positions), self._scale, self._settings),
            *(rates, given, sides),
        )
        if isnan(damping):  # the kernel met what is not finite
            self._units.inside("q", q)
            vector("twist", twist, 6)
        return DiffIkResult(
            qdot=self._units.outside(rates),
            twist=given,
            missed=asked - given,
            damping=damping,
            active_limits=self._active(sides) if held else (),
        )

    def _preferred(self, q: Array) -> Array:
        if self._posture is None:
            return self._nothing
        return self.options.posture_gain * (self._posture - q)

    def _active(self, sides: Array) -> tuple[ActiveLimit, ...]:
        names = self.chain.joint_names
        return tuple(
            ActiveLimit(names[j], "lower" if sides[j] < 0.0 else "upper")
            for j in sides.nonzero()[0]
        )
