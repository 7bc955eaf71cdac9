"""The state of a robot at one instant."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from poise.arrays import Array, frozen, number
from poise.errors import StateError


@dataclass(frozen=True, slots=True, eq=False)
class RobotState:
    """Configuration and velocity of a robot; :meth:`RobotModel.state` checks that they fit it.

    Owns its arrays, which are read-only and finite.

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

    def __post_init__(self) -> None:
        """Own the arrays and check that all is finite.

        Raises:
            StateError: An entry is not finite, or q or v is no vector of numbers.
        """
        for name in ("q", "v"):
            object.__setattr__(self, name, _finite_vector(name, getattr(self, name)))
        object.__setattr__(self, "time", number("time", self.time))

    def __repr__(self) -> str:
        """Sizes and time; the arrays are too long to read."""
        return f"RobotState(nq={self.q.size}, nv={self.v.size}, time={self.time:g})"


def require_state(state: object) -> RobotState:
    """The argument itself, if it is a state.

    Raises:
        StateError: It is not.
    """
    if not isinstance(state, RobotState):
        raise StateError(
            f"state must be a RobotState, got {type(state).__name__}; robot.state(q, v) makes one."
        )
    return state


def _finite_vector(name: str, value: Array) -> Array:
    try:
        array = np.array(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise StateError(f"{name} must be a vector of numbers, got {value!r}.") from error
    if array.ndim != 1:
        raise StateError(f"{name} must be a vector, got shape {array.shape}.")
    if not np.isfinite(array).all():
        bad = int(np.argmin(np.isfinite(array)))
        raise StateError(f"{name} must be finite, but {name}[{bad}] is {array[bad]}.")
    return frozen(array)
