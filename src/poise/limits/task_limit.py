"""Keep the quantity of any motion task within limits, by a control barrier."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from poise.arrays import Array, number, per_axis
from poise.errors import DefinitionError
from poise.limits.limit import LimitTick, RowLimit, check_limit
from poise.model import RobotModel
from poise.tasks import MotionTask, Target


@dataclass(frozen=True, slots=True, eq=False)
class TaskLimit(RowLimit):
    """lower ≤ y ≤ upper for the quantity y of a motion task.

    With h ≥ 0 the way left to a limit and α = ``gain``, what is asked for is ḣ ≥ −α h at velocity
    level and ḧ ≥ −2α ḣ − α² h at acceleration level: y approaches its limit no faster than
    e^(−αt), and comes back likewise from beyond. α ≤ 1/Δt, or a tick passes the limit. For
    quantities y(q, v): y itself at velocity level, ẏ ≥ −α (y − lower) at acceleration level.

    Any task whose target is a vector will do: positions, the centre of mass, distances, joints by
    name, tilts, manipulability, momenta. Its weight and activation mean nothing here, but rows of
    weight 0 are left free.

    Attributes:
        task: Says which quantity; it need not be among the scene's tasks.
        lower: One number for all rows or one per row; −inf where there is none.
        upper: Likewise; +inf where there is none.
        gain: α > 0 [1/s].
        softness: None for a hard limit; else of its slack.
        name: What results call it; the task's name when absent.

    Source: A. D. Ames et al., "Control barrier functions: theory and applications", ECC 2019; for
    degree 2 with both roots at −α, Q. Nguyen, K. Sreenath, ACC 2016.
    """

    task: MotionTask
    lower: ArrayLike = -np.inf
    upper: ArrayLike = np.inf
    gain: float = 10.0
    softness: float | None = None
    name: str = ""

    def __post_init__(self) -> None:
        """Check what can be checked without the robot."""
        if not isinstance(self.task, MotionTask):
            raise DefinitionError(f"task of a TaskLimit must be a motion task, got {self.task!r}.")
        object.__setattr__(self, "name", self.name or self.task.name)
        check_limit(self)
        number(f"gain of limit '{self.name}'", self.gain, above=0.0)
        for side in ("lower", "upper"):
            value = np.array(getattr(self, side), dtype=np.float64)
            object.__setattr__(self, side, value)

    def check(self, robot: RobotModel) -> None:
        """Check the task and both sides."""
        self.task.check(robot)
        if getattr(self.task, "axes", "world") not in ("world", "base"):
            raise DefinitionError(
                f"limit '{self.name}': the rows of its task must be in the task's own axes, not in "
                f"those of {getattr(self.task, 'axes', '')!r}."
            )
        size = self.task.dimension(robot)
        lower, upper = (self._side(side, size) for side in ("lower", "upper"))
        if (lower > upper).any():
            raise DefinitionError(
                f"limit '{self.name}': lower {lower.tolist()} is above upper {upper.tolist()}."
            )
        for side in (lower, upper):
            self.task.checked_target(robot, Target(np.where(np.isfinite(side), side, 0.0)))

    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """Those of the task that have a weight."""
        names = self.task.row_names(robot)
        return tuple(f"limit {self.name} {names[k]}" for k in self._kept(robot))

    def row_units(self, robot: RobotModel, *, of_velocity: bool) -> tuple[str, ...]:
        """Those of the task's rates."""
        order = self.task.relative_degree - (1 if of_velocity else 0)
        units = self.task.row_units(robot)
        return tuple(f"{units[k]}{('', '/s', '/s²')[order]}" for k in self._kept(robot))

    def rows(self, tick: LimitTick) -> tuple[Array, Array, Array]:
        """The barrier's rows."""
        snapshot, task, alpha = tick.snapshot, self.task, self.gain
        robot = snapshot.robot
        kept, size = self._kept(robot), task.dimension(robot)
        above = -self._way(tick, self._side("lower", size))  # y − lower
        below = self._way(tick, self._side("upper", size))  # upper − y
        rate = task.velocity(snapshot)
        if tick.of_velocity:
            first, scale = (rate, 1.0) if task.relative_degree == 1 else (0.0, alpha)
            lower, upper = first - scale * above, first + scale * below
        else:
            bias = task.bias(snapshot)
            drift, scale = (0.0, alpha) if task.relative_degree == 1 else (2 * alpha, alpha * alpha)
            lower = -drift * rate - scale * above - bias
            upper = -drift * rate + scale * below - bias
        matrix = np.zeros((kept.size, tick.variables.size))
        matrix[:, tick.variables.motion] = task.jacobian(snapshot)[kept]
        return matrix, lower[kept], upper[kept]

    def _way(self, tick: LimitTick, side: Array) -> Array:
        """Side minus y; infinite where there is no limit."""
        finite = np.isfinite(side)
        target = Target(np.where(finite, side, 0.0))
        checked = self.task.checked_target(tick.snapshot.robot, target)
        return np.where(finite, self.task.error(tick.snapshot, checked), side)

    def _side(self, side: str, size: int) -> Array:
        value = np.asarray(getattr(self, side))
        if np.isnan(value).any():
            raise DefinitionError(f"{side} of limit '{self.name}' must not hold NaN.")
        label = f"{side} of limit '{self.name}'"
        finite = per_axis(label, np.where(np.isfinite(value), value, 0.0), size)
        return np.where(np.isfinite(value), finite, value)

    def _kept(self, robot: RobotModel) -> NDArray[np.intp]:
        return np.flatnonzero(np.broadcast_to(self.task.weights(robot), self.task.dimension(robot)))
