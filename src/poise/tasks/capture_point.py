"""Steer the capture point: where the robot would have to step to come to rest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, non_negative_per_axis, number
from poise.errors import DefinitionError
from poise.model import RobotModel, Snapshot
from poise.tasks.target import Target, checked_vector
from poise.tasks.task import RateTask, check_task


@dataclass(frozen=True, slots=True, eq=False)
class CapturePointTask(RateTask):
    """Capture point ξ = c + ċ/ω on the ground: two rows, world x and y. Targets hold (2,) [m].

    ω = √(g/height) is that of a pendulum of constant height whose mass is in the centre of
    mass c; g is how strongly the robot's gravity pulls down, against z. ξ runs away from the
    centre of pressure p with ξ̇ = ω (ξ − p), and c follows it.
    Source: Pratt et al., Capture point, Humanoids 2006.

    Attributes:
        height: Height of the centre of mass above the ground, constant, > 0 [m].
        name: What references and results call it.
        weight: One number for both axes or one per axis, ≥ 0 [1/(m/s)]; 0 leaves an axis free.
        activation: In [0, 1]; scales the weight.
    """

    height: float
    name: str = "capture point"
    weight: ArrayLike = 1.0
    activation: float = 1.0

    def __post_init__(self) -> None:
        """Check every parameter."""
        check_task(self)
        height = number(f"height of task '{self.name}'", self.height, above=0.0)
        object.__setattr__(self, "height", height)
        weight = non_negative_per_axis(f"weight of task '{self.name}'", self.weight, 2)
        object.__setattr__(self, "weight", weight)

    def check(self, robot: RobotModel) -> None:
        """Something must pull the robot down.

        Raises:
            DefinitionError: Nothing does.
        """
        if robot.gravity[2] >= 0.0:
            raise DefinitionError(
                f"task '{self.name}' needs a gravity that points down, against z, got "
                f"{robot.gravity.tolist()}."
            )

    def time_constant(self, robot: RobotModel) -> float:
        """1/ω, in which the capture point moves away by a factor e [s]."""
        return float(np.sqrt(self.height / -robot.gravity[2]))

    def dimension(self, robot: RobotModel) -> int:
        """2."""
        del robot
        return 2

    def weights(self, robot: RobotModel) -> Array:
        """The weight of each axis."""
        del robot
        return np.asarray(self.weight)

    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """x, y."""
        del robot
        return ("x", "y")

    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """Metres."""
        del robot
        return ("m", "m")

    def jacobian(self, snapshot: Snapshot) -> Array:
        """J_c/ω, horizontal rows, (2, nv) [s·m/…]."""
        return self.time_constant(snapshot.robot) * snapshot.com_jacobian[:2]

    def bias(self, snapshot: Snapshot) -> Array:
        """ċ + J̇_c v/ω, (2,) [m/s]."""
        falling = self.time_constant(snapshot.robot) * snapshot.com_bias_acceleration[:2]
        return snapshot.com_velocity[:2] + falling

    def velocity(self, snapshot: Snapshot) -> Array:
        """ċ/ω, (2,) [m]: how far the capture point is ahead of the centre of mass."""
        return self.time_constant(snapshot.robot) * snapshot.com_velocity[:2]

    def error(self, snapshot: Snapshot, target: Target) -> Array:
        """ξ* − ξ, (2,) [m]."""
        return np.asarray(target.value) - self.point(snapshot)

    def point(self, snapshot: Snapshot) -> Array:
        """ξ, (2,) [m]."""
        return snapshot.com[:2] + self.velocity(snapshot)

    def target_from(self, snapshot: Snapshot) -> Target:
        """The present capture point."""
        return Target(self.point(snapshot))

    def checked_target(self, robot: RobotModel, target: Target) -> Target:
        """A point with its rate."""
        del robot
        return checked_vector(self.name, target, 2, "a point (2,)")
