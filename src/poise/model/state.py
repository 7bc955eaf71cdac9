"""The state of a robot at one instant."""

from __future__ import annotations

from dataclasses import dataclass, field

from poise.arrays import Array


@dataclass(frozen=True, slots=True, eq=False)
class RobotState:
    """Configuration and velocity of a robot, checked once by :meth:`RobotModel.state`.

    Attributes:
        q: Configuration in Pinocchio's layout, shape (nq,): for a floating base the position [m]
            and the quaternion xyzw, then the joints [rad, m].
        v: Velocity, shape (nv,): for a floating base its twist in base axes, linear first
            [m/s, rad/s], then the joint velocities.
        time: Time of the state [s].
    """

    q: Array
    v: Array
    time: float = field(default=0.0)

    def __repr__(self) -> str:
        """Sizes and time; the arrays are too long to read."""
        return f"RobotState(nq={self.q.size}, nv={self.v.size}, time={self.time:g})"
