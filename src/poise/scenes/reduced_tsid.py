"""Whole-body control by task-space inverse dynamics with the torques eliminated."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, vector
from poise.constraints import (
    TorqueLimits,
    contact_jacobian,
    tick_terms,
)
from poise.errors import SceneError
from poise.model import JointCommand, Snapshot
from poise.qp import QpSolution
from poise.scenes.contact_force_scene import ContactForceScene
from poise.scenes.penalties import add_penalties
from poise.scenes.previous import PreviousTick
from poise.scenes.reference_velocity import constrained_velocity
from poise.scenes.solution import SceneProblem, SceneSolution


class ReducedTsidScene(ContactForceScene):
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
            SceneError: Not configured, another robot's snapshot, or references and tasks do not
                match.
            ShapeError, DefinitionError: A reference of wrong shape or not finite.
        """
        previous = PreviousTick() if previous is None else previous
        self._check_tick(snapshot, references, previous)
        if reference_velocity is not None:
            reference_velocity = vector("reference_velocity", reference_velocity, self.robot.na)
        plan = self._plan
        terms = tick_terms(
            snapshot, plan.variables, plan.places, reference_velocity, self._anchors(previous)
        )
        arrays = plan.fresh_arrays()
        for constraint, rows in plan.rows_of(arrays):
            constraint.write(terms, plan.variables, rows)
        tasks = self._stack.rows(
            snapshot, references, plan.variables, use_bias=self.use_spatial_acc_bias
        )
        H, g = tasks.cost(plan.variables)
        add_penalties((H, g), self._penalties, previous, plan.variables)
        program = plan.program((H, g), arrays)
        first = self.robot.nv - self.robot.na
        return SceneProblem(
            program=program,
            variables=plan.variables,
            contacts=self._contacts,
            torque_map=program.rows[plan.span_of(TorqueLimits)],
            torque_offset=terms.h[first:],
            state=snapshot.state,
            tasks=tasks,
            penalties=self._penalties,
            previous=previous,
        )

    def reference_velocity(self, snapshot: Snapshot, velocities: Mapping[str, ArrayLike]) -> Array:
        """Joint velocities that do the tasks' reference velocities best while contacts stay.

        Args:
            snapshot: The robot at the tick's state.
            velocities: Reference velocity of each active motion task, world axes [m/s, rad/s].

        Returns:
            Shape (na,) [rad/s, m/s].
        """
        self._check_tick(snapshot, velocities, PreviousTick())
        if not any(np.any(velocity) for velocity in velocities.values()):
            return np.zeros(self.robot.na)
        matrix, wanted = self._stack.least_squares(snapshot, velocities, use_bias=False)
        plan = self._plan
        fixed = contact_jacobian(snapshot, plan.variables, plan.places)
        return constrained_velocity(matrix, wanted, fixed)[self.robot.nv - self.robot.na :]

    def solve(self, problem: SceneProblem, warm_start: QpSolution | None = None) -> SceneSolution:
        """Solve a tick's program; the answer is checked before it is called solved.

        Args:
            problem: What :meth:`formulate` returned.
            warm_start: ``qp`` of the previous tick's solution; ignored where its layout differs.
        """
        return SceneSolution(problem, self.backend.solve(problem.program, warm_start))

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

    def _check_tick(
        self, snapshot: Snapshot, references: Mapping[str, ArrayLike], previous: PreviousTick
    ) -> None:
        if not self.tasks:
            raise SceneError("configure(tasks) must come before formulate().")
        if not isinstance(snapshot, Snapshot):
            raise SceneError(
                f"snapshot must be a Snapshot, got {type(snapshot).__name__}; "
                "Workspace(robot).evaluate(state) makes one."
            )
        robot, other = self.robot, snapshot.robot
        if other is not robot and (other.nv, other.joint_names) != (robot.nv, robot.joint_names):
            raise SceneError(
                f"snapshot must be of robot '{robot.name}', but it is of '{other.name}', which "
                "has other joints."
            )
        if previous.acceleration is not None and previous.acceleration.size != robot.nv:
            raise SceneError(
                f"previous acceleration must have {robot.nv} entries, "
                f"got {previous.acceleration.size}."
            )
        self._stack.check_references(references)

    def _anchors(self, previous: PreviousTick) -> dict[str, pin.SE3]:
        """Where contacts were made; it matters only where something pulls them back."""
        if self._rigid.stiffness == 0:
            return {}
        anchors = {c.name: previous.anchor_of(c) for c in self._plan.variables.contacts}
        return {name: anchor for name, anchor in anchors.items() if anchor is not None}
