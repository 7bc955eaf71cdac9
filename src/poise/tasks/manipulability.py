"""Keep away from singular postures: steer the manipulability of a frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, non_empty_name, number
from poise.errors import DefinitionError
from poise.model import RobotModel, Snapshot
from poise.tasks.scalar_task import ScalarTask
from poise.tasks.target import Target

Part = Literal["position", "orientation", "pose"]
"""Which rows of a frame's Jacobian count."""

_ROWS = {"position": slice(0, 3), "orientation": slice(3, 6), "pose": slice(0, 6)}


@dataclass(frozen=True, slots=True, eq=False)
class ManipulabilityTask(ScalarTask):
    """m = √det(J Jᵀ + ε²), Yoshikawa's measure of how well joints can move a frame: one row.

    J are the chosen rows of the frame's Jacobian for the actuated joints, turning or sliding. ε
    keeps m smooth where J loses rank: without it m has a kink there. Targets hold a measure; one
    out of reach, with a small weight or a low priority, draws the robot away from singularities
    as far as its other tasks let it.

    Attributes:
        name: What references and results call it.
        frame: The frame.
        part: ``"position"``, ``"orientation"`` or ``"pose"``; a pose mixes metres and radians.
        weight: One number, ≥ 0 [1/(unit of m/s²), m in m³ for positions of turning joints].
        activation: In [0, 1]; scales the weight.
        floor: ε > 0 [m per rad for a position, 1 for an orientation].

    Source: T. Yoshikawa, "Manipulability of robotic mechanisms", IJRR 4(2), 1985.
    """

    name: str
    frame: str
    part: Part = "position"
    weight: ArrayLike = 1.0
    activation: float = 1.0
    floor: float = 1e-3

    def __post_init__(self) -> None:
        """Check every parameter."""
        super(ManipulabilityTask, self).__post_init__()
        non_empty_name(f"frame of task '{self.name}'", self.frame)
        if self.part not in get_args(Part):
            raise DefinitionError(
                f"part of task '{self.name}' must be 'position', 'orientation' or 'pose', "
                f"got {self.part!r}."
            )
        number(f"floor of task '{self.name}'", self.floor, above=0.0)

    def check(self, robot: RobotModel) -> None:
        """Look the frame up, and see whether enough joints move it.

        Raises:
            FrameNotFoundError: No such frame.
            DefinitionError: Fewer joints than rows, so that m is always that of a singularity.
        """
        rows = _ROWS[self.part]
        joints, size = len(robot.joints_before(self.frame)), rows.stop - rows.start
        if joints < size:
            raise DefinitionError(
                f"task '{self.name}': {joints} joints move frame '{self.frame}', fewer than the "
                f"{size} rows of its {self.part}, so that every posture is singular."
            )

    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """manipulability."""
        del robot
        return ("manipulability",)

    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """Said as 1: what its unit is depends on the joints."""
        del robot
        return ("1",)

    def jacobian(self, snapshot: Snapshot) -> Array:
        """∂m/∂q, (1, nv)."""
        robot, measure = snapshot.robot, self._measure(snapshot)
        changes = snapshot.jacobian_by_configuration(self.frame)[:, _ROWS[self.part], :]
        changes = changes[..., robot.nv - robot.na :]
        # ∂m = m tr((J Jᵀ + ε²)⁻¹ J ∂Jᵀ)
        gradient: Array = np.einsum("irk,rk->i", changes, measure.inverse @ measure.J)
        return measure.m * gradient[None, :]

    def bias(self, snapshot: Snapshot) -> Array:
        """m̈ at q̈ = 0, (1,)."""
        measure, (first, second) = self._measure(snapshot), self._rates(snapshot)
        A_rate = first @ measure.J.T + measure.J @ first.T
        A_rate_rate = second @ measure.J.T + 2.0 * first @ first.T + measure.J @ second.T
        relative, curvature = measure.inverse @ A_rate, measure.inverse @ A_rate_rate
        growth = 0.5 * np.trace(relative)
        bend = 0.5 * (np.trace(curvature) - np.trace(relative @ relative))
        return np.array([measure.m * (growth * growth + bend)])

    def velocity(self, snapshot: Snapshot) -> Array:
        """ṁ, (1,)."""
        measure, (first, _) = self._measure(snapshot), self._rates(snapshot)
        return np.array([measure.m * np.einsum("rk,rk->", measure.inverse @ measure.J, first)])

    def value(self, snapshot: Snapshot) -> float:
        """m."""
        return self._measure(snapshot).m

    def checked_target(self, robot: RobotModel, target: Target) -> Target:
        """A measure ≥ 0 with its rates."""
        checked = super(ManipulabilityTask, self).checked_target(robot, target)
        self.check_least(checked, 0.0)
        return checked

    def _measure(self, snapshot: Snapshot) -> _Measure:
        robot = snapshot.robot
        J = snapshot.jacobian(self.frame, "world")[_ROWS[self.part], robot.nv - robot.na :]
        A = J @ J.T + self.floor**2 * np.eye(J.shape[0])
        inverse = np.asarray(np.linalg.inv(A), dtype=np.float64)
        return _Measure(J, inverse, float(np.sqrt(np.linalg.det(A))))

    def _rates(self, snapshot: Snapshot) -> tuple[Array, Array]:
        """J̇ and J̈ of the rows and columns that count."""
        robot = snapshot.robot
        first, second = snapshot.jacobian_rates(self.frame)
        part = (_ROWS[self.part], slice(robot.nv - robot.na, None))
        return first[part], second[part]


class _Measure(NamedTuple):
    """J, (J Jᵀ + ε²)⁻¹ and m."""

    J: Array
    inverse: Array
    m: float
