"""Differential inverse kinematics of a tree: joint velocities for the twists of all TCPs."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, vector
from poise.cartesian.diff_ik import DifferentialIk, DiffIkOptions, DiffIkResult
from poise.cartesian.joint_units import JointUnits
from poise.cartesian.reference_frame import ReferenceFrame
from poise.cartesian.tree import Tree


class TreeDifferentialIk(DifferentialIk):
    """Differential inverse kinematics of a tree.

    Args:
        tree: The tree.
        units: Of the caller's joint-wise arrays.
        weights: How much each TCP counts where their twists compete, (k,).
        options: How it is solved.

    Raises:
        ShapeError, DefinitionError: Weights or a posture that do not fit the tree.
    """

    def __init__(
        self, tree: Tree, units: JointUnits, weights: Array, options: DiffIkOptions | None = None
    ) -> None:
        super().__init__(tree.joints, units, options)
        self._tree = tree
        of_frames = np.sqrt(weights)[list(tree.owners)]
        turn = self.options.turn
        self._factors = np.outer(of_frames, [1.0, 1.0, 1.0, turn, turn, turn]).ravel()

    def solve(self, q: ArrayLike, twist: ArrayLike, frame: ReferenceFrame) -> DiffIkResult:
        """The joint velocities that follow the twists best.

        Args:
            q: Joint positions, (n,).
            twist: [v; ω] of each TCP at its origin, (6k,) [m/s, rad/s]; frames that are merged
                into one TCP all move with its twist.
            frame: In whose axes; the TCP's are those of each frame itself.

        Returns:
            The joint velocities and what they do; the twist given of a merged TCP is that of its
            first frame.

        Raises:
            ShapeError, DefinitionError: A wrong size, or not finite.
        """
        from poise.cartesian.kernels.rates import joint_rates

        tree, dt, scale = self._tree, self.options.dt, self._scale
        positions = self._units.inside("q", q)
        asked = vector("twist", twist, 6 * len(tree.tips))
        wanted = asked.reshape(-1, 6)[list(tree.owners)].ravel()
        jacobian = tree_jacobian(tree, positions, frame)
        columns = np.ascontiguousarray((self._factors[:, None] * jacobian * scale).T)
        lower, upper, fastest = self._limits
        rates = np.empty(positions.size)
        slowest, quickest = (
            np.clip((limit - positions) / dt, -fastest, fastest) / scale for limit in (lower, upper)
        )
        damping, held = joint_rates(
            *(columns, self._factors * wanted, slowest, quickest),
            *(self._preferred(positions) / scale, self._settings, rates),
        )
        # A joint beyond a limit comes back at full speed because of that one.
        at_lower = (rates <= slowest) & (positions <= upper)
        at_upper = (rates >= quickest) & (positions >= lower) & ~at_lower
        rates *= scale
        given = (jacobian @ rates).reshape(-1, 6)[list(tree.leaders)].ravel()
        return DiffIkResult(
            qdot=self._units.outside(rates),
            twist=given,
            missed=asked - given,
            damping=damping,
            active_limits=self._active(1.0 * at_upper - at_lower) if held else (),
        )


def tree_jacobian(tree: Tree, q: Array, frame: ReferenceFrame = ReferenceFrame.BASE) -> Array:
    """Jacobians of all frames at their origins, stacked, (6f, n), in axes of the base or their own.

    Args:
        tree: The tree.
        q: Joint positions, (n,) [rad, m].
        frame: In whose axes.
    """
    from poise.cartesian.kernels.kinematics import jacobian_into, pose_into

    columns, pose = np.empty((len(tree.chains), q.size, 6)), np.empty(12)
    for chain, part in zip(tree.chains, columns, strict=True):
        jacobian_into(chain.links, q, part)
        if frame is ReferenceFrame.TCP:
            pose_into(chain.links, q, pose)
            part[:] = (part.reshape(-1, 3) @ pose[:9].reshape(3, 3)).reshape(-1, 6)
    stacked: Array = columns.transpose(0, 2, 1).reshape(-1, q.size)
    return stacked
