"""Whole-body control by task-space inverse dynamics with the torques among the variables."""

from __future__ import annotations

import numpy as np

from poise.arrays import Array
from poise.constraints import (
    Constraint,
    FullEquationsOfMotion,
    TickTerms,
    Variables,
    lay_out,
)
from poise.scenes.contact_force_scene import ContactForceScene
from poise.scenes.plan import Plan
from poise.tasks import AffineMap


class TsidScene(ContactForceScene):
    """Accelerations, torques and contact forces that do the tasks best within the limits.

    The program of :class:`ReducedTsidScene`, whose parameters and cost it has, with x = [q̈, τ, f]
    and all equations of motion among its rows: larger, and the one to extend where something
    is asked of torques themselves. Both have the same feasible motions and the same optimum
    when their penalties are the same.

    Source: as for the reduced scene, with torques kept.
    """

    def _lay_out(self) -> Variables:
        with_slack = self._penalties.friction_cone_slack > 0
        return lay_out(
            self.robot,
            self._contacts,
            with_torque=True,
            with_slack=with_slack,
            scaled=self._strict.scaled,
            soft_limits=self._limits.soft,
        )

    def _constraints(self) -> tuple[Constraint, ...]:
        return FullEquationsOfMotion(), self._rigid, self._cones

    def _torque(self, plan: Plan, terms: TickTerms, rows: Array) -> AffineMap:
        del terms, rows
        matrix = np.eye(plan.variables.size)[plan.variables.torque]
        return AffineMap(matrix, np.zeros(self.robot.na))
