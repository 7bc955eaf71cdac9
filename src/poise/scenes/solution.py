"""The program of one tick and its solution, in the robot's terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from poise.arrays import Array
from poise.constraints import Variables
from poise.contact import Contact
from poise.errors import SceneError
from poise.model import RobotState
from poise.qp import QpSolution, QuadraticProgram
from poise.qp.hierarchy import HierarchicalSolution
from poise.scenes.cost import Cost
from poise.scenes.user_limits import UserLimits
from poise.scenes.weighted_rows import WeightedRows
from poise.tasks import Efforts

if TYPE_CHECKING:
    from poise.scenes.explanation import Explanation


@dataclass(frozen=True, slots=True, eq=False)
class SceneProblem:
    """What one tick asks a QP backend, and what is needed to read the answer.

    Attributes:
        program: The quadratic program.
        variables: Layout of its variables.
        contacts: All contacts of the scene, inactive ones included.
        state: The state it was formulated at.
        tasks: The tasks as least squares.
        costs: The cost terms that are no tasks.
        efforts: Torques and contact forces as functions of x; at velocity level those that lead
            to the velocities.
        recovering: Joints that are outside their limits or too fast to stop before them.
        limits: The user's limits.
    """

    program: QuadraticProgram
    variables: Variables
    contacts: tuple[Contact, ...]
    state: RobotState
    tasks: WeightedRows
    costs: tuple[Cost, ...]
    efforts: Efforts
    recovering: frozenset[str] = frozenset()
    limits: UserLimits = field(default_factory=UserLimits)

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
        """The raw solution, laid out as ``problem.variables`` says, shape (n,)."""
        return self.qp.x

    @property
    def acceleration(self) -> Array:
        """q̈ in Pinocchio's coordinates (base part spatial, base axes), shape (nv,).

        Raises:
            SceneError: The scene decides on velocities.
        """
        place = self.problem.variables.acceleration
        if not place.stop:
            raise SceneError("a velocity scene decides on no accelerations; read .velocity.")
        return self.qp.x[place]

    @property
    def velocity(self) -> Array:
        """v in Pinocchio's coordinates (base part in base axes), shape (nv,).

        Raises:
            SceneError: The scene decides on accelerations.
        """
        place = self.problem.variables.velocity
        if not place.stop:
            raise SceneError("the scene decides on accelerations, no velocities.")
        return self.qp.x[place]

    @property
    def torque(self) -> Array:
        """Motor torques τ = M q̈ + h − Jᵀ f of the actuated joints, shape (na,) [N·m, N].

        At velocity level those that lead to the velocities.
        """
        return self.problem.efforts.torque(self.qp.x)

    @property
    def contact_wrenches(self) -> Mapping[str, Array]:
        """Wrench of every contact on the robot, contact axes, shape (6,) [N, N·m].

        Moments of points are zero; so is everything of an inactive contact.
        """
        known = self.problem.efforts.wrenches
        wrenches: dict[str, Array] = {}
        for contact in self.problem.contacts:
            wrench = np.zeros(6)
            if contact.name in known:
                wrench[: contact.dimension] = known[contact.name](self.qp.x)
            wrenches[contact.name] = wrench
        return wrenches

    @property
    def shares(self) -> Mapping[str, float]:
        """Share of its reference that each scaled task got, in [0, 1]."""
        return {name: float(self.qp.x[k]) for name, k in self.problem.variables.share.items()}

    @property
    def friction_cone_slack(self) -> Mapping[str, float]:
        """Slack used by each surface contact [N]; empty when the cones are hard."""
        return {name: float(self.qp.x[k]) for name, k in self.problem.variables.slack.items()}

    @property
    def limit_slack(self) -> Mapping[str, float]:
        """By how much each soft limit is passed, in the unit of its rows."""
        slack = self.problem.variables.limit_slack
        return {name: max(float(self.qp.x[k]), 0.0) for name, k in slack.items()}

    @property
    def recovering(self) -> frozenset[str]:
        """Joints that are outside their joint limits, or too fast to stop before them."""
        return self.problem.recovering

    @property
    def warm_start(self) -> QpSolution | HierarchicalSolution:
        """What the next tick can begin with."""
        return self.qp

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
