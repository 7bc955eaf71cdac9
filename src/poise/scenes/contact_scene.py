"""What all scenes of poise share: tasks and contacts that can be changed, and planned layouts."""

from __future__ import annotations

import logging
from abc import abstractmethod
from collections.abc import Mapping, Sequence

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array
from poise.constraints import Constraint, Load, Variables, check_loads
from poise.contact import Contact, as_contacts
from poise.errors import SceneError
from poise.limits import Limit, LimitTick
from poise.model import JointCommand, RobotModel, Snapshot, require_robot
from poise.qp import Backend, QpSolution, load_backend
from poise.qp.hierarchy import HierarchicalSolution
from poise.scenes.checks import (
    as_tasks,
    check_contacts,
    check_effort_task,
    check_snapshot,
    check_tasks,
)
from poise.scenes.cost import Cost
from poise.scenes.joint_weights import JointWeights
from poise.scenes.plan import Plan
from poise.scenes.previous import PreviousTick
from poise.scenes.scene import Scene
from poise.scenes.solution import SceneProblem, SceneSolution
from poise.scenes.strict_tasks import StrictTasks
from poise.scenes.task_stack import TaskStack
from poise.scenes.user_limits import UserLimits
from poise.tasks import Efforts, Task

_log = logging.getLogger(__name__)

# Layouts kept; a gait switches between a few, a changing friction makes ever new ones.
_MOST_PLANS = 64


