"""Placing a robot on level ground."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.contact.contact import Contact, as_contacts
from poise.errors import ContactWarning, DefinitionError
from poise.model import RobotModel, RobotState, Snapshot, Workspace, require_robot
from poise.model.joint_space import JointValues
from poise.spatial import rotation_from_axis_angle


def standing_state(
    robot: RobotModel, contacts: Sequence[Contact], joints: JointValues
) -> RobotState:
    """The robot at rest on the plane z = 0, its contacts level and its base over the origin.

    The base is turned so that the contacts lie level (as well as they can), and raised so that
    the lowest contact point touches the ground. A fixed base stays where it is.

    Args:
        robot: The robot.
        contacts: What shall touch the ground; inactive ones do not count.
        joints: Joint positions, shape (na,) or ``{joint: value}`` [rad, m].

    Raises:
        DefinitionError: A floating base without active contacts, a contact that would stand
            upside down, or an argument of wrong type.
    """
    require_robot(robot)
    active = [contact for contact in as_contacts(contacts) if contact.active]
    _warn_of_limits(robot, robot.joint_vector(joints))
    if not robot.floating_base:
        if active:
            warnings.warn(
                f"robot '{robot.name}' has a fixed base, so it is not put on its contacts; "
                "load_robot(…, floating_base=True) frees it.",
                ContactWarning,
                stacklevel=2,
            )
        return robot.state(robot.configuration(joints))
    if not active:
        raise DefinitionError("contacts must hold at least one active contact to stand on.")
    workspace = Workspace(robot)
    level = workspace.evaluate(robot.state(robot.configuration(joints)))
    base = pin.SE3(_levelling_rotation(level, active), np.zeros(3))
    turned = workspace.evaluate(robot.state(robot.configuration(joints, base)))
    _require_upright(turned, active)
    base.translation = np.array([0.0, 0.0, -_contact_points(turned, active)[:, 2].min()])
    return robot.state(robot.configuration(joints, base))


def _warn_of_limits(robot: RobotModel, positions: Array) -> None:
    """Positions outside the joints' limits are allowed, but rarely meant."""
    outside = (positions < robot.lower_position) | (positions > robot.upper_position)
    if outside.any():
        k = int(outside.argmax())
        warnings.warn(
            f"joint '{robot.joint_names[k]}' of robot '{robot.name}' stands at {positions[k]:g}, "
            f"outside its limits {robot.lower_position[k]:g} to {robot.upper_position[k]:g}"
            + (f" ({int(outside.sum())} joints do)" if outside.sum() > 1 else "")
            + "; positions are radians or metres.",
            ContactWarning,
            stacklevel=3,
        )


def _require_upright(snapshot: Snapshot, contacts: Sequence[Contact]) -> None:
    """Refuse a contact that would pull at the ground: usually one defined upside down."""
    for contact in contacts:
        pose = snapshot.pose(contact.frame) * contact.placement
        if contact.axes(pose.rotation)[2, 2] < 0.0:
            raise DefinitionError(
                f"contact '{contact.name}' would stand upside down: its z axis must point from the "
                "ground into the robot. Turn its placement, or check the joint positions."
            )


def _contact_points(snapshot: Snapshot, contacts: Sequence[Contact]) -> Array:
    """Every point that touches, in the world, shape (k, 3) [m]."""
    points = []
    for contact in contacts:
        pose = snapshot.pose(contact.frame) * contact.placement
        points.append(pose.translation + contact.points @ contact.axes(pose.rotation).T)
    return np.concatenate(points)


def _levelling_rotation(snapshot: Snapshot, contacts: Sequence[Contact]) -> Array:
    """The smallest rotation that makes the plane through the contact points level."""
    points = _contact_points(snapshot, contacts)
    spread = points - points.mean(axis=0)
    if np.linalg.matrix_rank(spread, tol=1e-6) < 2:  # a line or a point
        return np.eye(3)
    normal = np.linalg.svd(spread)[2][2]
    normal = normal if normal[2] >= 0 else -normal
    axis = np.cross(normal, [0.0, 0.0, 1.0])
    sine = float(np.linalg.norm(axis))
    if sine < 1e-12:  # level already
        return np.eye(3)
    return rotation_from_axis_angle(axis / sine * np.arctan2(sine, normal[2]))
