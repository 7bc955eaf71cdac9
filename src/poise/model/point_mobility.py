"""How easily points of a robot are moved."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

from poise.arrays import Array
from poise.model.robot_model import RobotModel


def point_mobility(robot: RobotModel, q: Array, joints: NDArray[np.int64], offsets: Array) -> Array:
    """J M⁻¹ Jᵀ of points: their accelerations per force on them, with limp joints.

    Args:
        robot: The robot.
        q: Configuration, shape (nq,).
        joints: That carry the points, shape (k,).
        offsets: The points in their joints' axes, shape (k, 3) [m].

    Returns:
        World axes, point by point, shape (3 k, 3 k) [1/kg].
    """
    model, data = robot.pin_model, robot.pin_model.createData()
    upper = np.triu(pin.crba(model, data, q))
    pin.computeJointJacobians(model, data, q)
    rows = []
    for joint, offset in zip(joints, offsets, strict=True):
        placement = pin.SE3(np.eye(3), np.array(offset))
        jacobian = pin.getFrameJacobian(model, data, int(joint), placement, pin.LOCAL_WORLD_ALIGNED)
        rows.append(np.reshape(jacobian, (6, robot.nv))[:3])
    J = np.concatenate(rows)
    result: Array = J @ np.linalg.solve(upper + np.triu(upper, 1).T, J.T)
    return result
