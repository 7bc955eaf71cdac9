"""poise's own simulator: Pinocchio's forward dynamics on soft ground."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

import numpy as np
import pinocchio as pin

from poise.arrays import Array, number
from poise.contact import Contact, SoftContactModel
from poise.contact.carrying_ground import carrying_ground
from poise.contact.terrain import Terrain
from poise.errors import DefinitionError
from poise.model.frames import FramePlace
from poise.model.place_kinematics import PlaceKinematics
from poise.model.robot_model import RobotModel
from poise.model.state import RobotState
from poise.sim.drive import Drive
from poise.sim.grounded_robot import GroundedRobot
from poise.sim.integrators import INTEGRATORS
from poise.sim.motors import Motors
from poise.sim.simulator import Simulator, contact_pose, in_contact_axes
from poise.sim.step_bound import longest_steps, warn_of_long_step

IntegratorName = Literal["semi_implicit", "rk4", "implicit"]

# Explicit integrators divide a step into substeps of this length, if none is given [s].
_SUBSTEP = 1e-4


class SoftContactSimulator(Simulator):
    """Soft contacts at the points of each contact (the corners of a patch), on any terrain.

    Joint damping, dry friction and end stops act implicitly in the step
    (:class:`poise.model.joint_losses.JointLosses`), efforts are cut at the motors' limits, and
    motors with gains see every substep.

    Args:
        robot: The robot.
        contacts: Where the ground may touch it.
        ground: The contact law; absent:
            :func:`~poise.contact.carrying_ground.carrying_ground`, into which the robot sinks
            1 mm and on which it sticks. Its feet are replaced by the contacts.
        terrain: Absent: the ground's own, or the plane z = 0.
        dt: Length of a step [s].
        integrator: ``"semi_implicit"`` (Euler), ``"rk4"``, or ``"implicit"``, which is stable
            for stiff ground at any step, and costs about three times as much per substep.
        substep: A step is divided into substeps of this length [s]; absent: 0.1 ms, or dt for the
            implicit integrator.

    Raises:
        DefinitionError: dt is no multiple of substep, an unknown integrator, an implicit one for
            a robot with joints that mimic others, or as :class:`Simulator`.
    """

    def __init__(
        self,
        robot: RobotModel,
        contacts: Sequence[Contact],
        ground: SoftContactModel | None = None,
        *,
        terrain: Terrain | None = None,
        dt: float = 1e-3,
        integrator: IntegratorName = "semi_implicit",
        substep: float | None = None,
    ) -> None:
        super().__init__(robot, contacts, dt)
        if integrator not in INTEGRATORS:
            raise DefinitionError(
                f"integrator must be one of {', '.join(get_args(IntegratorName))}, "
                f"got {integrator!r}."
            )
        self._integrator = INTEGRATORS[integrator]
        self.substep = self._checked_substep(substep)
        self._substeps = round(dt / self.substep)
        self._ground = self._made_ground(ground, terrain)
        self._body = GroundedRobot(robot, self._ground)
        if not self._integrator.explicit and self._body.motion.has_mimics:
            raise DefinitionError(
                f"integrator must not be 'implicit': robot '{robot.name}' has joints that mimic "
                "others, for which there are no derivatives; use 'semi_implicit'."
            )
        self._kinematics = PlaceKinematics(robot, self._places)
        self._checked_steps = False

    @property
    def ground(self) -> SoftContactModel | None:
        """A copy of the ground; None where there are no contacts."""
        return None if self._ground is None else self._ground.clone()

    def contact_wrenches(self) -> Mapping[str, Array]:
        """What the ground did to the robot in the last substep; see :class:`Simulator`."""
        wrenches: dict[str, Array] = {}
        for contact, place in zip(self.contacts, self._places, strict=True):
            pose = contact_pose(contact, self._body.motion.pose(place))
            wrenches[contact.name] = in_contact_axes(pose, *self._body.wrench(contact.name, pose))
        return wrenches

    def contact_poses(self) -> Mapping[str, pin.SE3]:
        """Pose of each contact in the world now: its origin and its axes."""
        poses = self._kinematics.poses(self._state.q)
        return {
            contact.name: contact_pose(contact, pose)
            for contact, pose in zip(self.contacts, poses, strict=True)
        }

    def longest_steps(self) -> Mapping[str, float]:
        """The longest substep at which each contact is stable where the robot is now [s].

        A bound for semi-implicit Euler and limp joints; the implicit integrator needs none.
        """
        reaction = self._body.reaction
        return {} if reaction is None else longest_steps(self.robot, reaction, self._state.q)

    def _checked_substep(self, substep: float | None) -> float:
        if substep is None:
            if not self._integrator.explicit:
                return self.dt
            return self.dt / max(1, round(self.dt / _SUBSTEP))
        checked = number("substep", substep, above=0.0)
        count = round(self.dt / checked)
        if count < 1 or abs(count * checked - self.dt) > 1e-9 * self.dt:
            raise DefinitionError(
                f"dt must be a multiple of substep, got {self.dt:g} and {checked:g}."
            )
        return checked

    def _made_ground(
        self, ground: SoftContactModel | None, terrain: Terrain | None
    ) -> SoftContactModel | None:
        if ground is not None and not isinstance(ground, SoftContactModel):
            raise DefinitionError(f"ground must be a SoftContactModel, got {ground!r}.")
        if not self.contacts:
            return None
        if ground is None:
            return carrying_ground(self.robot, self.contacts, terrain)
        own = ground.with_feet(self.contacts)
        return own if terrain is None else own.on(terrain)

    def _restart(self, state: RobotState) -> None:
        self._body.release()
        if self._body.reaction is not None:
            self._body.reaction.points["force"] = 0.0
        self._body.move(np.array(state.q), np.array(state.v), self.substep)
        if self._integrator.explicit and not self._checked_steps:
            self._checked_steps = True
            warn_of_long_step(self.longest_steps(), self.substep)

    def _advance(
        self, motors: Motors, forces: Sequence[tuple[FramePlace, Array]]
    ) -> tuple[Array, Array]:
        self._body.pushes = forces
        state, drive = (np.array(self._state.q), np.array(self._state.v)), Drive(motors)
        for _ in range(self._substeps):
            state = self._integrator.step(self._body, state, drive, self.substep)
        return state
