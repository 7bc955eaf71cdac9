"""Simple bounds on the variables: accelerations, torques, normal forces, slacks, shares."""

from __future__ import annotations

import numpy as np

from poise.arrays import Array
from poise.constraints.variables import Variables


def variable_bounds(variables: Variables, acceleration_limit: Array) -> tuple[Array, Array]:
    """Bounds that hold while the contacts stay the same.

    Joint accelerations within ±``acceleration_limit``; torques within the robot's limits; normal
    forces within their contact's limits, never slackened; slacks ≥ 0; shares in [0, 1]; the rest
    free.

    Args:
        variables: The layout of the program.
        acceleration_limit: Shape (na,), > 0, +inf where there is none [rad/s², m/s²].

    Returns:
        Lower and upper bounds, each of shape (n,).
    """
    robot = variables.robot
    lower, upper = np.full(variables.size, -np.inf), np.full(variables.size, np.inf)
    if variables.acceleration.stop:
        joints = slice(robot.nv - robot.na, robot.nv)
        lower[joints], upper[joints] = -acceleration_limit, acceleration_limit
    if variables.torque.stop:
        lower[variables.torque], upper[variables.torque] = -robot.effort_limit, robot.effort_limit
    if variables.force:
        for contact in variables.contacts:
            normal = variables.force[contact.name].start + 2
            lower[normal] = contact.min_normal_force
            upper[normal] = contact.max_normal_force
    for slack in (*variables.slack.values(), *variables.limit_slack.values()):
        lower[slack] = 0.0
    for share in variables.share.values():
        lower[share], upper[share] = 0.0, 1.0
    return lower, upper
