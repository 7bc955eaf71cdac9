"""Contacts that never give way: for comparison with soft ground."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pinocchio as pin

from poise.arrays import Array, number
from poise.contact import Contact
from poise.errors import DefinitionError
from poise.model.frames import FramePlace
from poise.model.joint_losses import JointLosses
from poise.model.place_kinematics import PlaceKinematics
from poise.model.robot_model import RobotModel
from poise.model.state import RobotState
from poise.model.welded_dynamics import Weld, WeldedDynamics
from poise.sim.drive import Drive
from poise.sim.motors import Motors
from poise.sim.simulator import Simulator, contact_pose, in_contact_axes


class RigidContactSimulator(Simulator):
    """Active contacts are welded to the ground where they are at the reset; others touch nothing.

    Pinocchio's constrained forward dynamics and semi-implicit Euler. A point keeps its place, a
    surface its pose. The ground pulls as well as it pushes, and there is no slip: this is what
    controllers assume of contacts, and what soft ground is compared with.

    Args:
        robot: The robot.
        contacts: Its contacts; ``active`` says which are welded.
        dt: Length of a step [s].
        proximal: Regulariser of the contact forces > 0; lets contacts be redundant.

    Raises:
        DefinitionError: The robot has joints that mimic others, or as :class:`Simulator`.
    """

    def __init__(
        self,
        robot: RobotModel,
        contacts: Sequence[Contact],
        dt: float = 1e-3,
        proximal: float = 1e-9,
    ) -> None:
        super().__init__(robot, contacts, dt)
        if robot.has_mimics:
            raise DefinitionError(
                f"robot '{robot.name}' has joints that mimic others, for which there are no rigid "
                "contacts; use a SoftContactSimulator."
            )
        self._proximal = number("proximal", proximal, above=0.0)
        self._losses = JointLosses(robot)
        self._kinematics = PlaceKinematics(robot, self._places)
        self._dynamics = WeldedDynamics(robot, {}, self._proximal)

    def contact_wrenches(self) -> Mapping[str, Array]:
        """What the ground did to the robot in the last step; see :class:`Simulator`."""
        forces = self._dynamics.forces
        nothing = np.zeros(3), np.zeros(3)
        return {
            name: in_contact_axes(pose, *forces.get(name, nothing))
            for name, pose in self.contact_poses().items()
        }

    def contact_poses(self) -> Mapping[str, pin.SE3]:
        """Pose of each contact in the world now: its origin and its axes."""
        poses = self._kinematics.poses(self._state.q)
        return {
            contact.name: contact_pose(contact, pose)
            for contact, pose in zip(self.contacts, poses, strict=True)
        }

    def _restart(self, state: RobotState) -> None:
        poses = self._kinematics.poses(state.q)
        welds = {
            contact.name: Weld(place, pose, turns=contact.dimension == 3)
            for contact, place, pose in zip(self.contacts, self._places, poses, strict=True)
            if contact.active
        }
        self._dynamics = WeldedDynamics(self.robot, welds, self._proximal)

    def _advance(
        self, motors: Motors, forces: Sequence[tuple[FramePlace, Array]]
    ) -> tuple[Array, Array]:
        q, v = np.array(self._state.q), np.array(self._state.v)
        self._losses.evaluate(q, v, self.dt)
        tau = Drive(motors).generalized(q, v) + self._losses.torque
        for place, force in forces:
            tau = tau + self._dynamics.generalized_force(q, place, force)
        v = v + self.dt * self._dynamics.acceleration(q, v, tau, self._losses.armature)
        return pin.integrate(self.robot.pin_model, q, self.dt * v), v
