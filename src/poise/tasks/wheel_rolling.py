"""Let a wheel roll without slipping."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, direction, non_empty_name, non_negative_per_axis, number
from poise.errors import StateError
from poise.model import RobotModel, Snapshot
from poise.spatial import cross
from poise.tasks.target import Target, checked_vector
from poise.tasks.task import RateTask, check_task

# Sine of the angle between axle and ground normal below which no contact point is defined.
_FLAT = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class WheelRollingTask(RateTask):
    """Slip of the wheel's contact point: two rows, along the wheel's track and across [m/s].

    The wheel is a thin disc. Its lowest point, as the ground's normal sees it, is where it
    touches, and the slip is the velocity of the wheel's material there. Wanted is none: the
    nonholonomic constraint A(q) v = 0. It says nothing of the height. ``along`` = axle ×
    normal is where the wheel goes when it turns by a positive angle about its axle, and
    ``across`` = normal × along. Targets hold a slip, shape (2,) [m/s].

    Attributes:
        name: What references and results call it.
        frame: A frame that turns with the wheel, its origin in the wheel's centre.
        radius: Of the wheel, > 0 [m].
        axle: Direction of the axle in the frame's axes, shape (3,), of any length.
        normal: The ground's, in the world, shape (3,), of any length.
        weight: One number or one per row, ≥ 0 [1/(m/s²)].
        activation: In [0, 1]; scales the weight.
    """

    name: str
    frame: str
    radius: float
    axle: ArrayLike = (0.0, 1.0, 0.0)
    normal: ArrayLike = (0.0, 0.0, 1.0)
    weight: ArrayLike = 1.0
    activation: float = 1.0

    def __post_init__(self) -> None:
        """Check every parameter and normalise the directions."""
        check_task(self)
        non_empty_name(f"frame of task '{self.name}'", self.frame)
        radius = number(f"radius of task '{self.name}'", self.radius, above=0.0)
        object.__setattr__(self, "radius", radius)
        for field in ("axle", "normal"):
            value = direction(f"{field} of task '{self.name}'", getattr(self, field))
            object.__setattr__(self, field, value)
        weight = non_negative_per_axis(f"weight of task '{self.name}'", self.weight, 2)
        object.__setattr__(self, "weight", weight)

    def check(self, robot: RobotModel) -> None:
        """Look the frame up."""
        robot.place(self.frame)

    def dimension(self, robot: RobotModel) -> int:
        """2."""
        del robot
        return 2

    def weights(self, robot: RobotModel) -> Array:
        """The weight of each row."""
        del robot
        return np.asarray(self.weight)

    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """along, across."""
        del robot
        return ("along", "across")

    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """Metres per second."""
        del robot
        return ("m/s", "m/s")

    def jacobian(self, snapshot: Snapshot) -> Array:
        """A(q), shape (2, nv)."""
        jacobian = snapshot.jacobian(snapshot.robot.place(self.frame), "world")
        track = self._track(snapshot)
        # ω × r = −[r]× ω
        slip: Array = jacobian[:3] - pin.skew(track.lever) @ jacobian[3:]
        rows: Array = track.directions @ slip
        return rows

    def bias(self, snapshot: Snapshot) -> Array:
        """Rate of the slip at q̈ = 0, (2,) [m/s²]: of the material's velocity, and of the rows."""
        place = snapshot.robot.place(self.frame)
        track = self._track(snapshot)
        twist = snapshot.twist(place, "world")
        acceleration = snapshot.classical_bias_acceleration(place, "world")
        slip = twist[:3] + cross(twist[3:], track.lever)
        rate = acceleration[:3] + cross(acceleration[3:], track.lever)
        rate += cross(twist[3:], track.lever_rate)
        bias: Array = track.directions @ rate + track.direction_rates @ slip
        return bias

    def velocity(self, snapshot: Snapshot) -> Array:
        """The slip, (2,) [m/s]."""
        track = self._track(snapshot)
        twist = snapshot.twist(snapshot.robot.place(self.frame), "world")
        slip: Array = track.directions @ (twist[:3] + cross(twist[3:], track.lever))
        return slip

    def error(self, snapshot: Snapshot, target: Target) -> Array:
        """Wanted minus present slip, (2,) [m/s]."""
        return np.asarray(target.value) - self.velocity(snapshot)

    def target_from(self, snapshot: Snapshot) -> Target:
        """No slip, whatever the snapshot's."""
        del snapshot
        return Target(np.zeros(2))

    def checked_target(self, robot: RobotModel, target: Target) -> Target:
        """A slip with its rate."""
        del robot
        return checked_vector(self.name, target, 2, "a slip (2,)")

    def _track(self, snapshot: Snapshot) -> _Track:
        """Where the wheel touches and where it goes.

        Raises:
            StateError: The wheel lies flat on the ground.
        """
        place = snapshot.robot.place(self.frame)
        normal = np.asarray(self.normal)
        axle = snapshot.pose(place).rotation @ np.asarray(self.axle)
        axle_rate = cross(snapshot.twist(place, "world")[3:], axle)
        across = cross(axle, normal)
        if np.linalg.norm(across) < _FLAT:
            raise StateError(
                f"the wheel of task '{self.name}' lies flat on the ground, where it has no "
                f"contact point: its axle is along the normal {normal.tolist()}."
            )
        along, along_rate = _unit(across, cross(axle_rate, normal))
        # Within the wheel's plane, square to where it goes: down, as far as its tilt lets it.
        down = cross(axle, along)
        down_rate = cross(axle_rate, along) + cross(axle, along_rate)
        sides = (cross(normal, along), cross(normal, along_rate))
        return _Track(
            self.radius * down,
            self.radius * down_rate,
            np.array((along, sides[0])),
            np.array((along_rate, sides[1])),
        )


class _Track(NamedTuple):
    """Where a wheel touches and where it goes, and how fast both change; world axes.

    Attributes:
        lever: From the wheel's centre to the contact point, (3,) [m].
        lever_rate: Its rate, (3,) [m/s].
        directions: Unit vectors along and across, (2, 3).
        direction_rates: Their rates, (2, 3) [1/s].
    """

    lever: Array
    lever_rate: Array
    directions: Array
    direction_rates: Array


def _unit(value: Array, rate: Array) -> tuple[Array, Array]:
    """A vector's direction and its rate of change."""
    length = np.linalg.norm(value)
    unit = value / length
    return unit, (rate - unit * (unit @ rate)) / length
