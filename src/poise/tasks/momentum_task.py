"""What the two momentum tasks share: weights, and the half of the momentum they are about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from poise.arrays import Array
from poise.model import RobotModel, Snapshot
from poise.tasks.target import Target, checked_vector
from poise.tasks.task import RateTask
from poise.tasks.three_axes_task import ThreeAxesTask


@dataclass(frozen=True, slots=True, eq=False)
class MomentumTask(ThreeAxesTask, RateTask):
    """A task on half of the momentum about the centre of mass; see its two kinds.

    Its rate is the sum of all forces on the robot, gravity among them, or of their moments
    about the centre of mass.
    Source: Orin & Goswami, Centroidal momentum matrix of a humanoid robot, IROS 2008.

    Attributes:
        name: What references and results call it.
        weight: One number for all axes or one per axis, ≥ 0 [1/N, 1/(N·m)]; 0 leaves an axis
            free.
        activation: In [0, 1]; scales the weight.
        axes: Whose axes the weights are in: ``"world"`` or a frame's name.
    """

    rows: ClassVar[slice]

    def jacobian(self, snapshot: Snapshot) -> Array:
        """Its rows of the centroidal momentum matrix, (3, nv)."""
        return snapshot.centroidal_momentum_matrix[self.rows]

    def bias(self, snapshot: Snapshot) -> Array:
        """Its rate at q̈ = 0, (3,) [N or N·m]."""
        return snapshot.centroidal_momentum_bias[self.rows]

    def velocity(self, snapshot: Snapshot) -> Array:
        """The momentum, (3,)."""
        return snapshot.centroidal_momentum[self.rows]

    def error(self, snapshot: Snapshot, target: Target) -> Array:
        """Wanted minus present momentum, (3,)."""
        return np.asarray(target.value) - self.velocity(snapshot)

    def target_from(self, snapshot: Snapshot) -> Target:
        """The present momentum, to be kept."""
        return Target(self.velocity(snapshot))

    def checked_target(self, robot: RobotModel, target: Target) -> Target:
        """A momentum with its rate."""
        del robot
        return checked_vector(self.name, target, 3, "a momentum (3,)")
