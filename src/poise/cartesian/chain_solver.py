"""Kinematics and dynamics of a serial chain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import isfinite
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array
from poise.cartesian.chain import Chain, extract_chain
from poise.cartesian.cores import share_out
from poise.cartesian.ik_options import IkOptions, IkRequest
from poise.cartesian.ik_result import IkResult
from poise.cartesian.joint_units import JointUnits
from poise.cartesian.poses import pose_of
from poise.cartesian.reference_frame import ReferenceFrame, require_frame
from poise.cartesian.solver import CartesianSolver, Pose
from poise.cartesian.target_parts import WHOLE, TargetParts
from poise.errors import DefinitionError
from poise.model import RobotModel
from poise.spatial import change_origin, difference, vector_from_pose

if TYPE_CHECKING:
    from poise.cartesian.chain_ik import ChainIk
    from poise.cartesian.diff_ik import DifferentialIk, DiffIkResult
    from poise.cartesian.dynamics import ChainDynamics


class ChainSolver(CartesianSolver):
    """Solver for the joints between two frames of a robot, which may be of any kind; one TCP.

    Limits are those of the robot, and always respected.

    Args:
        robot: The robot.
        base: Name of the frame that poses are given in.
        tip: Name of the frame that is the TCP.
        locked_joints: Joints that do not move, with their positions [rad, m].
        options: Tolerances and effort of the inverse kinematics.
        degrees: Whether joints that turn are in degrees (and deg/s, deg/s²), in and out.

    Raises:
        FrameNotFoundError, JointNotFoundError: No such frame or joint in the robot.
        DefinitionError: A joint on the way has several degrees of freedom.
    """

    def __init__(
        self,
        robot: RobotModel,
        base: str,
        tip: str,
        *,
        locked_joints: Mapping[str, float] | None = None,
        degrees: bool = False,
        options: IkOptions | None = None,
    ) -> None:
        self._original = extract_chain(robot, base, tip, locked_joints)
        self.chain = self._original
        self.units = JointUnits(self.chain.turns, degrees)
        self.options = IkOptions() if options is None else options

    def __repr__(self) -> str:
        """Robot, frames and size."""
        chain = self.chain
        return f"ChainSolver({chain.robot.name!r}, {chain.base!r} → {chain.tip!r})"

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of the joints, from the base to the tip."""
        return self.chain.joint_names

    @property
    def num_joints(self) -> int:
        """Number n of joints."""
        return self.chain.size

    @property
    def num_tcps(self) -> int:
        """One."""
        return 1

    @property
    def lower_limits(self) -> Array:
        """Lower position limits, shape (n,); −inf where there is none."""
        return self.units.outside(self.chain.lower)

    @property
    def upper_limits(self) -> Array:
        """Upper position limits, shape (n,); +inf where there is none."""
        return self.units.outside(self.chain.upper)

    def append_link(self, pose: Pose) -> None:
        """Fix a link more, a tool, to the TCP; see :meth:`CartesianSolver.append_link`."""
        self._use(self.chain.with_tool(pose_of("pose", pose)))

    def restore_original_chain(self) -> None:
        """Take away all links that were appended."""
        self._use(self._original)

    def _use(self, chain: Chain) -> None:
        self.chain = chain
        for name in ("dynamics", "differential", "inverse"):
            self.__dict__.pop(name, None)

    def change_origin(self, old_object: Pose, new_old: Pose) -> Array:
        """The pose of an object seen from another origin; see the base class."""
        moved = change_origin(pose_of("old_object", old_object), pose_of("new_old", new_old))
        return vector_from_pose(moved)

    def pose_diff(self, lhs: Pose, rhs: Pose) -> Array:
        """The displacement that takes ``rhs`` to ``lhs``; see the base class."""
        return difference(pose_of("rhs", rhs), pose_of("lhs", lhs))

    def fwd_kin(self, q: ArrayLike) -> Array:
        """Pose of the TCP in the base, [position; scaled axis-angle], shape (6,) [m, rad]."""
        result = np.empty(6)
        self._kernels.vector_into(self.chain.links, self.units.for_kernel("q", q), result)
        return self._checked(result, q)

    def tcp_pose(self, q: ArrayLike) -> pin.SE3:
        """Pose of the TCP in the base."""
        pose = np.empty(12)
        self._kernels.pose_into(self.chain.links, self.units.for_kernel("q", q), pose)
        self._checked(pose[9:], q)
        return pin.SE3(pose[:9].reshape(3, 3), pose[9:])

    def jacobian(self, q: ArrayLike) -> Array:
        """Jacobian of the TCP at its origin in base axes, linear rows first, shape (6, n).

        By joint positions in radians and metres, whatever the interface speaks.
        """
        columns = np.empty((self.chain.size, 6))
        self._kernels.jacobian_into(self.chain.links, self.units.for_kernel("q", q), columns)
        return self._checked(columns, q).T

    def _checked(self, result: Array, q: ArrayLike) -> Array:
        """What a kernel made of q, which is NaN where q is not finite."""
        if result.size and not isfinite(result.item(0)):
            self.units.inside("q", q)
        return result

    @cached_property
    def _kernels(self) -> ModuleType:
        from poise.cartesian.kernels import kinematics

        return kinematics

    @cached_property
    def inverse(self) -> ChainIk:
        """Inverse kinematics of the chain, in radians and metres."""
        from poise.cartesian.chain_ik import ChainIk

        return ChainIk(self.chain, self.units, self.options)

    def inv_kin(
        self,
        target: Pose,
        guess: ArrayLike,
        frame: ReferenceFrame = ReferenceFrame.BASE,
        *,
        parts: TargetParts = WHOLE,
        max_joint_distance: ArrayLike | None = None,
    ) -> IkResult:
        """Joint positions that bring the TCP to a pose.

        The search starts at the guess, and elsewhere only if that fails. The same call always gives
        the same answer.

        Args:
            target: In the base; or, with ``ReferenceFrame.TCP``, in the TCP at the guess.
            guess: Where to start, shape (n,); it may lie outside the limits. Joints that turn all
                round end at the turn nearest to it.
            frame: What the target is given in.
            parts: What of the target matters; all of it when absent.
            max_joint_distance: No joint ends further from the guess; one number or one per joint.

        Raises:
            ShapeError, DefinitionError: A wrong size, not finite, or limits that are further from
                the guess than ``max_joint_distance``.
        """
        return self.inverse.solve(target, guess, IkRequest(frame, parts, max_joint_distance))

    def inv_kin_batch(
        self,
        targets: Sequence[Pose],
        guesses: ArrayLike,
        frame: ReferenceFrame = ReferenceFrame.BASE,
        *,
        parts: TargetParts = WHOLE,
        max_joint_distance: ArrayLike | None = None,
    ) -> list[IkResult]:
        """Like :meth:`inv_kin` for m targets and guesses (m, n), on all cores: the same answers."""
        request = IkRequest(frame, parts, max_joint_distance)
        return self.inverse.solve_batch(targets, guesses, request)

    def fwd_kin_batch(self, q: ArrayLike) -> Array:
        """Like :meth:`fwd_kin` for joint positions of shape (m, n), on all cores: (m, 6)."""
        rows = self.units.rows_for_kernel("q", q)
        vectors, work = np.empty((len(rows), 6)), self._kernels.vectors_into
        share_out(lambda *ends: work(self.chain.links, rows, vectors, *ends), len(rows))
        return vectors

    @cached_property
    def differential(self) -> DifferentialIk:
        """Differential inverse kinematics of the chain."""
        from poise.cartesian.diff_ik import DifferentialIk

        return DifferentialIk(self.chain, self.units)

    def diff_inv_kin(
        self, q: ArrayLike, twist: ArrayLike, frame: ReferenceFrame = ReferenceFrame.BASE
    ) -> DiffIkResult:
        """Joint velocities that move the TCP with a twist; see the base class."""
        return self.differential.solve(q, twist, require_frame(frame))

    @cached_property
    def dynamics(self) -> ChainDynamics:
        """Dynamics of the chain, in radians and metres."""
        from poise.cartesian.dynamics import ChainDynamics

        return ChainDynamics(self.chain)

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
        """Joint torques and forces of a motion; see the base class."""
        if fexts is not None and ftip is not None:
            raise DefinitionError("fexts and ftip cannot both be given.")
        motion = self.units.motion(q, qdot, qdotdot)
        if ftip is not None:
            return self.dynamics.with_tip_wrench(*motion, ftip, require_frame(frame))
        return self.dynamics.inverse(*motion, fexts)
