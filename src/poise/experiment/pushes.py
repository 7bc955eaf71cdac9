"""The pushes that a standing robot has to survive."""

from __future__ import annotations

import numpy as np

from poise.arrays import Array, number
from poise.model import RobotModel
from poise.sim import Push

# When pushes come, as shares of the duration, and from where: front, side, back.
_PUSH_TIMES = (0.25, 0.5, 0.75)
_PUSH_DIRECTIONS = ((-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0))
_PUSH_DURATION = 0.1
# A push that gives the whole robot this speed is one that most survive [m/s].
_DEFAULT_PUSH_SPEED = 0.15
# A run must leave time to recover between pushes [s].
SHORTEST_WITH_PUSHES = 2.0


def three_pushes(impulse: float, duration: float, *, mirrored: bool = False) -> tuple[Push, ...]:
    """Pushes at the base from the front, one side and the back, evenly over the duration.

    Args:
        impulse: Of each push [N·s]; 0 gives none.
        duration: Of the run [s].
        mirrored: Whether each comes from the opposite side.
    """
    number("push impulse", impulse, minimum=0.0)
    number("duration", duration, above=0.0)
    if impulse == 0.0:
        return ()
    sign = -1.0 if mirrored else 1.0
    pushes = []
    for share, direction in zip(_PUSH_TIMES, _PUSH_DIRECTIONS, strict=True):
        vector: Array = sign * impulse * np.array(direction)
        pushes.append(Push(vector, time=share * duration, duration=_PUSH_DURATION))
    return tuple(pushes)


def default_push(robot: RobotModel) -> float:
    """The impulse of each push that a robot gets unless told otherwise [N·s].

    The preset's; without one, what gives the robot's whole mass a speed of 0.15 m/s.
    """
    if robot.preset is not None and robot.preset.push is not None:
        return robot.preset.push
    return float(_DEFAULT_PUSH_SPEED * robot.total_mass)
