"""Whole-body control by task-space inverse dynamics with the torques eliminated."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, non_negative_per_axis
from poise.constraints import (
    EquationsOfMotion,
    FrictionCones,
    RigidContacts,
    TickTerms,
    TorqueLimits,
    contact_jacobian,
    lay_out,
    tick_terms,
)
from poise.contact import Cone, Contact
from poise.errors import DefinitionError, RegularizationWarning, SceneError
from poise.model import JointCommand, RobotModel, Snapshot
from poise.qp import Backend, QuadraticProgram, load_backend
from poise.scenes.contact_forces import (
    UNDECIDED_FORCES,
    check_force_task,
    check_slack,
    forces_are_undecided,
)
from poise.scenes.penalties import Penalties, add_penalties
from poise.scenes.plan import Plan
from poise.scenes.previous import PreviousTick
from poise.scenes.reference_velocity import constrained_velocity
from poise.scenes.scene import Scene
from poise.scenes.solution import SceneProblem, SceneSolution
from poise.scenes.task_stack import TaskStack
from poise.tasks import ForceTask, MotionTask, Task


class ReducedTsidScene(Scene):
    """Accelerations and contact forces that do the tasks best within the robot's limits.

    Minimises over q̈, the forces f of the active contacts and, when asked for, slacks s ::

        ½ Σ aₜ² ‖W (J q̈ + J̇v − a*)‖² + ½ Σ aₖ² ‖W (f − f*)‖² + ½ ε_a ‖q̈‖² + ½ ε_f ‖f‖²
        + w_a ‖q̈ − q̈_prev‖² + w_f ‖f − f_prev‖² + w_s Σ sᵢ²

    subject to the base's equations of motion, contacts that stay, torque limits, joint
    acceleration limits, friction cones and normal force limits. One level: priorities by
    weights, which act squared. Torques follow: τ = M q̈ + h − Jᵀ f.

    Args:
        robot: The robot, with a fixed or a floating base.
        contacts: Its contacts; points and surfaces may be mixed.
        backend: QP backend or its name.
        dim_contact: 3 allows only points, 6 only surfaces, None both.
        use_spatial_acc_bias: Whether J̇v enters task and contact rows. False leaves it out of
            both, for robots with noisy velocities.
        cone: Friction pyramid of points, ``"inner"`` or ``"outer"``.
        contact_damping: k_d of J q̈ + J̇v = −k_p e − k_d J v [1/s].
        contact_stiffness: k_p of the same [1/s²].
        acceleration_limit: Largest joint accelerations, one number, (na,) or ``{joint: value}``
            (others unlimited) [rad/s², m/s²].
        penalties: The cost terms that are no tasks; the setters change them one by one.

    Raises:
        DefinitionError: A parameter is wrong; the message says which.
        FrameNotFoundError: A contact's frame does not exist.

    Source: A. Del Prete, N. Mansard, "Robustness to joint-torque-tracking errors in task-space
    inverse dynamics", IEEE T-RO 32(5), 2016, with torques eliminated.
    """

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
        penalties: Penalties | None = None,
    ) -> None:
        if dim_contact not in (None, 3, 6):
            raise DefinitionError(f"dim_contact must be 3, 6 or None, got {dim_contact!r}.")
        self.robot = robot
        self.backend = load_backend(backend) if isinstance(backend, str) else backend
        self.dim_contact = dim_contact
        self.use_spatial_acc_bias = use_spatial_acc_bias
        self._rigid = RigidContacts(contact_damping, contact_stiffness, use_spatial_acc_bias)
        self._constraints = (
            EquationsOfMotion(),
            self._rigid,
            TorqueLimits(),
            FrictionCones(cone),
        )
        self._acceleration_limit = _acceleration_limit(robot, acceleration_limit)
        self._penalties = penalties if penalties is not None else Penalties()
        self._plans: dict[object, Plan] = {}
        self._stack = TaskStack(robot, ())
        self._contacts: tuple[Contact, ...] = ()
        self.set_contacts(contacts)

    def __repr__(self) -> str:
        """Robot, tasks, contacts and backend."""
        tasks = ", ".join(task.name for task in self.tasks)
        contacts = ", ".join(contact.name for contact in self.contacts)
        return (
            f"ReducedTsidScene({self.robot.name}; tasks: {tasks or 'none'}; "
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
    def penalties(self) -> Penalties:
        """The cost terms that are no tasks."""
        return self._penalties

    def configure(self, tasks: Sequence[Task]) -> None:
        """Set the tasks; the scene is unchanged when it raises.

        Raises:
            SceneError: No tasks, two of one name, or a task that this scene cannot do.
            PoiseError: A task names a frame, joint or contact that does not exist.
        """
        if not tasks:
            raise SceneError("tasks must hold at least one task.")
        names = [task.name for task in tasks]
        repeated = sorted({name for name in names if names.count(name) > 1})
        if repeated:
            raise SceneError(f"task names must differ, but {repeated[0]!r} stands twice.")
        for task in tasks:
            if not isinstance(task, (MotionTask, ForceTask)):
                raise SceneError(f"tasks must hold motion or force tasks, got {task!r}.")
            task.check(self.robot)
            check_force_task(task, self._contacts)
        self._stack = TaskStack(self.robot, tasks)
        if forces_are_undecided(self.robot, self._contacts, tasks, self._penalties):
            warnings.warn(UNDECIDED_FORCES, RegularizationWarning, stacklevel=2)

    def set_contacts(self, contacts: Sequence[Contact]) -> None:
        """Replace the contacts; the scene is unchanged when it raises.

        Any change (frame, placement, active flag, friction, size) is noticed and re-plans the
        layout once; layouts are kept, so going back costs nothing.

        Raises:
            SceneError: Two of one name, or a force task's contact is missing.
            DefinitionError: A kind of contact that ``dim_contact`` or the slack penalty rules out.
            FrameNotFoundError: A frame does not exist.
        """
        names = [contact.name for contact in contacts]
        repeated = sorted({name for name in names if names.count(name) > 1})
        if repeated:
            raise SceneError(
                f"contact names must differ, but {repeated[0]!r} stands twice; pass name=…."
            )
        for contact in contacts:
            self.robot.place(contact.frame)
            if self.dim_contact is not None and contact.dimension != self.dim_contact:
                kind = "points" if self.dim_contact == 3 else "surfaces"
                raise DefinitionError(
                    f"contact '{contact.name}' is a {type(contact).__name__}, but "
                    f"dim_contact={self.dim_contact} allows only {kind}."
                )
        check_slack(self._penalties, contacts)
        for task in self.tasks:
            check_force_task(task, contacts)
        self._contacts = tuple(contacts)

    def set_acceleration_penalty(self, penalty: float) -> None:
        """Set ε_a of ½ ε_a ‖q̈‖², ≥ 0 [1/(rad/s²)²]."""
        self._set_penalties(replace(self._penalties, acceleration=penalty))

    def set_contact_wrench_penalty(self, penalty: float) -> None:
        """Set ε_f of ½ ε_f ‖f‖², ≥ 0 [1/N²]."""
        self._set_penalties(replace(self._penalties, contact_wrench=penalty))

    def set_acceleration_delta_penalty(self, penalty: float) -> None:
        """Set w_a of w_a ‖q̈ − q̈_prev‖², ≥ 0; its effect depends on the tick rate."""
        self._set_penalties(replace(self._penalties, acceleration_delta=penalty))

    def set_contact_wrench_delta_penalty(self, penalty: float) -> None:
        """Set w_f of w_f ‖f − f_prev‖², ≥ 0; its effect depends on the tick rate."""
        self._set_penalties(replace(self._penalties, contact_wrench_delta=penalty))

    def set_friction_cone_slack_penalty(self, penalty: float) -> None:
        """Set w_s of w_s Σ sᵢ², ≥ 0 [1/N²]; 0 keeps the cones hard.

        Raises:
            DefinitionError: There are point contacts; only surfaces have a slack.
        """
        self._set_penalties(replace(self._penalties, friction_cone_slack=penalty))

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
                [m/s², rad/s²]; for each force task the wished force f* (contact axes) [N, N·m].
            previous: What was commanded before; without it there are no delta terms.
            reference_velocity: Joint velocities that the references mean, shape (na,), as
                :meth:`reference_velocity` gives them; the joints' dry friction is fed forward
                against them. None feeds none forward.

        Raises:
            SceneError: Not configured, or references and tasks do not match.
            ShapeError, DefinitionError: A reference of wrong shape or not finite.
        """
        if not self.tasks:
            raise SceneError("configure(tasks) must come before formulate().")
        previous = PreviousTick() if previous is None else previous
        self._stack.check_references(references)
        plan = self._plan()
        terms = tick_terms(
            snapshot,
            plan.variables,
            plan.places,
            reference_velocity,
            # How far contacts have moved matters only where something pulls them back.
            previous.contact_anchors if self._rigid.stiffness > 0 else {},
        )
        arrays = plan.fresh_arrays()
        for constraint, rows in plan.rows_of(arrays):
            constraint.write(terms, plan.variables, rows)
        matrix, lower, upper = arrays
        H, g = self._stack.cost(
            snapshot, references, plan.variables, use_bias=self.use_spatial_acc_bias
        )
        add_penalties((H, g), self._penalties, previous, plan.variables)
        program = QuadraticProgram.trusted(
            (H, g), matrix, (lower, upper), plan.layout, plan.equality_scale
        )
        return self._problem(program, plan, terms, snapshot)

    def reference_velocity(self, snapshot: Snapshot, velocities: Mapping[str, ArrayLike]) -> Array:
        """Joint velocities that do the tasks' reference velocities best while contacts stay.

        Args:
            snapshot: The robot at the tick's state.
            velocities: Reference velocity of each active motion task, world axes [m/s, rad/s].

        Returns:
            Shape (na,) [rad/s, m/s].
        """
        matrix, wanted = self._stack.least_squares(snapshot, velocities, use_bias=False)
        plan = self._plan()
        fixed = contact_jacobian(snapshot, plan.variables, plan.places)
        return constrained_velocity(matrix, wanted, fixed)[self.robot.nv - self.robot.na :]

    def solve(
        self, problem: SceneProblem, warm_start: SceneSolution | None = None
    ) -> SceneSolution:
        """Solve a tick's program; the answer is checked before it is called solved.

        Args:
            problem: What :meth:`formulate` returned.
            warm_start: The previous tick's solution; ignored where its layout differs.
        """
        start = None
        if warm_start is not None and warm_start.problem.program.layout == problem.program.layout:
            start = warm_start.qp
        return SceneSolution(problem, self.backend.solve(problem.program, start))

    def decode(self, solution: SceneSolution) -> JointCommand:
        """Efforts and accelerations of the actuated joints.

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

    def _set_penalties(self, penalties: Penalties) -> None:
        check_slack(penalties, self._contacts)
        self._penalties = penalties

    def _plan(self) -> Plan:
        with_slack = self._penalties.friction_cone_slack > 0
        key = (with_slack, tuple(contact.structure() for contact in self._contacts))
        plan = self._plans.get(key)
        if plan is None:
            variables = lay_out(self.robot, self._contacts, with_slack=with_slack)
            plan = Plan(variables, self._constraints, self._acceleration_limit)
            self._plans[key] = plan
        return plan

    def _problem(
        self, program: QuadraticProgram, plan: Plan, terms: TickTerms, snapshot: Snapshot
    ) -> SceneProblem:
        first = self.robot.nv - self.robot.na
        torque_map = program.rows[plan.span_of(TorqueLimits)]
        return SceneProblem(
            program=program,
            variables=plan.variables,
            contacts=self._contacts,
            torque_map=torque_map,
            torque_offset=terms.h[first:],
            state=snapshot.state,
        )


def _acceleration_limit(robot: RobotModel, limit: ArrayLike | Mapping[str, float]) -> Array:
    if isinstance(limit, Mapping):
        checked = robot.joint_vector(limit, default=np.inf)
    else:
        full = np.broadcast_to(np.asarray(limit, dtype=np.float64), (robot.na,))
        if np.isinf(full).all():
            return full
        checked = non_negative_per_axis("acceleration_limit", limit, robot.na)
    if not (checked > 0).all():
        raise DefinitionError(f"acceleration_limit must be > 0, got {checked.tolist()}.")
    return checked
