"""The variables of a whole-body program: motion, torques, contact forces, slacks, shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from poise.contact import Contact
from poise.model import RobotModel

_COMPONENTS = ("fx", "fy", "fz", "mx", "my", "mz")
_BASE = ("x", "y", "z", "rx", "ry", "rz")
_NONE = slice(0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class Variables:
    """x = [q̈ or v (nv) | τ (na) | force of each active contact | slacks | shares].

    What a scene does not decide on has an empty place.

    Attributes:
        robot: The robot.
        contacts: The active contacts, in order.
        acceleration: Where q̈ stands in x.
        velocity: Where v stands in x, in scenes that decide on velocities.
        torque: Where the motor torques stand in x.
        forces: Where all contact forces stand in x, each in its contact's axes.
        force: Where each contact's force stands in x, by contact name.
        slack: Index of each contact's slack in x, by contact name; empty when cones are hard.
        share: Index in x of the share of each scaled task, by task name.
        limit_slack: Index in x of the slack of each soft limit, by the limit's name.
        size: Number of variables.
    """

    robot: RobotModel
    contacts: tuple[Contact, ...]
    acceleration: slice
    velocity: slice
    torque: slice
    forces: slice
    force: Mapping[str, slice]
    slack: Mapping[str, int]
    share: Mapping[str, int]
    limit_slack: Mapping[str, int]
    size: int

    @property
    def motion(self) -> slice:
        """Where q̈, or else v, stands in x."""
        return slice(0, self.robot.nv)

    @property
    def names(self) -> tuple[str, ...]:
        """One name per variable."""
        robot = self.robot
        kind = "velocity" if self.acceleration == _NONE else "acceleration"
        base = [f"{kind} {robot.base_frame} {axis}" for axis in _BASE]
        names = base if robot.floating_base else []
        names = [*names, *(f"{kind} {joint}" for joint in robot.joint_names)]
        if self.torque != _NONE:
            names += [f"torque {joint}" for joint in robot.joint_names]
        if self.force:
            for contact in self.contacts:
                names += [f"force {contact.name} {c}" for c in _COMPONENTS[: contact.dimension]]
        names += [f"slack {name}" for name in self.slack]
        names += [f"share {name}" for name in self.share]
        names += [f"slack of limit {name}" for name in self.limit_slack]
        return tuple(names)

    @property
    def contact_height(self) -> int:
        """Number of rows of all active contacts together."""
        return sum(contact.dimension for contact in self.contacts)

    def contact_rows(self) -> dict[str, slice]:
        """Where each contact's rows stand in stacked contact quantities, by name."""
        rows: dict[str, slice] = {}
        height = 0
        for contact in self.contacts:
            rows[contact.name] = slice(height, height + contact.dimension)
            height += contact.dimension
        return rows


def lay_out(
    robot: RobotModel,
    contacts: Sequence[Contact],
    *,
    with_torque: bool = False,
    with_slack: bool = False,
    scaled: Sequence[str] = (),
    soft_limits: Sequence[str] = (),
) -> Variables:
    """Place accelerations, contact forces and, where asked for, torques, slacks and shares.

    Args:
        robot: The robot.
        contacts: Its contacts, inactive ones included.
        with_torque: Whether torques are variables.
        with_slack: Whether each contact's cone has a slack.
        scaled: Names of the scaled tasks.
        soft_limits: Names of the limits that have a slack.
    """
    active = tuple(contact for contact in contacts if contact.active)
    motion = slice(0, robot.nv)
    torque = slice(robot.nv, robot.nv + robot.na) if with_torque else _NONE
    position = start = torque.stop if with_torque else robot.nv
    force: dict[str, slice] = {}
    for contact in active:
        force[contact.name] = slice(position, position + contact.dimension)
        position += contact.dimension
    slacks = [contact.name for contact in active] if with_slack else []
    slack = _indices(slacks, position)
    share = _indices(scaled, position + len(slack))
    limit_slack = _indices(soft_limits, position + len(slack) + len(share))
    return Variables(
        robot=robot,
        contacts=active,
        acceleration=motion,
        velocity=_NONE,
        torque=torque,
        forces=slice(start, position),
        force=force,
        slack=slack,
        share=share,
        limit_slack=limit_slack,
        size=position + len(slack) + len(share) + len(limit_slack),
    )


def lay_out_motion(
    robot: RobotModel,
    contacts: Sequence[Contact],
    *,
    of_velocity: bool,
    scaled: Sequence[str] = (),
    soft_limits: Sequence[str] = (),
) -> Variables:
    """Place velocities, or accelerations without forces, and the shares of scaled tasks.

    Args:
        robot: The robot.
        contacts: Its contacts, inactive ones included.
        of_velocity: Whether v is decided on; q̈ otherwise.
        scaled: Names of the scaled tasks.
        soft_limits: Names of the limits that have a slack.
    """
    motion = slice(0, robot.nv)
    share = _indices(scaled, robot.nv)
    return Variables(
        robot=robot,
        contacts=tuple(contact for contact in contacts if contact.active),
        acceleration=_NONE if of_velocity else motion,
        velocity=motion if of_velocity else _NONE,
        torque=_NONE,
        forces=_NONE,
        force={},
        slack={},
        share=share,
        limit_slack=_indices(soft_limits, robot.nv + len(share)),
        size=robot.nv + len(share) + len(soft_limits),
    )


def _indices(names: Sequence[str], start: int) -> dict[str, int]:
    return {name: start + k for k, name in enumerate(names)}
