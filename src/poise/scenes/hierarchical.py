"""Tasks of different priority: a lower one never costs a higher one anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from numpy.typing import ArrayLike

from poise.arrays import Array
from poise.constraints import Load
from poise.contact import Contact
from poise.errors import DefinitionError
from poise.limits import Limit
from poise.model import JointCommand, Snapshot
from poise.qp import QpSolution
from poise.qp.hierarchy import HierarchicalSolution, solve_hierarchy
from poise.scenes.contact_scene import ContactScene
from poise.scenes.hierarchical_solution import HierarchicalSceneSolution
from poise.scenes.levels import hierarchy_of
from poise.scenes.previous import PreviousTick
from poise.scenes.scene import Scene
from poise.scenes.solution import SceneProblem, SceneSolution
from poise.tasks import Task


class HierarchicalScene(Scene):
    """Another scene's tick, solved level by level in the order of the tasks' priorities.

    Constraints always hold. Among the points that fulfil them, those that do the tasks of
    priority 0 best are kept, among these those that do priority 1 best, and so on; within a
    priority weights decide. Friction cone slack is spared before all tasks, and penalties and
    damping decide only what all tasks leave open. Exact: a lower level changes the optimum of a
    higher one by less than 1e-8, rank-deficient levels included.

    Args:
        scene: Says what is decided on and what must hold: a :class:`ReducedTsidScene`, a
            :class:`TsidScene`, an :class:`AccelerationScene` or a :class:`VelocityScene`. It is
            part of this scene afterwards: configure and change it through this one.

    Raises:
        DefinitionError: scene is none of these.

    Source: A. Escande, N. Mansard, P.-B. Wieber, "Hierarchical quadratic programming", IJRR 33(7),
    2014.
    """

    def __init__(self, scene: ContactScene) -> None:
        if not isinstance(scene, ContactScene):
            raise DefinitionError(
                f"scene must be a scene with one level, such as ReducedTsidScene(robot, contacts), "
                f"got {scene!r}."
            )
        self._scene = scene
        self.robot = scene.robot
        self.level = scene.level
        self.degrees = scene.degrees

    def __repr__(self) -> str:
        """The scene whose ticks are solved."""
        return f"HierarchicalScene({self._scene!r})"

    @property
    def scene(self) -> ContactScene:
        """The scene whose ticks are solved."""
        return self._scene

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The tasks, in the order configured."""
        return self._scene.tasks

    @property
    def contacts(self) -> tuple[Contact, ...]:
        """The contacts, active and inactive."""
        return self._scene.contacts

    def configure(self, tasks: Sequence[Task]) -> None:
        """Set the tasks; see the scene's own."""
        self._scene.configure(tasks)

    def set_contacts(self, contacts: Sequence[Contact]) -> None:
        """Replace the contacts; see the scene's own."""
        self._scene.set_contacts(contacts)

    def set_loads(self, loads: Sequence[Load]) -> None:
        """Replace payloads and known external wrenches; see the scene's own."""
        self._scene.set_loads(loads)

    def set_limits(self, limits: Sequence[Limit]) -> None:
        """Replace the limits; see the scene's own."""
        self._scene.set_limits(limits)

    def formulate(
        self,
        snapshot: Snapshot,
        references: Mapping[str, ArrayLike],
        previous: PreviousTick | None = None,
        reference_velocity: Array | None = None,
    ) -> SceneProblem:
        """Write the program of one tick; see the scene's own."""
        return self._scene.formulate(snapshot, references, previous, reference_velocity)

    def reference_velocity(self, snapshot: Snapshot, velocities: Mapping[str, ArrayLike]) -> Array:
        """Joint velocities that belong to the tasks' reference velocities; see the scene's own."""
        return self._scene.reference_velocity(snapshot, velocities)

    def solve(
        self, problem: SceneProblem, warm_start: QpSolution | HierarchicalSolution | None = None
    ) -> SceneSolution:
        """Solve a tick level by level.

        Args:
            problem: What :meth:`formulate` returned.
            warm_start: ``warm_start`` of the previous tick's solution; ignored where its levels
                or limits differ.
        """
        known = warm_start if isinstance(warm_start, HierarchicalSolution) else None
        hierarchy = solve_hierarchy(hierarchy_of(problem), known, self._scene.backend)
        return HierarchicalSceneSolution.of(problem, hierarchy)

    def decode(self, solution: SceneSolution) -> JointCommand:
        """Turn the solution into a command for the joints; see the scene's own."""
        return self._scene.decode(solution)
