"""A controller: a scene, the laws that make its references, and a memory."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, did_you_mean, number
from poise.control import PdLaw
from poise.controller.memory import ControllerMemory
from poise.controller.step import ControlStep
from poise.errors import DefinitionError, SceneError
from poise.model import JointCommand, RobotState, Snapshot, Workspace
from poise.scenes import PreviousTick, Scene, SceneSolution
from poise.tasks import MotionTask, Target, Task

_log = logging.getLogger(__name__)

# Time over which commanded joint velocities forget, returning to the measured ones [s].
_VELOCITY_MEMORY = 0.05


class Controller:
    """Turns the robot's state into joint commands, tick by tick; not shared between threads.

    Args:
        scene: A configured scene.
        dt: Time between ticks [s].
        laws: PD law of each motion task, by name; a number is its kp [1/s²] with critical
            damping. Tasks left out get kp = 100 (1/s²).

    Raises:
        DefinitionError: A law of no task, gains of wrong size, dt not positive.
    """

    def __init__(
        self,
        scene: Scene,
        dt: float,
        laws: Mapping[str, PdLaw | float] | None = None,
    ) -> None:
        self.scene = scene
        self.robot = scene.robot
        self.dt = number("dt", dt, above=0.0)
        self.workspace = Workspace(scene.robot)
        self.memory = ControllerMemory()
        self.targets: dict[str, Target] = {}
        self._laws = self._checked_laws(laws or {})
        self._checked_targets: dict[MotionTask, tuple[Target, Target]] = {}

    def set_target_from(self, state: RobotState, *names: str) -> None:
        """Take the targets from a state, so that nothing kicks at the start.

        Args:
            state: The measured state; the targets are its values, at rest.
            names: The motion tasks meant; all when absent.

        Raises:
            SceneError: A name that no motion task has.
        """
        snapshot = self.workspace.evaluate(state)
        for name in names or tuple(self._motion_tasks()):
            task = self._motion_task(name)
            self.targets[name] = task.checked_target(self.robot, task.target_from(snapshot))

    def reset(self) -> None:
        """Forget the ticks before; targets stay."""
        self.memory = ControllerMemory()

    def step(
        self, state: RobotState, references: Mapping[str, Target | ArrayLike] | None = None
    ) -> ControlStep:
        """One tick: evaluate, formulate, solve, decode, remember.

        Args:
            state: The robot's state.
            references: For motion tasks a :class:`Target`, for force tasks the wished force
                (contact axes); motion tasks left out keep the controller's own targets.

        Returns:
            The command and everything it came from. A tick that is not solved is an outcome:
            its command repeats the last efforts, or zero effort on the first tick.

        Raises:
            SceneError, DefinitionError: References and tasks do not match.
        """
        before = self.memory
        snapshot = self.workspace.evaluate(state)
        wanted, errors, accelerations = self._references(snapshot, references or {})
        friction_velocity = self._friction_velocity(snapshot, references or {})
        problem = self.scene.formulate(snapshot, wanted, before.previous, friction_velocity)
        began = time.perf_counter()
        solution = self.scene.solve(problem, before.warm_start)
        solve_time = time.perf_counter() - began
        if solution.solved:
            command = self._command(state, solution)
            self.memory = self._remember(snapshot, solution, command)
        else:
            _log.warning("%s at %g s: %s", self.robot.name, state.time, solution.qp.status.value)
            command = self._repeat(before)
            self.memory = self._forget_failed(before)
        return ControlStep(command, solution, accelerations, errors, before, solve_time)

    def _motion_tasks(self) -> dict[str, MotionTask]:
        return {task.name: task for task in self.scene.tasks if isinstance(task, MotionTask)}

    def _motion_task(self, name: str) -> MotionTask:
        tasks = self._motion_tasks()
        if name not in tasks:
            raise SceneError(f"{name!r} is no motion task. {did_you_mean(name, tasks)}")
        return tasks[name]

    def _checked_laws(self, laws: Mapping[str, PdLaw | float]) -> dict[str, PdLaw]:
        tasks = self._motion_tasks()
        checked: dict[str, PdLaw] = {}
        for name, law in laws.items():
            if name not in tasks:
                raise DefinitionError(
                    f"laws hold {name!r}, which is no motion task. {did_you_mean(name, tasks)}"
                )
            checked[name] = law if isinstance(law, PdLaw) else PdLaw(law)
            checked[name].check_size(name, tasks[name].dimension(self.robot))
        return checked

    def _target(self, task: MotionTask, references: Mapping[str, Target | ArrayLike]) -> Target:
        given = references.get(task.name, self.targets.get(task.name))
        if given is None:
            raise SceneError(
                f"task '{task.name}' has no target; pass one, or call set_target_from(state)."
            )
        if not isinstance(given, Target):
            raise DefinitionError(
                f"reference of task '{task.name}' must be a Target, got {type(given).__name__}."
            )
        # Targets never change, so the same one need not be checked at every tick.
        known = self._checked_targets.get(task)
        if known is None or known[0] is not given:
            known = (given, task.checked_target(self.robot, given))
            self._checked_targets[task] = known
        return known[1]

    def _references(
        self, snapshot: Snapshot, references: Mapping[str, Target | ArrayLike]
    ) -> tuple[dict[str, ArrayLike], dict[str, Array], dict[str, Array]]:
        known: dict[str, Task] = {task.name: task for task in self.scene.tasks}
        for name in references:
            if name not in known:
                raise SceneError(
                    f"references hold {name!r}, which is no task. {did_you_mean(name, known)}"
                )
        wanted: dict[str, ArrayLike] = {}
        errors: dict[str, Array] = {}
        accelerations: dict[str, Array] = {}
        for name, task in known.items():
            if task.activation == 0.0:
                continue
            if isinstance(task, MotionTask):
                target = self._target(task, references)
                errors[name] = task.error(snapshot, target)
                accelerations[name] = self._acceleration(task, snapshot, target, errors[name])
                wanted[name] = accelerations[name]
            elif name in references:
                given = references[name]
                if isinstance(given, Target):
                    raise DefinitionError(f"reference of task '{name}' must be a force, no Target.")
                wanted[name] = given
        return wanted, errors, accelerations

    def _acceleration(
        self, task: MotionTask, snapshot: Snapshot, target: Target, error: Array
    ) -> Array:
        law = self._laws.get(task.name, _DEFAULT_LAW)
        velocity = task.velocity(snapshot)
        wanted = np.zeros_like(velocity) if target.velocity is None else target.velocity
        feedforward = np.zeros_like(error) if target.acceleration is None else target.acceleration
        return law.acceleration(error, wanted - velocity, feedforward)

    def _friction_velocity(
        self, snapshot: Snapshot, references: Mapping[str, Target | ArrayLike]
    ) -> Array | None:
        """Joint velocities that dry friction is fed forward against; None where there is none."""
        if not self.robot.friction.any():
            return None
        velocities: dict[str, ArrayLike] = {}
        for name, task in self._motion_tasks().items():
            if task.activation > 0.0:
                velocity = self._target(task, references).velocity
                size = task.dimension(self.robot)
                velocities[name] = np.zeros(size) if velocity is None else velocity
        return self.scene.reference_velocity(snapshot, velocities)

    def _command(self, state: RobotState, solution: SceneSolution) -> JointCommand:
        """The scene's command with position and velocity integrated over one tick."""
        command = self.scene.decode(solution)
        assert command.acceleration is not None  # noqa: S101 - the scene always gives it
        velocity = self._integrated_velocity(state, command.acceleration)
        position = self.robot.joint_positions(state.q) + velocity * self.dt
        return replace(command, position=position, velocity=velocity)

    def _integrated_velocity(self, state: RobotState, acceleration: Array) -> Array:
        """Commanded joint velocities: integrated, and slowly drawn to the measured ones.

        Integrating filters the noise of the measurement; the slow pull keeps both together.
        """
        measured = state.v[self.robot.nv - self.robot.na :]
        before = self.memory.velocity
        if before is None:
            before = measured
        share = min(self.dt / _VELOCITY_MEMORY, 1.0)
        return before + self.dt * acceleration + share * (measured - before)

    def _remember(
        self, snapshot: Snapshot, solution: SceneSolution, command: JointCommand
    ) -> ControllerMemory:
        wrenches = solution.contact_wrenches
        previous = PreviousTick(
            acceleration=np.array(solution.acceleration),
            wrenches={
                contact.name: wrenches[contact.name]
                for contact in solution.problem.variables.contacts
            },
            contact_anchors=self._anchors(snapshot, solution),
            contacts={c.name: c for c in solution.problem.variables.contacts},
        )
        return ControllerMemory(previous, solution.qp, command.effort, command.velocity)

    def _anchors(self, snapshot: Snapshot, solution: SceneSolution) -> dict[str, pin.SE3]:
        """Where each active contact was made: kept while it stays the same one."""
        anchors: dict[str, pin.SE3] = {}
        for contact in solution.problem.variables.contacts:
            known = self.memory.previous.anchor_of(contact)
            here = snapshot.pose(contact.frame) * contact.placement if known is None else known
            anchors[contact.name] = here
        return anchors

    def _repeat(self, before: ControllerMemory) -> JointCommand:
        effort = np.zeros(self.robot.na) if before.effort is None else before.effort
        return JointCommand(self.robot.joint_names, effort)

    def _forget_failed(self, before: ControllerMemory) -> ControllerMemory:
        """After a failed tick: no delta terms and a cold start, the rest stays."""
        previous = replace(before.previous, acceleration=None, wrenches={})
        return ControllerMemory(previous, None, before.effort, None)


_DEFAULT_LAW = PdLaw(100.0)
