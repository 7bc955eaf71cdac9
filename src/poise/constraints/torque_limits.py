"""Torques that the motors can give."""

from __future__ import annotations

from typing import ClassVar

from poise.constraints.constraint import Constraint, Rows
from poise.constraints.terms import TickTerms
from poise.constraints.variables import Variables


class TorqueLimits(Constraint):
    """−τ_max − h ≤ M q̈ − Jᵀ f ≤ τ_max − h: one row per actuated joint [N·m, N].

    h holds the joint's own damping and friction, so the limit is on what the motor gives. Joints
    without a limit keep their row, with infinite bounds: torques are read off these rows.
    """

    __slots__ = ()
    equality: ClassVar[bool] = False

    def row_names(self, variables: Variables) -> tuple[str, ...]:
        """One row per joint."""
        return tuple(f"torque limit {joint}" for joint in variables.robot.joint_names)

    def write(self, terms: TickTerms, variables: Variables, rows: Rows) -> None:
        """The map from x to torques, and the limits shifted by h."""
        first = variables.robot.nv - variables.robot.na
        limit = variables.robot.effort_limit
        rows.matrix[:, variables.acceleration] = terms.M[first:]
        rows.matrix[:, variables.forces] = -terms.jacobian[:, first:].T
        rows.lower[:] = -limit - terms.h[first:]
        rows.upper[:] = limit - terms.h[first:]
