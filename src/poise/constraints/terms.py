"""What several constraints need at a tick, computed once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.constraints.loads import Load, dynamics
from poise.constraints.variables import Variables
from poise.contact import Contact
from poise.model import FramePlace, RobotModel, Snapshot
from poise.spatial import change_axes, orientation_error

# Speed over which the dry friction fed forward passes from −F to F [rad/s, m/s].
FRICTION_SPEED = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class TickTerms:
    """Dynamics and contact kinematics at one state.

    Attributes:
        M: Inertia matrix, shape (nv, nv), payloads included.
        h: Forces needed at q̈ = 0 without contact, shape (nv,); joint damping and friction,
            payloads and known wrenches included.
        jacobian: Contact Jacobians in contact axes, stacked, shape (nf, nv).
        velocity: J v of the contacts, shape (nf,) [m/s, rad/s].
        bias: J̇v of the contacts, classical, shape (nf,) [m/s², rad/s²].
        displacement: How far contacts have moved from where they were made, shape (nf,) [m, rad].
    """

    M: Array
    h: Array
    jacobian: Array
    velocity: Array
    bias: Array
    displacement: Array


def contact_places(robot: RobotModel, contacts: tuple[Contact, ...]) -> tuple[FramePlace, ...]:
    """The contacts resolved to the joints that carry them."""
    return tuple(robot.place(contact.frame, contact.placement) for contact in contacts)


def tick_terms(
    snapshot: Snapshot,
    variables: Variables,
    places: tuple[FramePlace, ...],
    joint_velocity: Array | None,
    anchors: Mapping[str, pin.SE3],
    loads: tuple[Load, ...] = (),
) -> TickTerms:
    """Evaluate the terms.

    Args:
        snapshot: The robot at the tick's state.
        variables: The layout of the program.
        places: The active contacts' places, in order.
        joint_velocity: Joint velocities that are asked for, (na,); dry friction is fed forward
            against them. None feeds none.
        anchors: Where contacts were made, by name, world axes; a contact left out has not moved.
        loads: Payloads and known wrenches on the robot.
    """
    jacobian = contact_jacobian(snapshot, variables, places)
    bias, displacement = np.empty(jacobian.shape[0]), np.zeros(jacobian.shape[0])
    rows_of = variables.contact_rows()
    for contact, place in zip(variables.contacts, places, strict=True):
        rows = rows_of[contact.name]
        bias[rows] = _in_contact_axes(
            contact, place, snapshot, snapshot.classical_bias_acceleration
        )
        if contact.name in anchors:
            displacement[rows] = _displacement(contact, snapshot.pose(place), anchors[contact.name])
    M, h = dynamics(snapshot, loads)
    return TickTerms(
        M=M,
        h=h + _joint_losses(snapshot.robot, snapshot.state.v, joint_velocity),
        jacobian=jacobian,
        velocity=jacobian @ snapshot.state.v,
        bias=bias,
        displacement=displacement,
    )


def contact_jacobian(
    snapshot: Snapshot, variables: Variables, places: tuple[FramePlace, ...]
) -> Array:
    """Jacobians of the active contacts in contact axes, stacked, shape (nf, nv)."""
    result = np.empty((variables.contact_height, snapshot.robot.nv))
    rows_of = variables.contact_rows()
    for contact, place in zip(variables.contacts, places, strict=True):
        result[rows_of[contact.name]] = _in_contact_axes(
            contact, place, snapshot, snapshot.jacobian
        )
    return result


def _in_contact_axes(
    contact: Contact,
    place: FramePlace,
    snapshot: Snapshot,
    quantity: Callable[[FramePlace, str], Array],
) -> Array:
    """A Jacobian or an acceleration of a contact, as many rows as it has dimensions."""
    if contact.named_axes is not None:
        return quantity(place, contact.named_axes)[: contact.dimension]
    to_contact = contact.axes(snapshot.pose(place).rotation).T
    return change_axes(to_contact, quantity(place, "world"))[: contact.dimension]


def _displacement(contact: Contact, pose: pin.SE3, anchor: pin.SE3) -> Array:
    """How far a contact is from where it was made, in its axes."""
    shift = pose.translation - anchor.translation
    turn = orientation_error(anchor.rotation, pose.rotation)
    moved = change_axes(contact.axes(pose.rotation).T, np.concatenate((shift, turn)))
    return moved[: contact.dimension]


def _joint_losses(robot: RobotModel, v: Array, joint_velocity: Array | None) -> Array:
    """Damping D v and dry friction F tanh(v_ref/ε), shape (nv,)."""
    losses = np.zeros(robot.nv)
    first = robot.nv - robot.na
    losses[first:] = robot.damping * v[first:]
    if joint_velocity is not None:
        losses[first:] += robot.friction * np.tanh(joint_velocity / FRICTION_SPEED)
    return losses
