"""poise's own simulator: Pinocchio's forward dynamics on soft ground."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pinocchio as pin

from poise.arrays import Array, number
from poise.contact import Contact
from poise.contact.stiction import SpringStiction, StictionState
from poise.errors import DefinitionError
from poise.model.forward_dynamics import ForwardDynamics, PlaceKinematics
from poise.model.frames import FramePlace
from poise.model.robot_model import RobotModel
from poise.model.state import RobotState
from poise.sim.motors import Motors
from poise.sim.simulator import Simulator, contact_pose, in_contact_axes


class SoftContactSimulator(Simulator):
    """Soft contacts at the points of each contact (the corners of a patch), flat ground z = 0.

    Each step of dt takes several substeps of semi-implicit Euler: v ← v + h q̈, then
    q ← q ⊕ h v. Motors with gains see every substep. Joint friction is implicit
    (:class:`poise.model.forward_dynamics.ForwardDynamics`). Joints have no end stops here.

    Args:
        robot: The robot.
        contacts: Where the ground may touch it.
        law: The contact law of one point; absent: :meth:`SpringStiction.for_mass` for the
            robot's mass and all points.
        dt: Length of a step [s].
        substep: Length of a substep [s]; dt must be a multiple of it.

    Raises:
        DefinitionError: dt is no multiple of substep, or as :class:`Simulator`.
    """

    def __init__(
        self,
        robot: RobotModel,
        contacts: Sequence[Contact],
        law: SpringStiction | None = None,
        dt: float = 1e-3,
        substep: float = 1e-4,
    ) -> None:
        super().__init__(robot, contacts, dt)
        self.substep = number("substep", substep, above=0.0)
        self._substeps = round(dt / substep)
        if self._substeps < 1 or abs(self._substeps * substep - dt) > 1e-9 * dt:
            raise DefinitionError(f"dt must be a multiple of substep, got {dt:g} and {substep:g}.")
        points = [
            FramePlace(contact.name, place.joint, place.placement * pin.SE3(np.eye(3), point))
            for contact, place in zip(self.contacts, self._places, strict=True)
            for point in contact.points
        ]
        self.law = SpringStiction.for_mass(robot.total_mass, len(points)) if law is None else law
        counts = [len(contact.points) for contact in self.contacts]
        self._rows = np.split(np.arange(len(points)), np.cumsum(counts)[:-1]) if counts else []
        self._friction = np.repeat([contact.friction for contact in self.contacts], counts)
        self._dynamics = ForwardDynamics(robot, points, substep)
        self._kinematics = PlaceKinematics(robot, self._places)
        self._forces_at_points = np.zeros((len(points), 3))
        self._stiction = StictionState.free(len(points))
        self._q_of_forces = self._state.q

    @property
    def stiction(self) -> StictionState:
        """A copy of what the contact law remembers now: anchors and which points touch."""
        return self._stiction.copy()

    def contact_wrenches(self) -> Mapping[str, Array]:
        """What the ground did to the robot in the last substep; see :class:`Simulator`."""
        wrenches: dict[str, Array] = {}
        poses = self._poses(self._q_of_forces)
        for contact, rows, pose in zip(self.contacts, self._rows, poses, strict=True):
            forces = self._forces_at_points[rows]
            levers = self._dynamics.positions[rows] - pose.translation
            moment = sum(pin.skew(r) @ f for r, f in zip(levers, forces, strict=True))
            wrenches[contact.name] = in_contact_axes(pose, forces.sum(axis=0), moment)
        return wrenches

    def contact_poses(self) -> Mapping[str, pin.SE3]:
        """Pose of each contact in the world now: its origin and its axes."""
        poses = self._poses(self._state.q)
        return {contact.name: pose for contact, pose in zip(self.contacts, poses, strict=True)}

    def _poses(self, q: Array) -> list[pin.SE3]:
        return [
            contact_pose(contact, pose)
            for contact, pose in zip(self.contacts, self._kinematics.poses(q), strict=True)
        ]

    def _restart(self, state: RobotState) -> None:
        count = len(self._friction)
        self._stiction = StictionState.free(count)
        self._forces_at_points = np.zeros((count, 3))
        self._dynamics.move(np.array(state.q), np.array(state.v))
        self._q_of_forces = np.array(state.q)

    def _advance(
        self, motors: Motors, forces: Sequence[tuple[FramePlace, Array]]
    ) -> tuple[Array, Array]:
        dynamics, law, reaction = self._dynamics, self.law, self._forces_at_points
        q, v = np.array(self._state.q), np.array(self._state.v)
        tau = np.zeros(self.robot.nv)
        base = self.robot.nv - self.robot.na
        tau[base:] = motors.torque(q, v)
        for _ in range(self._substeps):
            dynamics.move(q, v)
            law.apply(
                dynamics.positions, dynamics.velocities, self._friction, self._stiction, reaction
            )
            if not motors.constant:
                tau[base:] = motors.torque(q, v)
            total = tau
            for place, force in forces:
                total = total + dynamics.generalized_force(q, place, force)
            v += self.substep * dynamics.acceleration(q, v, total, reaction)
            self._q_of_forces = q
            q = dynamics.integrate(q, v)
        return q, v