class ContactScene(Scene):
    """A scene with a QP backend; its kinds say which variables and constraints they have.

    Whatever changes it (:meth:`configure`, :meth:`set_contacts`, …) leaves it unchanged when it
    raises.
    """

    def __init__(
        self,
        robot: RobotModel,
        contacts: Sequence[Contact],
        backend: str | Backend,
        joint_weights: ArrayLike | Mapping[str, float],
    ) -> None:
        self.robot = require_robot(robot)
        self.backend = load_backend(backend) if isinstance(backend, str) else backend
        self._weights = JointWeights(robot, joint_weights)
        self._plans: dict[object, Plan] = {}
        self._stack = TaskStack(robot, ())
        self._strict = StrictTasks()
        self._contacts: tuple[Contact, ...] = ()
        self._loads: tuple[Load, ...] = ()
        self._limits = UserLimits()
        self._plan: Plan
        self.set_contacts(contacts)

    def __repr__(self) -> str:
        """Robot, tasks, contacts and backend."""
        tasks = ", ".join(task.name for task in self.tasks)
        contacts = ", ".join(contact.name for contact in self.contacts)
        return (
            f"{type(self).__name__}({self.robot.name}; tasks: {tasks or 'none'}; "
            f"contacts: {contacts or 'none'}; {self.backend.name})"
        )

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The tasks, in the order configured."""
        return self._stack.tasks

    @property
    def contacts(self) -> tuple[Contact, ...]:
        """The contacts, active and inactive."""
        return self._contacts

    @property
    def loads(self) -> tuple[Load, ...]:
        """Payloads and known wrenches on the robot."""
        return self._loads

    def configure(self, tasks: Sequence[Task]) -> None:
        """Set the tasks; the scene is unchanged when it raises.

        Raises:
            SceneError: No tasks, two of one name, or a task that this scene cannot do.
            PoiseError: A task names a frame, joint or contact that does not exist.
        """
        tasks = as_tasks(tasks)
        check_tasks(self, tasks)
        self._stack = TaskStack(self.robot, tasks)
        self._strict = StrictTasks.of(self._stack)
        self._plan = self._planned()

    def set_contacts(self, contacts: Sequence[Contact]) -> None:
        """Replace the contacts; the scene is unchanged when it raises.

        Any change (frame, placement, active flag, friction, size) is noticed and re-plans the
        layout once; layouts are kept, so going back costs nothing.

        Raises:
            SceneError: Two of one name, or a task's contact is missing.
            DefinitionError: A kind of contact that the scene cannot have.
            FrameNotFoundError: A frame does not exist.
        """
        contacts = as_contacts(contacts)
        self._check_contacts(contacts)
        for task in self.tasks:
            check_effort_task(task, contacts)
        self._contacts = contacts
        self._plan = self._planned()

    def set_loads(self, loads: Sequence[Load]) -> None:
        """Replace the payloads and known external wrenches that the next ticks count on.

        Raises:
            DefinitionError: One is neither a Payload nor an ExternalWrench.
            FrameNotFoundError: A frame does not exist.
        """
        check_loads(self.robot, tuple(loads))
        self._loads = tuple(loads)

    def set_limits(self, limits: Sequence[Limit]) -> None:
        """Replace the limits that hold from the next tick on, besides the scene's own.

        All of them hold, whatever their order. Where two on the motion of a joint have nothing
        in common, joint limits count, and of several the first.

        Raises:
            DefinitionError: One is no limit.
            SceneError: Two of one name, or one that this scene cannot have.
            PoiseError: One does not fit the robot; nothing changes.
        """
        with_forces = 0 in self.degrees
        self._limits = UserLimits.of(self.robot, limits, with_forces=with_forces)
        self._plan = self._planned()

    def solve(
        self, problem: SceneProblem, warm_start: QpSolution | HierarchicalSolution | None = None
    ) -> SceneSolution:
        """Solve a tick's program; the answer is checked before it is called solved.

        Args:
            problem: What :meth:`formulate` returned.
            warm_start: ``warm_start`` of the previous tick's solution; ignored where its layout
                differs.
        """
        known = warm_start if isinstance(warm_start, QpSolution) else None
        return SceneSolution(problem, self.backend.solve(problem.program, known))

    def decode(self, solution: SceneSolution) -> JointCommand:
        """Efforts and accelerations of the actuated joints; velocity scenes say otherwise.

        Raises:
            InfeasibleError, BackendError: The tick was not solved.
        """
        solution.require()
        robot = self.robot
        return JointCommand(
            joint_names=robot.joint_names,
            effort=solution.torque,
            acceleration=np.array(solution.acceleration[robot.nv - robot.na :]),
        )

    @abstractmethod
    def _lay_out(self) -> Variables:
        """The variables for the contacts, tasks and penalties there are."""

    @abstractmethod
    def _constraints(self) -> tuple[Constraint, ...]:
        """The constraints, in the order their rows shall stand."""

    @abstractmethod
    def _bounds(self, variables: Variables) -> tuple[Array, Array]:
        """The bounds of x that stay the same."""

    def _check_contacts(self, contacts: tuple[Contact, ...]) -> None:
        check_contacts(self.robot, contacts, None)

    def _layout_key(self) -> object:
        """What else a layout depends on."""
        return None

    def _planned(self) -> Plan:
        """The layout for the contacts and tasks there are: a known one, or a new one."""
        structure = tuple(contact.structure() for contact in self._contacts)
        variables = self._lay_out()
        strict = self._strict.row_names(variables, self._stack)
        limits, soft = self._limits.names, self._limits.soft
        key = (self._layout_key(), structure, strict, self._strict.scaled, limits, soft)
        plan = self._plans.get(key)
        if plan is None:
            plan = Plan(variables, self._constraints(), self._bounds(variables), strict, limits)
            _log.debug("%s: new layout with %d variables", self.robot.name, variables.size)
            if len(self._plans) >= _MOST_PLANS:
                del self._plans[next(iter(self._plans))]
            self._plans[key] = plan
        return plan

    def _limit(
        self,
        arrays: tuple[Array, Array, Array],
        snapshot: Snapshot,
        efforts: Efforts,
        previous: PreviousTick,
    ) -> tuple[frozenset[str], list[Cost]]:
        """Write the user's limits and what is frozen into a tick; who recovers, and the slacks."""
        variables, bounds = self._plan.variables, self._plan.bounds(arrays)
        tick = LimitTick(snapshot, variables, efforts, previous.acceleration, previous.torque)
        recovering = self._limits.tighten(bounds, tick)
        self._weights.freeze(bounds, variables, snapshot)
        self._limits.write(tick, self._plan.limit_rows(arrays))
        return recovering, self._limits.costs(tick)

    def _anchors(self, previous: PreviousTick) -> dict[str, pin.SE3]:
        """Where contacts were made, as far as known."""
        anchors = {c.name: previous.anchor_of(c) for c in self._plan.variables.contacts}
        return {name: anchor for name, anchor in anchors.items() if anchor is not None}

    def _check_tick(
        self, snapshot: Snapshot, references: Mapping[str, ArrayLike], previous: PreviousTick
    ) -> None:
        self._check_snapshot(snapshot)
        nv = self.robot.nv
        if previous.acceleration is not None and previous.acceleration.size != nv:
            raise SceneError(
                f"previous acceleration must have {nv} entries, got {previous.acceleration.size}."
            )
        self._stack.check_references(references, self._stack.active)

    def _check_snapshot(self, snapshot: Snapshot) -> None:
        if not self.tasks:
            raise SceneError("configure(tasks) must come before formulate().")
        check_snapshot(self.robot, snapshot)
