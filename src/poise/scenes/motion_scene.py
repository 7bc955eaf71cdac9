"""What scenes without forces among their variables share: the tick."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, number, vector
from poise.constraints import TickTerms, Variables, lay_out_motion, tick_terms
from poise.contact import Contact
from poise.model import RobotModel, Snapshot
from poise.qp import Backend
from poise.scenes.contact_scene import ContactScene
from poise.scenes.cost import Cost, DiagonalCost
from poise.scenes.previous import PreviousTick
from poise.scenes.solution import SceneProblem
from poise.scenes.weighted_rows import WeightedRows
from poise.tasks import Efforts


class MotionScene(ContactScene):
    """A scene that decides on velocities or on accelerations alone."""

    degrees: frozenset[int] = frozenset({1, 2})

    def __init__(
        self,
        robot: RobotModel,
        contacts: Sequence[Contact],
        backend: str | Backend,
        joint_weights: ArrayLike | Mapping[str, float],
        damping: float,
    ) -> None:
        self._damping = number("damping", damping, above=0.0)
        super().__init__(robot, contacts, backend, joint_weights)

    @property
    def damping(self) -> float:
        """ε of ½ ε ‖W⁻¹ x‖², the cost of moving at all."""
        return self._damping

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
            references: For each task what the scene's level asks for, world axes: a velocity
                v* [m/s, rad/s] or an acceleration a* (classical) [m/s², rad/s²]; for each rate
                task the A v wished, or its ẏ*.
            previous: Where contacts were made; without it they have not moved.
            reference_velocity: Joint velocities that the references mean, shape (na,); the
                joints' dry friction is fed forward against them. None feeds none forward.

        Raises:
            SceneError: Not configured, another robot's snapshot, or references and tasks do not
                match.
            ShapeError, DefinitionError: A reference of wrong shape or not finite.
        """
        previous = PreviousTick() if previous is None else previous
        self._check_tick(snapshot, references, previous)
        if reference_velocity is not None:
            reference_velocity = vector("reference_velocity", reference_velocity, self.robot.na)
        plan, anchors = self._plan, self._anchors(previous)
        terms = tick_terms(
            snapshot, plan.variables, plan.places, reference_velocity, anchors, self._loads
        )
        arrays = plan.fresh_arrays()
        plan.write(terms, arrays)
        self._write_bounds(plan.bounds(arrays), snapshot)
        efforts = self._efforts(terms, snapshot)
        recovering, slacks = self._limit(arrays, snapshot, efforts, previous)
        tasks = self._rows(snapshot, references)
        self._strict.write(tasks, plan.variables, plan.strict_rows(arrays))
        norm = self._damping * self._weights.norm
        costs: list[Cost] = [
            DiagonalCost(self.level, "regulariser", plan.variables.motion, norm),
            *self._strict.costs(tasks, plan.variables),
            *slacks,
        ]
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
        """None is worked out: zeros, so that no dry friction is fed forward, shape (na,)."""
        self._check_snapshot(snapshot)
        self._stack.check_references(velocities, self._stack.motion_tasks)
        return np.zeros(self.robot.na)

    @abstractmethod
    def _rows(self, snapshot: Snapshot, references: Mapping[str, ArrayLike]) -> WeightedRows:
        """The tasks of a tick."""

    @abstractmethod
    def _efforts(self, terms: TickTerms, snapshot: Snapshot) -> Efforts:
        """Torques and contact forces that belong to x."""

    @abstractmethod
    def _write_bounds(self, bounds: tuple[Array, Array], snapshot: Snapshot) -> None:
        """Write the bounds of x that change with the state, in place."""

    def _lay_out(self) -> Variables:
        return lay_out_motion(
            self.robot,
            self._contacts,
            of_velocity=self.level == "velocity",
            scaled=self._strict.scaled,
            soft_limits=self._limits.soft,
        )
