"""What scenes with contact forces share: the constraints on forces, and the tick."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, vector
from poise.constraints import (
    FrictionCones,
    RigidContacts,
    TickTerms,
    Variables,
    contact_jacobian,
    tick_terms,
    variable_bounds,
)
from poise.contact import Cone, Contact
from poise.model import RobotModel, Snapshot, require_robot
from poise.qp import Backend
from poise.scenes.checks import check_contacts, checked_acceleration_limit
from poise.scenes.penalised_scene import PenalisedScene
from poise.scenes.penalties import Penalties
from poise.scenes.plan import Plan
from poise.scenes.previous import PreviousTick
from poise.scenes.reference_velocity import constrained_velocity
from poise.scenes.scene import Level
from poise.scenes.solution import SceneProblem
from poise.tasks import AffineMap, Efforts


class ContactForceScene(PenalisedScene):
    """A scene that decides on contact forces; :class:`ReducedTsidScene` tells the parameters."""

    level: Level = "acceleration"
    degrees: frozenset[int] = frozenset({0, 1, 2})

    def __init__(
        self,
        robot: RobotModel,
        contacts: Sequence[Contact] = (),
        *,
        backend: str | Backend = "daqp",
        dim_contact: int | None = None,
        use_spatial_acc_bias: bool = True,
        cone: Cone = "inner",
        contact_damping: float = 20.0,
        contact_stiffness: float = 0.0,
        acceleration_limit: ArrayLike | Mapping[str, float] = np.inf,
        joint_weights: ArrayLike | Mapping[str, float] = 1.0,
        penalties: Penalties | None = None,
    ) -> None:
        self._dim_contact = dim_contact
        self._cones = FrictionCones(cone)
        self._rigid = RigidContacts(contact_damping, contact_stiffness, use_spatial_acc_bias)
        self._acceleration_limit = checked_acceleration_limit(
            require_robot(robot), acceleration_limit
        )
        super().__init__(robot, contacts, backend, joint_weights, penalties)

    @property
    def dim_contact(self) -> int | None:
        """The one dimension that contacts may have; None allows both kinds."""
        return self._dim_contact

    @property
    def use_spatial_acc_bias(self) -> bool:
        """Whether J̇v enters task and contact rows."""
        return self._rigid.use_bias

    @property
    def cone(self) -> Cone:
        """The friction pyramid of points."""
        return self._cones.cone

    def formulate(
        self,
        snapshot: Snapshot,
        references: Mapping[str, ArrayLike],
        previous: PreviousTick | None = None,
        reference_velocity: Array | None = None,
    ) -> SceneProblem:
        """Write the program of one tick. Nothing is remembered: same input, same output.

        Args:
            snapshot: The robot at the tick's state.
            references: For each motion task its desired acceleration a* (classical, world axes)
                [m/s², rad/s²], for each rate task its ẏ*; for each force task the wished force
                f* (contact axes) [N, N·m].
            previous: What was commanded before; without it there are no delta terms.
            reference_velocity: Joint velocities that the references mean, shape (na,), as
                :meth:`reference_velocity` gives them; the joints' dry friction is fed forward
                against them. None feeds none forward.

        Raises:
            SceneError: Not configured, another robot's snapshot, or references and tasks do not
                match.
            ShapeError, DefinitionError: A reference of wrong shape or not finite.
        """
        previous = PreviousTick() if previous is None else previous
        self._check_tick(snapshot, references, previous)
        if reference_velocity is not None:
            reference_velocity = vector("reference_velocity", reference_velocity, self.robot.na)
        plan = self._plan
        anchors = self._anchors(previous) if self._rigid.stiffness > 0 else {}
        terms = tick_terms(
            snapshot, plan.variables, plan.places, reference_velocity, anchors, self._loads
        )
        arrays = plan.fresh_arrays()
        plan.write(terms, arrays)
        efforts = Efforts(self._torque(plan, terms, arrays[0]), _forces(plan.variables))
        recovering, slacks = self._limit(arrays, snapshot, efforts, previous)
        tasks = self._stack.acceleration_rows(
            snapshot, references, efforts, use_bias=self.use_spatial_acc_bias
        )
        self._strict.write(tasks, plan.variables, plan.strict_rows(arrays))
        costs = self._penalties.costs(previous, plan.variables, efforts, self._weights.norm)
        costs += [*self._strict.costs(tasks, plan.variables), *slacks]
        return SceneProblem(
            program=plan.program(tasks.cost(plan.variables, costs), arrays),
            variables=plan.variables,
            contacts=self._contacts,
            state=snapshot.state,
            tasks=tasks,
            costs=tuple(costs),
            efforts=efforts,
            recovering=recovering,
            limits=self._limits,
        )

    def reference_velocity(self, snapshot: Snapshot, velocities: Mapping[str, ArrayLike]) -> Array:
        """Joint velocities that do the tasks' reference velocities best while contacts stay.

        Args:
            snapshot: The robot at the tick's state.
            velocities: Reference velocity of each active motion task, world axes [m/s, rad/s].

        Returns:
            Shape (na,) [rad/s, m/s].
        """
        self._check_snapshot(snapshot)
        self._stack.check_references(velocities, self._stack.motion_tasks)
        if not any(np.any(velocity) for velocity in velocities.values()):
            return np.zeros(self.robot.na)
        rows = self._stack.velocity_rows(snapshot, velocities)
        plan = self._plan
        fixed = contact_jacobian(snapshot, plan.variables, plan.places)
        # What a momentum should be says nothing of where joints are meant to go.
        weights = rows.weights * self._stack.of_positions
        wanted = constrained_velocity(rows.matrix * weights[:, None], rows.target * weights, fixed)
        return wanted[self.robot.nv - self.robot.na :]

    @abstractmethod
    def _torque(self, plan: Plan, terms: TickTerms, rows: Array) -> AffineMap:
        """The motor torques as a function of x.

        Args:
            plan: The layout.
            terms: The tick's terms.
            rows: The program's row matrix, written.
        """

    def _check_contacts(self, contacts: tuple[Contact, ...]) -> None:
        check_contacts(self.robot, contacts, self._dim_contact)
        super()._check_contacts(contacts)

    def _bounds(self, variables: Variables) -> tuple[Array, Array]:
        return variable_bounds(variables, self._acceleration_limit)


def _forces(variables: Variables) -> dict[str, AffineMap]:
    """Each contact's force, read off x."""
    identity = np.eye(variables.size)
    return {
        name: AffineMap(identity[place], np.zeros(place.stop - place.start))
        for name, place in variables.force.items()
    }
