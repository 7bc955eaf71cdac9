"""When a robot counts as fallen."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.model import RobotModel, RobotState

# A base that has tilted or sunk this far is not coming back.
_FALLEN_TILT = np.radians(45.0)
_FALLEN_HEIGHT = 0.6


def has_fallen(robot: RobotModel, start: RobotState, state: RobotState) -> bool:
    """Whether a floating base has tilted or sunk too far, or anything is not finite."""
    if not np.isfinite(state.q).all():
        return True
    if not robot.floating_base:
        return False
    sunk = state.q[2] < _FALLEN_HEIGHT * start.q[2]
    return bool(sunk or base_tilt(start.q, state.q) > _FALLEN_TILT)


def base_tilt(start: Array, q: Array) -> float:
    """Angle between the base's vertical at the start and now [rad]."""
    up = pin.Quaternion(np.array(start[3:7])).toRotationMatrix().T @ np.array([0.0, 0.0, 1.0])
    now = pin.Quaternion(np.array(q[3:7])).toRotationMatrix() @ up
    return float(np.arctan2(np.hypot(now[0], now[1]), now[2]))
