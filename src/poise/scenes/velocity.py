"""Velocities that do the tasks within the joints' position and velocity limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, number, vector
from poise.constraints import (
    Constraint,
    RestingContacts,
    TickTerms,
    Variables,
    variable_bounds,
)
from poise.contact import Contact
from poise.errors import DefinitionError
from poise.model import JointCommand, RobotModel, Snapshot
from poise.qp import Backend
from poise.scenes.motion_scene import MotionScene
from poise.scenes.scene import Level
from poise.scenes.solution import SceneSolution
from poise.scenes.unconstrained_forces import forces_of_velocities
from poise.scenes.weighted_rows import WeightedRows
from poise.tasks import Efforts


class VelocityScene(MotionScene):
    """Velocities that do the tasks best within position and velocity limits.

    Minimises ½ Σ aₜ² ‖W (J v − v*)‖² + ½ ε Σ (vⱼ/wⱼ)² subject to contacts that stay, J v = −k e,
    joint velocity limits, and positions that stay within their limits over one tick. A joint
    outside its position limits comes back as fast as its velocity limit allows, so that the
    limits never contradict each other.

    The command's velocities are what the scene decided, for motors that follow velocities. Its
    efforts are for motors that follow torques: by inverse dynamics, with the smallest contact
    forces that carry the base, they bring the robot to these velocities; neither torque limits
    nor friction are looked at.

    Args:
        robot: The robot.
        contacts: Its contacts.
        dt: Time for which a velocity is held [s].
        backend: QP backend or its name.
        contact_gain: k, how fast a contact goes back to where it was made [1/s].
        response: Time constant in which the efforts reach the velocities [s].
        velocity_limit: Largest joint speeds, one number, (na,) or ``{joint: value}`` (others the
            file's); the smaller of these and the file's holds [rad/s, m/s].
        joint_weights: One number, (na,) or ``{joint: weight}`` (others 1), ≥ 0: the smaller, the
            more the other joints move instead; 0 freezes a joint.
        damping: ε > 0; keeps velocities bounded near singularities.

    Raises:
        DefinitionError: A parameter is wrong; the message says which.
        FrameNotFoundError: A contact's frame does not exist.

    Source: O. Kanoun, F. Lamiraux, P.-B. Wieber, "Kinematic control of redundant manipulators:
    generalizing the task-priority framework to inequality tasks", IEEE T-RO 27(4), 2011, with one
    level.
    """

    level: Level = "velocity"

    def __init__(
        self,
        robot: RobotModel,
        contacts: Sequence[Contact] = (),
        *,
        dt: float,
        backend: str | Backend = "daqp",
        contact_gain: float = 0.0,
        response: float = 0.05,
        velocity_limit: ArrayLike | Mapping[str, float] = np.inf,
        joint_weights: ArrayLike | Mapping[str, float] = 1.0,
        damping: float = 1e-6,
    ) -> None:
        self._resting = RestingContacts(contact_gain)
        self._dt = number("dt", dt, above=0.0)
        self._response = number("response", response, minimum=self._dt)
        super().__init__(robot, contacts, backend, joint_weights, damping)
        self._speed = _speed_limit(robot, velocity_limit)

    def decode(self, solution: SceneSolution) -> JointCommand:
        """Velocities of the actuated joints, and the efforts that lead to them.

        Raises:
            InfeasibleError, BackendError: The tick was not solved.
        """
        solution.require()
        robot = self.robot
        return JointCommand(
            joint_names=robot.joint_names,
            effort=solution.torque,
            velocity=np.array(solution.velocity[robot.nv - robot.na :]),
        )

    def _constraints(self) -> tuple[Constraint, ...]:
        return (self._resting,)

    def _bounds(self, variables: Variables) -> tuple[Array, Array]:
        return variable_bounds(variables, np.full(self.robot.na, np.inf))

    def _write_bounds(self, bounds: tuple[Array, Array], snapshot: Snapshot) -> None:
        robot = self.robot
        joints = slice(robot.nv - robot.na, robot.nv)
        q = robot.joint_positions(snapshot.state.q)
        for bound, limit in zip(bounds, (robot.lower_position, robot.upper_position), strict=True):
            bound[joints] = np.clip((limit - q) / self._dt, -self._speed, self._speed)

    def _rows(self, snapshot: Snapshot, references: Mapping[str, ArrayLike]) -> WeightedRows:
        return self._stack.velocity_rows(snapshot, references)

    def _efforts(self, terms: TickTerms, snapshot: Snapshot) -> Efforts:
        v = snapshot.state.v
        return forces_of_velocities(terms, self._plan.variables, v, self._response)


def _speed_limit(robot: RobotModel, limit: ArrayLike | Mapping[str, float]) -> Array:
    """The smaller of the file's and the user's speed limits, shape (na,)."""
    if isinstance(limit, Mapping):
        given = robot.joint_vector(limit, default=np.inf)
    else:
        full = np.full(robot.na, limit) if np.ndim(limit) == 0 else limit
        given = vector("velocity_limit", full, robot.na, allow_infinite=True)
    if not (given >= 0).all():
        raise DefinitionError(f"velocity_limit must be ≥ 0, got {given.tolist()}.")
    smaller: Array = np.minimum(given, robot.velocity_limit)
    return smaller
