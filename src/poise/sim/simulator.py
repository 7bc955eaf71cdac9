"""What every simulator of poise does: take a command, advance the time, tell the state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

import numpy as np
import pinocchio as pin

from poise.arrays import Array, frozen, number
from poise.contact import Contact, as_contacts
from poise.errors import DefinitionError, DivergedError
from poise.model.command import JointCommand
from poise.model.frames import FramePlace
from poise.model.joint_space import JointValues
from poise.model.robot_model import RobotModel, require_robot
from poise.model.state import RobotState, require_state
from poise.sim.motors import Motors
from poise.sim.push import Push, center_of_mass_place


class Simulator(ABC):
    """A robot on the ground, driven by its motors and disturbed by pushes only.

    The ground touches the robot at its contacts and nowhere else. Every contact given has its
    geometry, whether it is active or not: ``active`` is what a controller counts on, the ground
    does not know it. One simulator serves one thread.

    Args:
        robot: The robot; its gravity, effort limits and joint friction act.
        contacts: Where the ground may touch it.
        dt: Length of a step [s].

    Raises:
        DefinitionError: Two contacts share a name, or a parameter is out of range.
        FrameNotFoundError: A contact is on a frame the robot has not.
    """

    def __init__(self, robot: RobotModel, contacts: Sequence[Contact], dt: float) -> None:
        self.robot = require_robot(robot)
        self.contacts = as_contacts(contacts)
        self.dt = number("dt", dt, above=0.0)
        names = [contact.name for contact in self.contacts]
        if len(set(names)) < len(names):
            raise DefinitionError(f"contacts must have different names, got {names}.")
        self._places = [robot.place(c.frame, c.placement) for c in self.contacts]
        self._pushed: dict[str, FramePlace] = {}
        self._state = robot.neutral_state()
        self._start_time = 0.0
        self._steps = 0

    def __repr__(self) -> str:
        """Robot, contacts and step."""
        names = ", ".join(contact.name for contact in self.contacts)
        return f"{type(self).__name__}({self.robot!r}, contacts: {names}, dt={self.dt:g})"

    @property
    def time(self) -> float:
        """Time now [s]: that of the last reset plus dt per step."""
        return self._start_time + self._steps * self.dt

    @property
    def state(self) -> RobotState:
        """State now."""
        return self._state

    def reset(self, state: RobotState) -> None:
        """Start anew from a state; the same state gives the same run, bit for bit.

        Raises:
            StateError, DefinitionError: Not a state of this robot.
        """
        require_state(state)
        self._state = self.robot.state(state.q, state.v, state.time)
        self._start_time = self._state.time
        self._steps = 0
        self._restart(self._state)

    def step(self, command: JointCommand | JointValues, pushes: Sequence[Push] = ()) -> RobotState:
        """Advance by dt with a command held.

        The motors apply ``effort + kp (position − q) + kd (velocity − v)``, the loops only where
        the command has gains, cut at the robot's effort limits.

        Args:
            command: A command, or efforts alone, shape (na,) or ``{joint: value}`` (others 0)
                [N·m, N].
            pushes: All pushes of the run; each acts at its time.

        Returns:
            The state after the step.

        Raises:
            DefinitionError: The command does not fit the robot.
            FrameNotFoundError: A push is on a link the robot has not.
            DivergedError: The state left the finite numbers; it has the time and the last good
                state.
        """
        motors = Motors.holding(self.robot, command)
        q, v = self._advance(motors, self._forces(pushes))
        if not (np.isfinite(q).all() and np.isfinite(v).all()):
            raise self._diverged()
        self._steps += 1
        self._state = RobotState(frozen(q), frozen(v), self.time)
        return self._state

    @abstractmethod
    def contact_wrenches(self) -> Mapping[str, Array]:
        """What the ground did to the robot during the last step, by contact.

        Each a wrench at the contact's origin in its axes, shape (6,), linear first [N, N·m];
        zero before the first step.
        """

    @abstractmethod
    def contact_poses(self) -> Mapping[str, pin.SE3]:
        """Pose of each contact in the world now: its origin and its axes."""

    @abstractmethod
    def _restart(self, state: RobotState) -> None:
        """Take over a checked state and forget everything else."""

    @abstractmethod
    def _advance(
        self, motors: Motors, forces: Sequence[tuple[FramePlace, Array]]
    ) -> tuple[Array, Array]:
        """Integrate one step; returns fresh q and v."""

    def _diverged(self) -> DivergedError:
        return DivergedError(
            f"The simulation of robot '{self.robot.name}' left the finite numbers in the step "
            f"from t = {self.time:g} s. The error's `state` is the last good one; gains "
            "too high for the step, ground too stiff for it, or torques that fling a light link, "
            "are the usual causes.",
            self._state,
        )

    def _forces(self, pushes: Sequence[Push]) -> list[tuple[FramePlace, Array]]:
        """The forces of this step, each with the place where it acts."""
        if isinstance(pushes, Push):
            raise DefinitionError(f"pushes must be a list of pushes, got {pushes!r}.")
        acting: list[tuple[FramePlace, Array]] = []
        for push in pushes:
            force = push.force_at_step(self._steps, self.dt, self._start_time)
            if force is None:
                continue
            link = self.robot.base_frame if push.link is None else push.link
            if link not in self._pushed:
                self._pushed[link] = center_of_mass_place(self.robot, link)
            acting.append((self._pushed[link], force))
        return acting


def contact_pose(contact: Contact, link: pin.SE3) -> pin.SE3:
    """Pose of a contact with its own axes, given the pose of the place on the link."""
    return pin.SE3(contact.axes(link.rotation), link.translation)


def in_contact_axes(pose: pin.SE3, force: Array, moment: Array) -> Array:
    """A force and the moment about the contact's origin, world axes, as wrench in its axes."""
    rotation = pose.rotation
    return np.concatenate((rotation.T @ force, rotation.T @ moment))
