"""Soft ground: the force of springs, dampers and friction on the feet of a robot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array
from poise.contact.contact import Contact
from poise.contact.derivatives import (
    DynamicsDerivatives,
    FootForceDerivatives,
    PointForceDerivatives,
)
from poise.contact.differentiation import foot_force_derivatives, point_force_derivatives
from poise.contact.foot_laws import FootLaws
from poise.contact.ground_reaction import GroundReaction
from poise.contact.laws import ContactLaw, FrictionLaw, Smoothing, SourceSpringDamper, SpringDamper
from poise.contact.point_law import point_force
from poise.contact.terrain import Terrain
from poise.model import RobotModel, RobotState, require_robot
from poise.model.joint_motion import configuration_drift
from poise.model.joint_space import JointValues


class SoftContactModel(FootLaws):
    """Force of the ground on each foot, from its place and velocity.

    The default law is that of ct::rbd::EEContactModel put right: one signed distance to the terrain
    decides where the spring, the damper's layer and the gate act, and the ground never pulls. With
    gap φ (negative inside) and normal n: F = max(0, φ-spring − s d φ̇) n − s d v_t.
    ``SoftContactModel.ct`` keeps the formulas of the source; ``SoftContactModel.of`` takes any
    other law.

    Parameters are read and set as attributes (``model.k = 8000``) or by :meth:`set_parameters`, for
    all feet or for one. One model serves one thread.

    Args:
        k: Stiffness [N/m]; with alpha_n > 0 the force at gap 0 [N].
        d: Damping [N·s/m], normal and tangential.
        alpha: One over the thickness of the layer in which the damper fades in [1/m].
        alpha_n: Growth of the exponential spring [1/m]; ≤ 0 chooses the linear one.
        z_offset: Height of the ground above the terrain [m].
        smoothing: Shape of the layer: ``"none"``, ``"sigmoid"``, ``"tanh"`` or ``"abs"``.
        terrain: The ground; absent: the plane z = 0.
        friction: Another law of the tangential force.
        feet: Frames (whose origins touch) or contacts; absent: the contacts of the robot's preset.

    Raises:
        DefinitionError: A parameter is out of range, or an argument of wrong type.
    """

    def __init__(
        self,
        k: float = 5000.0,
        d: float = 500.0,
        alpha: float = 100.0,
        alpha_n: float = -1.0,
        z_offset: float = 0.0,
        smoothing: Smoothing | str = "none",
        *,
        terrain: Terrain | None = None,
        friction: FrictionLaw | None = None,
        feet: Iterable[str | Contact] | None = None,
    ) -> None:
        normal = SpringDamper(k, d, alpha, alpha_n, smoothing)  # type: ignore[arg-type]
        super().__init__(ContactLaw(normal, friction, z_offset), terrain, feet)

    @classmethod
    def of(
        cls,
        law: ContactLaw,
        terrain: Terrain | None = None,
        feet: Iterable[str | Contact] | None = None,
    ) -> SoftContactModel:
        """A model with any contact law.

        Raises:
            DefinitionError: An argument of wrong type.
        """
        model = cls.__new__(cls)
        FootLaws.__init__(model, law, terrain, feet)
        return model

    @classmethod
    def ct(
        cls,
        k: float = 5000.0,
        d: float = 500.0,
        alpha: float = 100.0,
        alpha_n: float = -1.0,
        z_offset: float = 0.0,
        smoothing: Smoothing | str = "none",
        *,
        feet: Iterable[str | Contact] | None = None,
    ) -> SoftContactModel:
        """The formulas of the source of ct::rbd::EEContactModel, with its quirks.

        Gate and layer ignore ``z_offset``, and the damper pulls. Only what nobody can want is not
        kept: inactive feet get zero, not uninitialised memory, parameters are checked, and the
        exponential spring goes on straight beyond e⁵⁰ k instead of overflowing.
        """
        normal = SourceSpringDamper(k, d, alpha, alpha_n, smoothing)  # type: ignore[arg-type]
        return cls.of(ContactLaw(normal, None, z_offset), None, feet)

    def __repr__(self) -> str:
        """Law, terrain and feet."""
        feet = "" if self._feet is None else f", feet: {', '.join(f.name for f in self._feet)}"
        return f"{type(self).__name__}({self._law!r}, {self._terrain!r}{feet})"

    def clone(self) -> SoftContactModel:
        """A copy that shares nothing that can change."""
        return copy(self)

    def on(self, terrain: Terrain) -> SoftContactModel:
        """A copy on another terrain."""
        other = copy(self)
        other.terrain = terrain
        return other

    def with_feet(self, feet: Iterable[str | Contact]) -> SoftContactModel:
        """A copy for other feet, all active, all under the common law."""
        return self.of(self._law, self._terrain, feet)

    def point_force(
        self, position: Any, velocity: Any, parameters: Mapping[str, Any] | None = None
    ) -> Any:
        """The bare law: force of the ground on points, whatever robot they belong to.

        Runs unchanged on arrays of NumPy, JAX, PyTorch and other libraries of the array API
        standard, also inside ``jax.grad``, ``jit`` and ``vmap``. A law with memory answers as for a
        point that has just touched.

        Args:
            position: World, shape (..., 3) [m]; the centre of a spherical foot.
            velocity: World axes, shape (..., 3) [m/s].
            parameters: Values in place of the model's, by name, not checked: numbers, or arrays of
                a shape that fits (...), for example to differentiate by them.

        Returns:
            Forces on the points, world axes, shape (..., 3) [N], in the arrays' library.

        Raises:
            ShapeError: The arrays do not fit together.
            DefinitionError: The law has no such parameter, or needs a friction coefficient.
        """
        return point_force(self._law, self._terrain, position, velocity, parameters or {})

    def compute_contact_forces(self, robot: RobotModel, state: RobotState) -> dict[str, Array]:
        """Force of the ground on each foot of a robot.

        A law with memory answers as for feet that have just touched; simulators carry its memory
        (:class:`poise.contact.GroundReaction`).

        Args:
            robot: The robot.
            state: A state of it.

        Returns:
            By foot, in the feet's order: the sum of the forces on its points, world axes,
            shape (3,) [N]; exactly zero for inactive feet.

        Raises:
            DefinitionError, FrameNotFoundError: The feet do not fit the robot.
            StateError: Not a state of this robot.
        """
        reaction = self._reaction_at(robot, state)
        reaction.press()
        return reaction.forces()

    def point_force_derivatives(
        self, position: ArrayLike, velocity: ArrayLike
    ) -> PointForceDerivatives:
        """Derivatives of :meth:`point_force` by position, velocity and every parameter.

        At a kink they are one-sided, from inside the ground where the ground begins. (On JAX and
        PyTorch arrays differentiate :meth:`point_force` itself.)

        Args:
            position: World, shape (..., 3) [m].
            velocity: World axes, shape (..., 3) [m/s].

        Raises:
            ShapeError, DefinitionError: As :meth:`point_force`.
        """
        return point_force_derivatives(self._law, self._terrain, position, velocity)

    def contact_force_derivatives(
        self, robot: RobotModel, state: RobotState
    ) -> dict[str, FootForceDerivatives]:
        """Each foot's force with its derivatives by q, v and the parameters of its law.

        Raises:
            DefinitionError, FrameNotFoundError, StateError: As :meth:`compute_contact_forces`; or
                the robot has joints that mimic others.
        """
        reaction = self._reaction_at(robot, state)
        reaction.press()
        reaction.differentiate(state.q, state.v)
        return foot_force_derivatives(reaction, self._terrain)

    def forward_dynamics_derivatives(
        self, robot: RobotModel, state: RobotState, effort: JointValues
    ) -> DynamicsDerivatives:
        """The robot's acceleration on this ground, with A and B of the linearised dynamics.

        Joint friction and limits do not count.

        Args:
            robot: The robot.
            state: A state of it.
            effort: Of the joints, shape (na,) or ``{joint: value}`` (others 0) [N·m, N].

        Raises:
            DefinitionError, FrameNotFoundError, StateError: As :meth:`compute_contact_forces`; or
                the robot has joints that mimic others.
        """
        reaction = self._reaction_at(robot, state)
        reaction.press()
        tau = np.concatenate((np.zeros(robot.nv - robot.na), robot.joint_vector(effort)))
        reaction.load()
        found = reaction.acceleration_derivatives(state.q, state.v, tau)
        acceleration, by_q, by_v, by_tau = map(np.array, found)
        drift = configuration_drift(robot.pin_model, state.v)
        return DynamicsDerivatives(acceleration, by_q, by_v, by_tau, drift, robot.na)

    def _reaction_at(self, robot: RobotModel, state: RobotState) -> GroundReaction:
        """The memory for this robot, made once, at a state."""
        require_robot(robot).require_own_state(state)
        if self._reaction is None or self._reaction.motion.robot is not robot:
            self._reaction = GroundReaction(robot, self)
        self._reaction.move(state.q, state.v)
        return self._reaction
