"""The equations of motion: all of them, or only those that no motor can help."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from poise.constraints.constraint import Constraint, Rows
from poise.constraints.terms import TickTerms
from poise.constraints.variables import Variables
from poise.model import RobotModel

_ROWS = ("x", "y", "z", "rx", "ry", "rz")


class EquationsOfMotion(Constraint):
    """M_b q̈ − J_bᵀ f = −h_b: six rows for a floating base, none for a fixed one.

    With the torques eliminated only the base's rows are left; the joints' rows become the
    torque limits. Rows in base axes [N, N·m], judged relative to m ‖g‖.
    """

    __slots__ = ()
    equality: ClassVar[bool] = True

    def row_names(self, variables: Variables) -> tuple[str, ...]:
        """Six rows, or none."""
        if not variables.robot.floating_base:
            return ()
        return tuple(f"equations of motion {row}" for row in _ROWS)

    def write(self, terms: TickTerms, variables: Variables, rows: Rows) -> None:
        """Inertia, contact forces and bias of the base."""
        count = rows.matrix.shape[0]
        rows.matrix[:, variables.acceleration] = terms.M[:count]
        rows.matrix[:, variables.forces] = -terms.jacobian[:, :count].T
        rows.lower[:] = rows.upper[:] = -terms.h[:count]

    def scale(self, variables: Variables) -> float:
        """The robot's weight [N]; 1 N without gravity."""
        return _weight(variables.robot)


class FullEquationsOfMotion(Constraint):
    """M q̈ − Sᵀ τ − Jᵀ f = −h: nv rows, for scenes with torques among their variables.

    Rows in base axes [N, N·m] and joint by joint [N·m, N], judged relative to m ‖g‖.
    """

    __slots__ = ()
    equality: ClassVar[bool] = True

    def row_names(self, variables: Variables) -> tuple[str, ...]:
        """Those of the base, then one per joint."""
        rows = (*_ROWS, *variables.robot.joint_names)
        first = 0 if variables.robot.floating_base else len(_ROWS)
        return tuple(f"equations of motion {row}" for row in rows[first:])

    def prepare(self, variables: Variables, rows: Rows) -> None:
        """The torques of the actuated joints."""
        robot = variables.robot
        rows.matrix[robot.nv - robot.na :, variables.torque] = -np.eye(robot.na)

    def write(self, terms: TickTerms, variables: Variables, rows: Rows) -> None:
        """Inertia, contact forces and bias."""
        rows.matrix[:, variables.acceleration] = terms.M
        rows.matrix[:, variables.forces] = -terms.jacobian.T
        rows.lower[:] = rows.upper[:] = -terms.h

    def scale(self, variables: Variables) -> float:
        """The robot's weight [N]; 1 N without gravity."""
        return _weight(variables.robot)


def _weight(robot: RobotModel) -> float:
    weight = robot.total_mass * float(np.linalg.norm(robot.gravity))
    return weight if weight > 0 else 1.0
