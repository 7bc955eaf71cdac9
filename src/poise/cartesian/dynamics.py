"""Dynamics of a chain's joints, the rest of the robot standing still."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, array_of_shape, vector
from poise.cartesian.chain import Chain
from poise.cartesian.reference_frame import ReferenceFrame, require_frame
from poise.errors import ShapeError
from poise.model import InverseDynamics


class ChainDynamics:
    """M q̈ + C q̇ + G = τ + Jᵀ f for the joints of a chain, in radians and metres.

    The robot's root is fixed, joints that do not belong to the chain do not move, and what hangs on
    the moving links moves with them. Rotor inertias are part of M; friction is not part of τ.
    Wrenches are those of the environment on the robot [N, N·m], linear part first.

    A segment is the link that a joint on the way moves, from the base to the tip, locked joints and
    those that mimic others included. Its frame is the joint's, which in a URDF is the link's own.

    Args:
        chain: The chain.
    """

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._dynamics = InverseDynamics(chain.robot)
        self._columns = list(chain.columns)
        self._base = chain.robot.place(chain.base)
        self._tip = chain.robot.place(chain.tip, chain.tool)

    @property
    def segments(self) -> tuple[str, ...]:
        """Name of the joint that moves each segment, from the base to the tip."""
        return tuple(self._chain.robot.pin_model.names[joint] for joint in self._chain.joint_ids)

    def inverse(
        self,
        q: ArrayLike,
        qdot: ArrayLike,
        qdotdot: ArrayLike,
        fexts: Sequence[ArrayLike] | None = None,
    ) -> Array:
        """Torques and forces of a motion.

        Args:
            q: Positions, shape (n,) [rad, m].
            qdot: Velocities, likewise.
            qdotdot: Accelerations, likewise.
            fexts: One wrench per segment, each at its frame's origin in its axes.

        Returns:
            τ, shape (n,) [N·m, N].

        Raises:
            ShapeError: A wrong size, or not one wrench per segment.
            DefinitionError: Not finite.
        """
        return self._torques(self._motion(q, qdot, qdotdot), self._forces(fexts))

    def with_tip_wrench(
        self,
        q: ArrayLike,
        qdot: ArrayLike,
        qdotdot: ArrayLike,
        ftip: ArrayLike,
        frame: ReferenceFrame,
    ) -> Array:
        """The same with a wrench on the TCP at its origin, in axes of the base or of the TCP."""
        wrench = vector("ftip", ftip, 6)
        motion = self._motion(q, qdot, qdotdot)
        if require_frame(frame) is ReferenceFrame.BASE:
            base, tip = (self._dynamics.pose(motion[0], place) for place in (self._base, self._tip))
            turn = tip.rotation.T @ base.rotation
            wrench = np.concatenate((turn @ wrench[:3], turn @ wrench[3:]))
        on_joint = self._tip.placement.act(pin.Force(np.array(wrench)))
        return self._torques(motion, {self._tip.joint: on_joint})

    def mass_matrix(self, q: ArrayLike) -> Array:
        """M, rotor inertias included, shape (n, n)."""
        configuration, *_ = self._motion(q)
        return self._dynamics.mass_matrix(configuration)[np.ix_(self._columns, self._columns)]

    def coriolis(self, q: ArrayLike, qdot: ArrayLike) -> Array:
        """C q̇: what the velocities need, shape (n,) [N·m, N]."""
        return self.inverse(q, qdot, np.zeros(self._chain.size)) - self.gravity(q)

    def gravity(self, q: ArrayLike) -> Array:
        """G: what holds the chain at rest, shape (n,) [N·m, N]."""
        still = np.zeros(self._chain.size)
        return self.inverse(q, still, still)

    def forward(
        self,
        q: ArrayLike,
        qdot: ArrayLike,
        torque: ArrayLike,
        fexts: Sequence[ArrayLike] | None = None,
    ) -> Array:
        """Accelerations under torques and forces: M⁻¹ (τ − C q̇ − G + Jᵀ f), shape (n,)."""
        rest = vector("torque", torque, self._chain.size) - self.inverse(
            q, qdot, np.zeros(self._chain.size), fexts
        )
        return np.array(np.linalg.solve(self.mass_matrix(q), rest), dtype=np.float64)

    def _motion(
        self, q: ArrayLike, qdot: ArrayLike | None = None, qdotdot: ArrayLike | None = None
    ) -> tuple[Array, Array, Array]:
        """Configuration, velocity and acceleration of the whole robot."""
        rates = []
        for name, given in (("qdot", qdot), ("qdotdot", qdotdot)):
            rate = np.zeros(self._chain.robot.nv)
            if given is not None:
                rate[self._columns] = vector(name, given, self._chain.size)
            rates.append(rate)
        return self._chain.robot_configuration(q), rates[0], rates[1]

    def _torques(
        self, motion: tuple[Array, Array, Array], forces: Mapping[int, pin.Force]
    ) -> Array:
        return np.array(self._dynamics.torques(*motion, forces)[self._columns], dtype=np.float64)

    def _forces(self, fexts: Sequence[ArrayLike] | None) -> dict[int, pin.Force]:
        if fexts is None:
            return {}
        segments = self._chain.joint_ids
        if not hasattr(fexts, "__len__") or len(fexts) != len(segments):
            count = len(fexts) if hasattr(fexts, "__len__") else repr(fexts)
            raise ShapeError(
                f"fexts must hold one wrench for each of the {len(segments)} segments "
                f"({', '.join(self.segments)}), got {count}."
            )
        return {
            joint: pin.Force(np.array(array_of_shape("a wrench of fexts", wrench, (6,))))
            for joint, wrench in zip(segments, fexts, strict=True)
        }
