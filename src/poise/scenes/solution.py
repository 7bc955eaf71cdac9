"""The program of one tick and its solution, in the robot's terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from poise.arrays import Array
from poise.constraints import Variables
from poise.contact import Contact
from poise.model import RobotState
from poise.qp import QpSolution, QuadraticProgram
from poise.scenes.penalties import Penalties
from poise.scenes.previous import PreviousTick
from poise.scenes.weighted_rows import WeightedRows

if TYPE_CHECKING:
    from poise.scenes.explanation import Explanation


@dataclass(frozen=True, slots=True, eq=False)
class SceneProblem:
    """What one tick asks a QP backend, and what is needed to read the answer.

    Attributes:
        program: The quadratic program.
        variables: Layout of its variables.
        contacts: All contacts of the scene, inactive ones included.
        torque_map: Matrix of τ = torque_map x + torque_offset, shape (na, n).
        torque_offset: Shape (na,) [N·m, N].
        state: The state it was formulated at.
        tasks: The tasks as weighted least squares.
        penalties: The cost terms that are no tasks.
        previous: What the delta penalties refer to.
    """

    program: QuadraticProgram
    variables: Variables
    contacts: tuple[Contact, ...]
    torque_map: Array
    torque_offset: Array
    state: RobotState
    tasks: WeightedRows
    penalties: Penalties
    previous: PreviousTick

    def __repr__(self) -> str:
        """The program and the state; the rest is too long to read."""
        return f"SceneProblem({self.program!r}, {self.state!r})"


@dataclass(frozen=True, slots=True, eq=False)
class SceneSolution:
    """A solved tick.

    Attributes:
        problem: What was solved.
        qp: The QP backend's checked answer: status, residuals, multipliers, active rows.
    """

    problem: SceneProblem
    qp: QpSolution

    def __repr__(self) -> str:
        """How it ended and when; the rest is too long to read."""
        return f"SceneSolution({self.qp!r}, {self.problem.state!r})"

    @property
    def solved(self) -> bool:
        """Whether the answer passed every check."""
        return self.qp.solved

    @property
    def x(self) -> Array:
        """The raw solution: accelerations, contact forces, slacks, shape (n,)."""
        return self.qp.x

    @property
    def acceleration(self) -> Array:
        """q̈ in Pinocchio's coordinates (base part spatial, base axes), shape (nv,)."""
        return self.qp.x[self.problem.variables.acceleration]

    @property
    def torque(self) -> Array:
        """Motor torques τ = M q̈ + h − Jᵀ f of the actuated joints, shape (na,) [N·m, N]."""
        return self.problem.torque_map @ self.qp.x + self.problem.torque_offset

    @property
    def contact_wrenches(self) -> Mapping[str, Array]:
        """Wrench of every contact on the robot, contact axes, shape (6,) [N, N·m].

        Moments of points are zero; so is everything of an inactive contact.
        """
        wrenches: dict[str, Array] = {}
        for contact in self.problem.contacts:
            wrench = np.zeros(6)
            if contact.active:
                force = self.problem.variables.force[contact.name]
                wrench[: contact.dimension] = self.qp.x[force]
            wrenches[contact.name] = wrench
        return wrenches

    @property
    def friction_cone_slack(self) -> Mapping[str, float]:
        """Slack used by each surface contact [N]; empty when the cones are hard."""
        return {name: float(self.qp.x[k]) for name, k in self.problem.variables.slack.items()}

    def explain(self) -> Explanation:
        """Cost shares, limits that act with their multipliers, or limits that conflict."""
        from poise.scenes.explanation import explain  # it is about this class

        return explain(self)

    def require(self) -> SceneSolution:
        """The solution itself, if it is one.

        Raises:
            InfeasibleError: The program has no feasible point; the message names the worst rows.
            BackendError: The backend failed.
        """
        self.qp.require()
        return self
