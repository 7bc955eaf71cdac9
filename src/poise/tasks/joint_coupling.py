"""Couple joints like gears, belts or mimic joints do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, non_empty_name, number
from poise.errors import DefinitionError
from poise.model import RobotModel, Snapshot
from poise.tasks.scalar_task import ScalarTask
from poise.tasks.target import Target


@dataclass(frozen=True, slots=True, eq=False)
class JointCouplingTask(ScalarTask):
    """Σ factorⱼ qⱼ = offset: one row. A gear q₂ = 3 q₁ + 0.1 has factors {q₂: 1, q₁: −3}.

    With ``strictness="hard"`` it is a gear, else a wish. Targets hold the value that the sum
    shall have instead of ``offset``, shape (1,).

    Attributes:
        name: What references and results call it.
        factors: By joint, at least one that is not 0 [1, or whatever makes the sum of one unit].
            Those of continuous joints must be whole numbers: their angle is known but for turns.
        offset: What the sum shall be [unit of the joints times that of their factors].
        weight: One number, ≥ 0 [1/(unit of the offset/s²)].
        activation: In [0, 1]; scales the weight.
    """

    name: str
    factors: Mapping[str, float]
    offset: float = 0.0
    weight: ArrayLike = 1.0
    activation: float = 1.0

    def __post_init__(self) -> None:
        """Check what can be checked without the robot, and keep a copy of the factors."""
        super(JointCouplingTask, self).__post_init__()
        label = f"factors of task '{self.name}'"
        given: object = self.factors
        if not isinstance(given, Mapping) or not given:
            raise DefinitionError(f"{label} must be {{joint: factor}}, got {given!r}.")
        factors = {
            non_empty_name(label, joint): number(f"{label} for joint '{joint}'", factor)
            for joint, factor in self.factors.items()
        }
        if not any(factors.values()):
            raise DefinitionError(f"{label} must not all be 0.")
        object.__setattr__(self, "factors", factors)
        object.__setattr__(self, "offset", number(f"offset of task '{self.name}'", self.offset))

    def check(self, robot: RobotModel) -> None:
        """Look the joints up.

        Raises:
            JointNotFoundError: One does not exist.
            DefinitionError: A joint with several degrees of freedom, or a continuous one with a
                factor that is no whole number.
        """
        for joint, factor in self.factors.items():
            if robot.is_one_of_several(joint):
                raise DefinitionError(
                    f"factors of task '{self.name}': {joint!r} is one of several degrees of "
                    "freedom of its joint, which has no position of its own to couple."
                )
            if robot.is_circular(joint) and factor != round(factor):
                raise DefinitionError(
                    f"factors of task '{self.name}': joint '{joint}' is continuous, so its angle "
                    f"is known but for whole turns, and its factor must be a whole number, got "
                    f"{factor:g}. Multiply all factors and the offset, so that it becomes one."
                )

    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """coupling."""
        del robot
        return ("coupling",)

    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """The unit of the first joint."""
        return (robot.joint_units[robot.joint_row(next(iter(self.factors)))],)

    def jacobian(self, snapshot: Snapshot) -> Array:
        """The factors, (1, nv)."""
        robot = snapshot.robot
        jacobian = np.zeros((1, robot.nv))
        jacobian[0, robot.nv - robot.na :] = self._row(robot)
        return jacobian

    def bias(self, snapshot: Snapshot) -> Array:
        """Zero."""
        del snapshot
        return np.zeros(1)

    def velocity(self, snapshot: Snapshot) -> Array:
        """Σ factorⱼ vⱼ, (1,)."""
        robot = snapshot.robot
        return np.array([self._row(robot) @ snapshot.state.v[robot.nv - robot.na :]])

    def value(self, snapshot: Snapshot) -> float:
        """Σ factorⱼ qⱼ."""
        robot = snapshot.robot
        return float(self._row(robot) @ robot.joint_positions(snapshot.state.q))

    def error(self, snapshot: Snapshot, target: Target) -> Array:
        """Wanted sum minus present sum, (1,); but for whole turns if a joint is continuous."""
        error = super(JointCouplingTask, self).error(snapshot, target)
        if any(snapshot.robot.is_circular(joint) for joint in self.factors):
            error = np.remainder(error + np.pi, 2.0 * np.pi) - np.pi
        return error

    def target_from(self, snapshot: Snapshot) -> Target:
        """The offset, whatever the present sum."""
        del snapshot
        return Target(np.array([self.offset]))

    def _row(self, robot: RobotModel) -> Array:
        return robot.joint_vector(self.factors)
