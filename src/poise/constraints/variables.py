"""The variables of a whole-body program: accelerations, contact forces, slacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from poise.contact import Contact
from poise.model import RobotModel

_COMPONENTS = ("fx", "fy", "fz", "mx", "my", "mz")
_BASE = ("x", "y", "z", "rx", "ry", "rz")


@dataclass(frozen=True, slots=True, eq=False)
class Variables:
    """x = [q̈ (nv) | force of each active contact, in contact axes | one slack per contact].

    Attributes:
        robot: The robot.
        contacts: The active contacts, in order.
        acceleration: Where q̈ stands in x.
        forces: Where all contact forces stand in x.
        force: Where each contact's force stands in x, by contact name.
        slack: Index of each contact's slack in x, by contact name; empty when cones are hard.
        size: Number of variables.
    """

    robot: RobotModel
    contacts: tuple[Contact, ...]
    acceleration: slice
    forces: slice
    force: Mapping[str, slice]
    slack: Mapping[str, int]
    size: int

    @property
    def names(self) -> tuple[str, ...]:
        """One name per variable."""
        robot = self.robot
        base = [f"acceleration {robot.base_frame} {axis}" for axis in _BASE]
        names = base if robot.floating_base else []
        names = [*names, *(f"acceleration {joint}" for joint in robot.joint_names)]
        for contact in self.contacts:
            names += [f"force {contact.name} {c}" for c in _COMPONENTS[: contact.dimension]]
        names += [f"slack {name}" for name in self.slack]
        return tuple(names)

    def within_forces(self, contact: Contact) -> slice:
        """Where a contact's rows stand in stacked contact quantities."""
        place = self.force[contact.name]
        return slice(place.start - self.forces.start, place.stop - self.forces.start)


def lay_out(robot: RobotModel, contacts: Sequence[Contact], *, with_slack: bool) -> Variables:
    """Place the variables for a robot and its active contacts."""
    active = tuple(contact for contact in contacts if contact.active)
    force: dict[str, slice] = {}
    position = robot.nv
    for contact in active:
        force[contact.name] = slice(position, position + contact.dimension)
        position += contact.dimension
    forces = slice(robot.nv, position)
    slack = {contact.name: position + k for k, contact in enumerate(active)} if with_slack else {}
    return Variables(
        robot=robot,
        contacts=active,
        acceleration=slice(0, robot.nv),
        forces=forces,
        force=force,
        slack=slack,
        size=position + len(slack),
    )
