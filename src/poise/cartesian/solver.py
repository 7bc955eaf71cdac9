"""What every Cartesian solver can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array
from poise.cartesian.ik_result import IkResult
from poise.cartesian.reference_frame import ReferenceFrame

if TYPE_CHECKING:
    from poise.cartesian.diff_ik import DiffIkResult

Pose: TypeAlias = "pin.SE3 | ArrayLike"
"""A ``pin.SE3``, or [position; scaled axis-angle], shape (6,) [m, rad]."""

Poses: TypeAlias = "Pose | Sequence[Pose]"
"""One pose per TCP: stacked 6-vectors, shape (6k,), or a list of poses; one alone if k is 1."""


class CartesianSolver(ABC):
    """Kinematics and dynamics of one or more tool centre points (TCPs).

    Poses are 6-vectors [position; scaled axis-angle] in the base frame, twists [v; ω] and wrenches
    [f; m] act at a TCP's origin; all linear first, in SI units. With k TCPs those of all are
    stacked in the order in which the TCPs were declared. Joint positions have one number per joint.
    """

    @property
    @abstractmethod
    def num_joints(self) -> int:
        """Number n of joints."""

    @property
    @abstractmethod
    def num_tcps(self) -> int:
        """Number k of TCPs."""

    @property
    @abstractmethod
    def lower_limits(self) -> Array:
        """Lower position limits, shape (n,); −inf where there is none."""

    @property
    @abstractmethod
    def upper_limits(self) -> Array:
        """Upper position limits, shape (n,); +inf where there is none."""

    @abstractmethod
    def append_link(self, pose: Pose) -> None:
        """Fix a link more, a tool, to the TCP.

        Args:
            pose: Of the new TCP in the one so far.
        """

    @abstractmethod
    def restore_original_chain(self) -> None:
        """Take away all links that were appended."""

    @abstractmethod
    def change_origin(self, old_object: Pose, new_old: Pose) -> Array:
        """The pose of an object seen from another origin.

        Args:
            old_object: Pose of the object in the old origin.
            new_old: Pose of the old origin in the new one.

        Returns:
            Pose of the object in the new origin, shape (6k,).
        """

    @abstractmethod
    def fwd_kin(self, q: ArrayLike) -> Array:
        """Pose of the TCP in the base.

        Args:
            q: Joint positions, shape (n,).

        Returns:
            [position; scaled axis-angle], shape (6k,).
        """

    @abstractmethod
    def pose_diff(self, lhs: Pose, rhs: Pose) -> Array:
        """The displacement from one pose to another, a twist over unit time.

        Args:
            lhs: Where it ends.
            rhs: Where it starts.

        Returns:
            [p_lhs − p_rhs; R_rhs log(R_rhsᵀ R_lhs)] in base axes, shape (6k,).
        """

    @abstractmethod
    def inv_kin(
        self, target: Pose, guess: ArrayLike, frame: ReferenceFrame = ReferenceFrame.BASE
    ) -> IkResult:
        """Joint positions that bring the TCP to a pose.

        Args:
            target: The pose: in the base; or, with ``ReferenceFrame.TCP``, in the TCP at the guess.
            guess: Where to start from, shape (n,); answers near it are preferred.
            frame: What the target is given in.
        """

    @abstractmethod
    def diff_inv_kin(
        self, q: ArrayLike, twist: ArrayLike, frame: ReferenceFrame = ReferenceFrame.BASE
    ) -> DiffIkResult:
        """Joint velocities that move the TCP with a twist.

        Args:
            q: Joint positions, shape (n,).
            twist: [v; ω] of the TCP at its origin, shape (6k,) [m/s, rad/s].
            frame: In whose axes the twist is given.
        """

    @abstractmethod
    def inv_dyn(
        self,
        q: ArrayLike,
        qdot: ArrayLike | None = None,
        qdotdot: ArrayLike | None = None,
        fexts: Sequence[ArrayLike] | None = None,
        *,
        ftip: ArrayLike | None = None,
        frame: ReferenceFrame = ReferenceFrame.BASE,
    ) -> Array:
        """Joint torques and forces of a motion: τ = M q̈ + C q̇ + G − Jᵀ f.

        With q alone, those that hold the robot against gravity.

        Args:
            q: Joint positions, shape (n,).
            qdot: Joint velocities, shape (n,); zero when absent.
            qdotdot: Joint accelerations, shape (n,); zero when absent.
            fexts: One wrench per segment, of the environment on the robot [N, N·m].
            ftip: Wrench of the environment on the robot at the TCP, shape (6k,) [N, N·m]; not
                together with ``fexts``.
            frame: In whose axes ``ftip`` is given.

        Returns:
            Shape (n,) [N·m, N].
        """
