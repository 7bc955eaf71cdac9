"""Damp the joints: draw their velocities to rest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise.arrays import Array
from poise.model import Snapshot
from poise.tasks.joint_rate_task import JointRateTask
from poise.tasks.target import Target


@dataclass(frozen=True, slots=True, eq=False)
class JointDampingTask(JointRateTask):
    """Velocities of all actuated joints, one row each, in Pinocchio's order; wanted is rest.

    Its law's ``kd`` is the rate at which velocities die away [1/s]. Targets hold joint
    velocities, shape (na,) or ``{joint: value}`` [rad/s, m/s]: 0, unless someone wants a
    joint, a wheel say, to keep turning.

    Attributes:
        name: What references and results call it.
        weight: One number, one per joint, or ``{joint: weight}`` (others 0), ≥ 0
            [1/(rad/s²), 1/(m/s²)].
        activation: In [0, 1]; scales the weight.
    """

    name: str = "joint damping"

    def error(self, snapshot: Snapshot, target: Target) -> Array:
        """Wanted minus present joint velocities, (na,) [rad/s, m/s]."""
        return np.asarray(target.value) - self.velocity(snapshot)

    def target_from(self, snapshot: Snapshot) -> Target:
        """Rest, whatever the snapshot's velocities."""
        return Target(np.zeros(snapshot.robot.na))
