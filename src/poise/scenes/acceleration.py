"""Accelerations that do the tasks, with neither forces nor limits in the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array
from poise.constraints import (
    Constraint,
    RigidContacts,
    TickTerms,
    Variables,
    variable_bounds,
)
from poise.contact import Contact
from poise.model import RobotModel, Snapshot
from poise.qp import Backend
from poise.scenes.motion_scene import MotionScene
from poise.scenes.scene import Level
from poise.scenes.unconstrained_forces import forces_of_accelerations
from poise.scenes.weighted_rows import WeightedRows
from poise.tasks import Efforts


class AccelerationScene(MotionScene):
    """Accelerations that do the tasks best while the contacts stay; nothing else limits them.

    Minimises ½ Σ aₜ² ‖W (J q̈ + J̇v − a*)‖² + ½ ε Σ (q̈ⱼ/wⱼ)² subject to contacts that stay.
    Torques follow by inverse dynamics, τ = M q̈ + h − Jᵀ f, with the smallest contact forces that
    carry the base; neither torque limits nor friction are looked at. The cheapest scene at
    acceleration level, for fixed arms and for robots that stand still.

    Args:
        robot: The robot.
        contacts: Its contacts.
        backend: QP backend or its name.
        contact_damping: k_d of J q̈ + J̇v = −k_p e − k_d J v [1/s].
        contact_stiffness: k_p of the same [1/s²].
        joint_weights: One number, (na,) or ``{joint: weight}`` (others 1), ≥ 0: the smaller, the
            more the other joints move instead; 0 freezes a joint, q̈ = −(20 1/s) v.
        damping: ε > 0; keeps accelerations bounded near singularities.

    Raises:
        DefinitionError: A parameter is wrong; the message says which.
        FrameNotFoundError: A contact's frame does not exist.

    Source: L. Sentis, O. Khatib, "Synthesis of whole-body behaviors through hierarchical control
    of behavioral primitives", IJHR 2(4), 2005, without its hierarchy.
    """

    level: Level = "acceleration"

    def __init__(
        self,
        robot: RobotModel,
        contacts: Sequence[Contact] = (),
        *,
        backend: str | Backend = "daqp",
        contact_damping: float = 20.0,
        contact_stiffness: float = 0.0,
        joint_weights: ArrayLike | Mapping[str, float] = 1.0,
        damping: float = 1e-6,
    ) -> None:
        self._rigid = RigidContacts(contact_damping, contact_stiffness)
        super().__init__(robot, contacts, backend, joint_weights, damping)

    def _constraints(self) -> tuple[Constraint, ...]:
        return (self._rigid,)

    def _bounds(self, variables: Variables) -> tuple[Array, Array]:
        return variable_bounds(variables, np.full(self.robot.na, np.inf))

    def _write_bounds(self, bounds: tuple[Array, Array], snapshot: Snapshot) -> None:
        """There are none."""

    def _rows(self, snapshot: Snapshot, references: Mapping[str, ArrayLike]) -> WeightedRows:
        return self._stack.acceleration_rows(snapshot, references, None, use_bias=True)

    def _efforts(self, terms: TickTerms, snapshot: Snapshot) -> Efforts:
        del snapshot
        return forces_of_accelerations(terms, self._plan.variables)
