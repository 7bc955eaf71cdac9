"""A controller: a scene, the laws that make its references, and a memory."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import did_you_mean, number
from poise.control import IntegralState, MotorGains
from poise.controller.memory import ControllerMemory
from poise.controller.references import ReferenceLaws, TaskLaw, motion_tasks
from poise.controller.set_points import SetPoints
from poise.controller.step import ControlStep
from poise.controller.targets import Targets
from poise.errors import DefinitionError, SceneError
from poise.model import JointCommand, RobotState, Snapshot, Workspace
from poise.scenes import PreviousTick, Scene, SceneSolution
from poise.tasks import Target

_log = logging.getLogger(__name__)


class Controller:
    """Turns the robot's state into joint commands, tick by tick; not shared between threads.

    Args:
        scene: A configured scene.
        dt: Time between ticks [s].
        laws: Law of each motion task, by name: a :class:`PdLaw`, an :class:`AccelerationLaw`
            where an integral shall remove what a constant disturbance leaves, or a number, which
            is kp [1/s²] with critical damping. Tasks left out get kp = 100 (1/s²).
        motor_gains: For motors with loops of their own: gains that go into every command; they
            act about the commanded positions and velocities.

    Raises:
        DefinitionError: No scene, a law of no task, gains of wrong size, dt not positive.
    """

    def __init__(
        self,
        scene: Scene,
        dt: float,
        laws: Mapping[str, TaskLaw | float] | None = None,
        motor_gains: MotorGains | None = None,
    ) -> None:
        if not isinstance(scene, Scene):
            raise DefinitionError(f"scene must be a scene, got {scene!r}.")
        self.scene = scene
        self.robot = scene.robot
        self.dt = number("dt", dt, above=0.0)
        self.workspace = Workspace(scene.robot)
        self.memory = ControllerMemory()
        self.targets: dict[str, Target] = Targets()
        self._laws = ReferenceLaws(scene, self.dt, laws or {})
        self._motors = None if motor_gains is None else motor_gains.by_joint(self.robot)

    def set_target_from(self, state: RobotState, *names: str) -> None:
        """Take the targets from a state, so that nothing kicks at the start.

        What the integrals of these tasks hold is forgotten: it was about other targets.

        Args:
            state: The measured state; the targets are its values, at rest.
            names: The motion tasks meant; all when absent.

        Raises:
            SceneError: A name that no motion task has.
        """
        snapshot = self.workspace.evaluate(state)
        tasks = motion_tasks(self.scene)
        for name in names or tuple(tasks):
            if name not in tasks:
                raise SceneError(f"{name!r} is no motion task. {did_you_mean(name, tasks)}")
            target = tasks[name].target_from(snapshot)
            self.targets[name] = tasks[name].checked_target(self.robot, target)
        taken = names or tuple(tasks)
        kept = {k: v for k, v in self.memory.integrals.items() if k not in taken}
        self.memory = replace(self.memory, integrals=kept)

    def reset(self) -> None:
        """Forget the ticks before; targets stay."""
        self.memory = ControllerMemory()

    def step(
        self, state: RobotState, references: Mapping[str, Target | ArrayLike | None] | None = None
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
        tick = self._laws.evaluate(snapshot, self._given(references), before.integrals)
        velocity = None
        if self.robot.friction.any():
            velocity = self.scene.reference_velocity(snapshot, tick.velocities)
        problem = self.scene.formulate(snapshot, tick.references, before.previous, velocity)
        began = time.perf_counter()
        solution = self.scene.solve(problem, before.warm_start)
        solve_time = time.perf_counter() - began
        if solution.solved:
            command = self._command(state, solution)
            self.memory = self._remember(snapshot, solution, command, tick.integrals)
        else:
            # A robot that falls fails at every tick; the first of a row says it.
            level = logging.DEBUG if before.failed else logging.WARNING
            _log.log(level, "%s at %g s: %s", self.robot.name, state.time, solution.qp.status.value)
            command = self._repeat(before)
            self.memory = self._forget_failed(before)
        return ControlStep(command, solution, tick.accelerations, tick.errors, before, solve_time)

    def _given(
        self, references: Mapping[str, Target | ArrayLike | None] | None
    ) -> Mapping[str, Target | ArrayLike]:
        """What was passed, before the controller's own targets."""
        tasks = motion_tasks(self.scene)
        unknown = [name for name in self.targets if name not in tasks]
        if unknown:
            raise SceneError(
                f"controller.targets hold {unknown[0]!r}, which is no motion task of the scene. "
                f"{did_you_mean(unknown[0], tasks)} Or delete it."
            )
        given = {name: value for name, value in (references or {}).items() if value is not None}
        return {**self.targets, **given}

    def _command(self, state: RobotState, solution: SceneSolution) -> JointCommand:
        """The scene's command with what is missing of positions and velocities integrated."""
        command = self.scene.decode(solution)
        set_points = SetPoints(self.robot, self.dt, self.memory)
        if command.velocity is None:
            assert command.acceleration is not None  # noqa: S101 - a scene gives one of both
            velocity, position = set_points.of_accelerations(state, command.acceleration)
        else:
            velocity, position = command.velocity, set_points.of_velocities(state, command.velocity)
        kp, kd = (None, None) if self._motors is None else self._motors
        return replace(command, position=position, velocity=velocity, kp=kp, kd=kd)

    def _remember(
        self,
        snapshot: Snapshot,
        solution: SceneSolution,
        command: JointCommand,
        integrals: Mapping[str, IntegralState],
    ) -> ControllerMemory:
        wrenches = solution.contact_wrenches
        at_velocity = self.scene.level == "velocity"
        previous = PreviousTick(
            acceleration=None if at_velocity else np.array(solution.acceleration),
            torque=solution.torque,
            wrenches={
                contact.name: wrenches[contact.name]
                for contact in solution.problem.variables.contacts
            },
            contact_anchors=self._anchors(snapshot, solution),
            contacts={c.name: c for c in solution.problem.variables.contacts},
        )
        return ControllerMemory(
            previous=previous,
            warm_start=solution.warm_start,
            effort=command.effort,
            velocity=command.velocity,
            position=command.position if at_velocity else None,
            integrals=integrals,
        )

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
        previous = replace(before.previous, acceleration=None, torque=None, wrenches={})
        return replace(
            before, previous=previous, warm_start=None, velocity=None, position=None, failed=True
        )
