"""Hold or move the centre of mass."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from poise.arrays import Array
from poise.model import RobotModel, Snapshot
from poise.tasks.target import Target, checked_position
from poise.tasks.three_axes_task import ThreeAxesTask


@dataclass(frozen=True, slots=True, eq=False)
class CenterOfMassTask(ThreeAxesTask):
    """Position of the centre of mass: three rows, world axes. Targets hold a position (3,) [m].

    Its bias is the centre of mass's own J̇v, not the base link's.

    Attributes:
        name: What references and results call it.
        weight: One number for all axes or one per axis, ≥ 0 [1/(m/s²)]; 0 leaves an axis free.
        activation: In [0, 1]; scales the weight.
        axes: Whose axes the weights are in: ``"world"`` or a frame's name.
    """

    name: str = "com"

    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """Metres."""
        del robot
        return ("m", "m", "m")

    def jacobian(self, snapshot: Snapshot) -> Array:
        """Jacobian of the centre of mass, (3, nv)."""
        return snapshot.com_jacobian

    def bias(self, snapshot: Snapshot) -> Array:
        """Its acceleration at q̈ = 0, (3,) [m/s²]."""
        return snapshot.com_bias_acceleration

    def velocity(self, snapshot: Snapshot) -> Array:
        """Its velocity, (3,) [m/s]."""
        return snapshot.com_velocity

    def error(self, snapshot: Snapshot, target: Target) -> Array:
        """c* − c, (3,) [m]."""
        return np.asarray(target.value) - snapshot.com

    def target_from(self, snapshot: Snapshot) -> Target:
        """The present position."""
        return Target(snapshot.com)

    def checked_target(self, robot: RobotModel, target: Target) -> Target:
        """A position with three rates."""
        del robot
        return checked_position(self.name, target)
