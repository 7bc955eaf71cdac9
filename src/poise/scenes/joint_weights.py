"""How much each joint shall move when several could: a weighted norm of the motion."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, non_negative_per_axis
from poise.constraints import Variables
from poise.model import RobotModel, Snapshot

# How fast a frozen joint that still moves comes to rest [1/s].
FREEZING = 20.0


class JointWeights:
    """The norm ‖W⁻¹ v‖ that scenes make small among equally good motions, W = diag(w).

    A small weight makes a joint dear: the others move first. A weight of 0 freezes it: v = 0 at
    velocity level, q̈ = −20 v at acceleration level, with v in 1/s times the joint's velocity.
    Directions in which a mobile base cannot drive are frozen too.

    Args:
        robot: The robot.
        weights: One number, (na,) or ``{joint: weight}`` (others 1), ≥ 0 [–].

    Raises:
        DefinitionError: Negative, not finite, or of wrong size.
        JointNotFoundError: No such joint.
    """

    def __init__(self, robot: RobotModel, weights: ArrayLike | Mapping[str, float]) -> None:
        given = (
            robot.joint_vector(weights, default=1.0) if isinstance(weights, Mapping) else weights
        )
        joints = non_negative_per_axis("joint_weights", given, robot.na)
        first = robot.nv - robot.na
        still = joints == 0
        still[robot.immovable] = True
        self.frozen = first + np.flatnonzero(still)
        self.norm = np.ones(robot.nv)
        self.norm[first:] = 1.0 / np.where(joints > 0, joints, 1.0) ** 2

    def freeze(self, bounds: tuple[Array, Array], variables: Variables, snapshot: Snapshot) -> None:
        """Write the bounds of the frozen joints, in place."""
        if self.frozen.size:
            rest = 0.0 if variables.velocity.stop else -FREEZING * snapshot.state.v[self.frozen]
            for bound in bounds:
                bound[self.frozen] = rest
