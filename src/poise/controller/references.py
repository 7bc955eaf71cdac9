"""From targets to the references of a tick."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, did_you_mean
from poise.control import AccelerationLaw, IntegralState, PdLaw
from poise.errors import DefinitionError, SceneError
from poise.model import Snapshot
from poise.scenes import Scene
from poise.tasks import MotionTask, Target

TaskLaw: TypeAlias = PdLaw | AccelerationLaw
"""A law without or with an integral."""

_DEFAULT_LAW = PdLaw(100.0)


class _Asked(NamedTuple):
    """A motion task at a tick: its error, J v, and its target's velocity and acceleration."""

    error: Array
    actual: Array
    velocity: Array
    acceleration: Array


@dataclass(frozen=True, slots=True, eq=False)
class TickReferences:
    """What a scene is asked for at a tick, and what it came from, by task name.

    Attributes:
        references: What each motion task asks for at the scene's level, force of each force task.
        accelerations: Those of the motion tasks: a*, or v* where the scene decides on velocities;
            ẏ* or y* for rate tasks.
        velocities: Target velocity of each motion task [m/s, rad/s].
        errors: Target minus actual value of each motion task [m, rad].
        integrals: What the laws with an integral remember after the tick.
    """

    references: Mapping[str, ArrayLike]
    accelerations: Mapping[str, Array]
    velocities: Mapping[str, Array]
    errors: Mapping[str, Array]
    integrals: Mapping[str, IntegralState]


class ReferenceLaws:
    """The laws of a scene's motion tasks.

    Args:
        scene: The scene; its tasks may change later.
        dt: Time between ticks [s].
        laws: Law of each motion task, by name; a number is its kp with critical damping.

    Raises:
        DefinitionError: A law of no task, or gains of wrong size.
    """

    def __init__(self, scene: Scene, dt: float, laws: Mapping[str, TaskLaw | float]) -> None:
        self._scene = scene
        self._dt = dt
        tasks = motion_tasks(scene)
        self._laws: dict[str, TaskLaw] = {}
        for name, law in laws.items():
            if name not in tasks:
                raise DefinitionError(
                    f"laws hold {name!r}, which is no motion task. {did_you_mean(name, tasks)}"
                )
            self._laws[name] = law if isinstance(law, PdLaw | AccelerationLaw) else PdLaw(law)
            self._laws[name].check_size(name, tasks[name].dimension(scene.robot))
        self._checked: dict[MotionTask, tuple[Target, Target]] = {}

    def evaluate(
        self,
        snapshot: Snapshot,
        given: Mapping[str, Target | ArrayLike],
        integrals: Mapping[str, IntegralState],
    ) -> TickReferences:
        """The references of a tick. Nothing is remembered: same input, same output.

        Args:
            snapshot: The robot.
            given: A :class:`Target` for each motion task, a force for each force task.
            integrals: What the laws remember of the tick before.

        Raises:
            SceneError, DefinitionError: They do not match the tasks.
        """
        tasks = {task.name: task for task in self._scene.tasks}
        for name in given:
            if name not in tasks:
                raise SceneError(
                    f"references hold {name!r}, which is no task. {did_you_mean(name, tasks)}"
                )
        forces: dict[str, ArrayLike] = {}
        accelerations: dict[str, Array] = {}
        velocities: dict[str, Array] = {}
        errors: dict[str, Array] = {}
        moved: dict[str, IntegralState] = {}
        for name, task in tasks.items():
            if task.activation == 0.0:
                continue
            if isinstance(task, MotionTask):
                target = self._target(task, given.get(name))
                actual = task.velocity(snapshot)
                zero = np.zeros_like(actual)
                velocities[name] = zero if target.velocity is None else target.velocity
                errors[name] = task.error(snapshot, target)
                feedforward = zero if target.acceleration is None else target.acceleration
                asked = _Asked(errors[name], actual, velocities[name], feedforward)
                accelerations[name], integral = self._act(task, asked, integrals.get(name))
                if integral is not None:
                    moved[name] = integral
            elif name in given:
                forces[name] = _force(name, given[name])
        references = {**accelerations, **forces}
        return TickReferences(references, accelerations, velocities, errors, moved)

    def _act(
        self, task: MotionTask, asked: _Asked, integral: IntegralState | None
    ) -> tuple[Array, IntegralState | None]:
        """The reference of one task, and what its law remembers if it has an integral."""
        law = self._laws.get(task.name, _DEFAULT_LAW)
        error, actual, velocity, feedforward = asked
        if self._scene.level == "velocity":
            if task.relative_degree == 1:
                return actual + error, None
            return law.velocity(error, velocity), None
        if task.relative_degree == 1:
            # y stands where velocities stand: kd draws it to its target, and ẏ* is fed forward.
            error, velocity_error, feedforward = np.zeros_like(error), error, velocity
        else:
            velocity_error = velocity - actual
        if isinstance(law, PdLaw):
            return law.acceleration(error, velocity_error, feedforward), None
        before = law.init(error.size) if integral is None else integral
        return law.act(before, error, velocity_error, feedforward, self._dt)

    def _target(self, task: MotionTask, given: Target | ArrayLike | None) -> Target:
        if given is None:
            raise SceneError(
                f"task '{task.name}' has no target; pass one, or call set_target_from(state)."
            )
        if not isinstance(given, Target):
            raise DefinitionError(
                f"reference of task '{task.name}' must be a Target, got {type(given).__name__}."
            )
        # Targets never change, so the same one need not be checked at every tick.
        known = self._checked.get(task)
        if known is None or known[0] is not given:
            known = (given, task.checked_target(self._scene.robot, given))
            self._checked[task] = known
        return known[1]


def motion_tasks(scene: Scene) -> dict[str, MotionTask]:
    """The motion tasks of a scene, by name."""
    return {task.name: task for task in scene.tasks if isinstance(task, MotionTask)}


def _force(name: str, given: Target | ArrayLike) -> ArrayLike:
    if isinstance(given, Target):
        raise DefinitionError(f"reference of task '{name}' must be a force, no Target.")
    return given
