"""Whole-body control by task-space inverse dynamics with the torques eliminated."""

from __future__ import annotations

from poise.arrays import Array
from poise.constraints import (
    Constraint,
    EquationsOfMotion,
    TickTerms,
    TorqueLimits,
    Variables,
    lay_out,
)
from poise.scenes.contact_force_scene import ContactForceScene
from poise.scenes.plan import Plan
from poise.tasks import AffineMap


class ReducedTsidScene(ContactForceScene):
    """Accelerations and contact forces that do the tasks best within the robot's limits.

    Minimises over q̈, the forces f of the active contacts and, when asked for, slacks s ::

        ½ Σ aₜ² ‖W (J q̈ + J̇v − a*)‖² + ½ Σ aₖ² ‖W (f − f*)‖² + ½ ε_a ‖q̈‖² + ½ ε_f ‖f‖²
        + w_a ‖q̈ − q̈_prev‖² + w_f ‖f − f_prev‖² + w_s Σ sᵢ² + ½ ε_τ ‖τ‖²

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
        joint_weights: One number, (na,) or ``{joint: weight}`` (others 1), ≥ 0: the smaller, the
            more the other joints move instead; 0 freezes a joint, q̈ = −(20 1/s) v.
        penalties: The cost terms that are no tasks; the setters change them one by one.

    Raises:
        DefinitionError: A parameter is wrong; the message says which.
        FrameNotFoundError: A contact's frame does not exist.

    Source: A. Del Prete, N. Mansard, "Robustness to joint-torque-tracking errors in task-space
    inverse dynamics", IEEE T-RO 32(5), 2016, with torques eliminated.
    """

    def _lay_out(self) -> Variables:
        with_slack = self._penalties.friction_cone_slack > 0
        return lay_out(
            self.robot,
            self._contacts,
            with_slack=with_slack,
            scaled=self._strict.scaled,
            soft_limits=self._limits.soft,
        )

    def _constraints(self) -> tuple[Constraint, ...]:
        return EquationsOfMotion(), self._rigid, TorqueLimits(), self._cones

    def _torque(self, plan: Plan, terms: TickTerms, rows: Array) -> AffineMap:
        first = self.robot.nv - self.robot.na
        return AffineMap(rows[plan.span_of(TorqueLimits)], terms.h[first:])
