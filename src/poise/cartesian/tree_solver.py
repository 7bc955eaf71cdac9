"""Kinematics and dynamics of several TCPs of one robot together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, non_negative_per_axis, vector
from poise.cartesian.dynamics import ChainDynamics
from poise.cartesian.ik_result import IkResult
from poise.cartesian.joint_units import JointUnits
from poise.cartesian.neighbourhood import joint_distances
from poise.cartesian.poses import poses_of
from poise.cartesian.reference_frame import ReferenceFrame, require_frame
from poise.cartesian.solver import CartesianSolver, Poses
from poise.cartesian.target_parts import WHOLE, TargetParts, parts_of_each
from poise.cartesian.tree import Tip, Tree, TreeOptions, extract_tree
from poise.errors import DefinitionError
from poise.model import RobotModel, require_robot
from poise.spatial import change_origin, difference, vector_from_pose

if TYPE_CHECKING:
    from poise.cartesian.diff_ik import DiffIkResult
    from poise.cartesian.tree_ik import TreeIk
    from poise.cartesian.tree_rates import TreeDifferentialIk


class TreeSolver(CartesianSolver):
    """Solver for several TCPs; all vectors hold 6 numbers per TCP, in the order declared.

    Frames merged into one TCP have one target: the same pose, twist and wrench count for each of
    them, and the TCP's own pose is that of the first.

    Args:
        robot: The robot. With a floating base poses are relative to the base frame, which moves
            with it; for the dynamics it stands upright at rest.
        tips: The TCPs: names of frames, or tuples of names for frames that are merged.
        base: Name of the frame that poses are given in; the root link when absent.
        locked_joints: Joints that do not move, with their positions [rad, m].
        degrees: Whether joints that turn are in degrees (and deg/s, deg/s²), in and out.
        options: Tolerances and effort of the inverse kinematics, and the weights of the TCPs.

    Raises:
        FrameNotFoundError, JointNotFoundError: No such frame or joint in the robot.
        ShapeError, DefinitionError: What does not fit together.
    """

    def __init__(
        self,
        robot: RobotModel,
        tips: Sequence[Tip],
        base: str | None = None,
        *,
        locked_joints: Mapping[str, float] | None = None,
        degrees: bool = False,
        options: TreeOptions | None = None,
    ) -> None:
        require_robot(robot)
        root = robot.base_frame if base is None else base
        self._original = extract_tree(robot, root, tips, locked_joints)
        self.tree = self._original
        self.units = JointUnits(self.tree.joints.turns, degrees)
        self.options = TreeOptions() if options is None else options
        self.weights = non_negative_per_axis("weights", self.options.weights, self.num_tcps)
        if not self.weights.all():
            raise DefinitionError(f"weights must be > 0, got {self.weights.tolist()}.")

    def __repr__(self) -> str:
        """Robot, frames and size."""
        tips = ", ".join("+".join(frames) for frames in self.tree.tips)
        joints = self.tree.joints
        return f"TreeSolver({joints.robot.name!r}, {joints.base!r} → {tips})"

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of the joints, in the order in which the ways to the TCPs pass them first."""
        return self.tree.joints.joint_names

    @property
    def num_joints(self) -> int:
        """Number n of joints."""
        return self.tree.joints.size

    @property
    def num_tcps(self) -> int:
        """Number k of TCPs; merged frames are one."""
        return len(self.tree.tips)

    @property
    def lower_limits(self) -> Array:
        """Lower position limits, shape (n,); −inf where there is none."""
        return self.units.outside(self.tree.joints.lower)

    @property
    def upper_limits(self) -> Array:
        """Upper position limits, shape (n,); +inf where there is none."""
        return self.units.outside(self.tree.joints.upper)

    def append_link(self, pose: Poses) -> None:
        """Fix a link more, a tool, to every TCP: one pose per TCP, of its end in the TCP so far."""
        self._use(self.tree.with_tools(self._poses("pose", pose)))

    def restore_original_chain(self) -> None:
        """Take away all links that were appended."""
        self._use(self._original)

    def _use(self, tree: Tree) -> None:
        self.tree = tree
        for name in ("dynamics", "differential", "inverse"):
            self.__dict__.pop(name, None)

    def _poses(self, name: str, value: Poses) -> list[pin.SE3]:
        return poses_of(name, value, self.num_tcps)

    def change_origin(self, old_object: Poses, new_old: Poses) -> Array:
        """The poses of objects seen from other origins, (6k,); see the base class."""
        pairs = zip(
            self._poses("old_object", old_object), self._poses("new_old", new_old), strict=True
        )
        return np.concatenate([vector_from_pose(change_origin(*pair)) for pair in pairs])

    def pose_diff(self, lhs: Poses, rhs: Poses) -> Array:
        """The displacements that take ``rhs`` to ``lhs``, (6k,); see the base class."""
        pairs = zip(self._poses("rhs", rhs), self._poses("lhs", lhs), strict=True)
        return np.concatenate([difference(*pair) for pair in pairs])

    def fwd_kin(self, q: ArrayLike) -> Array:
        """Poses of the TCPs in the base, (6k,) [m, rad]."""
        return np.concatenate([vector_from_pose(pose) for pose in self.tcp_poses(q)])

    def tcp_poses(self, q: ArrayLike) -> list[pin.SE3]:
        """Pose of each TCP in the base."""
        from poise.cartesian.kernels.kinematics import pose_into

        inside, poses, pose = self.units.inside("q", q), [], np.empty(12)
        for frame in self.tree.leaders:
            pose_into(self.tree.chains[frame].links, inside, pose)
            poses.append(pin.SE3(pose[:9].reshape(3, 3), pose[9:]))
        return poses

    def jacobian(self, q: ArrayLike) -> Array:
        """Jacobians of the TCPs at their origins in base axes, (6k, n), by radians and metres."""
        from poise.cartesian.tree_rates import tree_jacobian

        stacked = tree_jacobian(self.tree, self.units.inside("q", q))
        rows = stacked.reshape(-1, 6, self.num_joints)[list(self.tree.leaders)]
        return rows.reshape(-1, self.num_joints)

    @cached_property
    def inverse(self) -> TreeIk:
        """Inverse kinematics of the tree, in radians and metres."""
        from poise.cartesian.tree_ik import TreeIk

        return TreeIk(self.tree, self.units, self.options, self.weights)

    def inv_kin(
        self,
        target: Poses,
        guess: ArrayLike,
        frame: ReferenceFrame = ReferenceFrame.BASE,
        *,
        parts: TargetParts | Sequence[TargetParts] = WHOLE,
        max_joint_distance: ArrayLike | None = None,
    ) -> IkResult:
        """Joint positions that bring all TCPs to their poses; see :meth:`.ChainSolver.inv_kin`.

        What matters of the targets is one for all, or one per TCP. The residuals of the result are
        the largest of all TCPs.
        """
        start = self.units.inside("guess", guess)
        poses = self._based("target", target, guess, frame)
        distance = joint_distances(max_joint_distance, self.units, self.num_joints)
        return self.inverse.solve(poses, start, parts_of_each(parts, self.num_tcps), distance)

    def _based(self, name: str, value: Poses, q: ArrayLike, frame: ReferenceFrame) -> list[pin.SE3]:
        poses = self._poses(name, value)
        if require_frame(frame) is ReferenceFrame.BASE:
            return poses
        return [here * pose for here, pose in zip(self.tcp_poses(q), poses, strict=True)]

    def inv_kin_batch(
        self,
        targets: Sequence[Poses],
        guesses: ArrayLike,
        frame: ReferenceFrame = ReferenceFrame.BASE,
        *,
        parts: TargetParts | Sequence[TargetParts] = WHOLE,
        max_joint_distance: ArrayLike | None = None,
    ) -> list[IkResult]:
        """Like :meth:`inv_kin` for m targets and guesses (m, n), on all cores: the same answers."""
        starts = self.units.rows_for_kernel("guesses", guesses, len(targets))
        poses = [
            self._based(f"targets[{row}]", target, self.units.outside(starts[row]), frame)
            for row, target in enumerate(targets)
        ]
        distance = joint_distances(max_joint_distance, self.units, self.num_joints)
        return self.inverse.solve_batch(
            poses, starts, parts_of_each(parts, self.num_tcps), distance
        )

    def fwd_kin_batch(self, q: ArrayLike) -> Array:
        """Like :meth:`fwd_kin` for joint positions of shape (m, n): (m, 6k)."""
        rows = self.units.outside(self.units.rows_for_kernel("q", q))
        return np.array([self.fwd_kin(row) for row in rows]).reshape(-1, 6 * self.num_tcps)

    @cached_property
    def differential(self) -> TreeDifferentialIk:
        """Differential inverse kinematics of the tree, with its settings."""
        from poise.cartesian.tree_rates import TreeDifferentialIk

        return TreeDifferentialIk(self.tree, self.units, self.weights)

    def diff_inv_kin(
        self, q: ArrayLike, twist: ArrayLike, frame: ReferenceFrame = ReferenceFrame.BASE
    ) -> DiffIkResult:
        """Joint velocities that move the TCPs with twists, (6k,); see the base class."""
        return self.differential.solve(q, twist, require_frame(frame))

    @cached_property
    def dynamics(self) -> ChainDynamics:
        """Dynamics of the tree's joints, in radians and metres; its segments are the tree's."""
        return ChainDynamics(self.tree.joints)

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
        torques = self.dynamics.inverse(*motion, fexts)
        if ftip is None:
            return torques
        from poise.cartesian.tree_rates import tree_jacobian

        wrenches = vector("ftip", ftip, 6 * self.num_tcps).reshape(-1, 6)
        on_frames = wrenches[list(self.tree.owners)].ravel()
        return torques - tree_jacobian(self.tree, motion[0], require_frame(frame)).T @ on_frames
