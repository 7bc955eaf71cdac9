"""Prefer low joint accelerations."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise.arrays import Array
from poise.model import Snapshot
from poise.tasks.joint_rate_task import JointRateTask
from poise.tasks.target import Target


@dataclass(frozen=True, slots=True, eq=False)
class LowAccelerationTask(JointRateTask):
    """Velocities of all actuated joints, one row each, wanted as they are: ẏ* = q̈* = 0.

    Where a scene decides on velocities, the joints shall keep theirs. The value of its target
    is not looked at, since what is wanted is always the present value; accelerations given as
    the target's ``velocity`` are asked for instead of 0.

    Attributes:
        name: What references and results call it.
        weight: One number, one per joint, or ``{joint: weight}`` (others 0), ≥ 0
            [1/(rad/s²), 1/(m/s²)].
        activation: In [0, 1]; scales the weight.
    """

    name: str = "low acceleration"

    def error(self, snapshot: Snapshot, target: Target) -> Array:
        """Zero: what is wanted is the present value."""
        del target
        return np.zeros(snapshot.robot.na)

    def target_from(self, snapshot: Snapshot) -> Target:
        """The present joint velocities."""
        return Target(self.velocity(snapshot))
