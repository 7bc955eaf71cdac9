"""The limits that a user adds to a scene: their rows, slacks and bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from poise.arrays import Array
from poise.constraints import Rows
from poise.errors import DefinitionError, SceneError
from poise.limits import BoxLimit, Limit, LimitTick, RowLimit
from poise.model import RobotModel
from poise.scenes.cost import Cost, DiagonalCost


@dataclass(frozen=True, slots=True, eq=False)
class UserLimits:
    """Limits of a scene, checked.

    Attributes:
        boxes: Those on single joints, the last word to be written last.
        rows: Those with rows.
        names: Name of each row.
    """

    boxes: tuple[BoxLimit, ...] = ()
    rows: tuple[RowLimit, ...] = ()
    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, robot: RobotModel, limits: Sequence[Limit], *, with_forces: bool) -> UserLimits:
        """Check limits for a scene.

        Raises:
            DefinitionError: One is no limit.
            SceneError: Two have one name, or one needs forces and the scene decides on none.
            PoiseError: One does not fit the robot.
        """
        given = tuple(limits)
        seen: set[str] = set()
        for limit in given:
            if not isinstance(limit, (BoxLimit, RowLimit)):
                raise DefinitionError(f"limits must hold JointLimits or others, got {limit!r}.")
            limit.check(robot)
            if isinstance(limit, RowLimit):
                if limit.name in seen:
                    raise SceneError(f"limits must differ in name, but two are {limit.name!r}.")
                if limit.needs_forces and not with_forces:
                    raise SceneError(
                        f"limit '{limit.name}' is about torques, which this scene does not decide "
                        "on; ReducedTsidScene and TsidScene do."
                    )
                seen.add(limit.name)
        rows = tuple(limit for limit in given if isinstance(limit, RowLimit))
        names = tuple(name for limit in rows for name in _names(limit, robot))
        boxes = [limit for limit in reversed(given) if isinstance(limit, BoxLimit)]
        return cls(tuple(sorted(boxes, key=lambda box: -box.rank)), rows, names)

    @property
    def soft(self) -> tuple[str, ...]:
        """Names of those that have a slack."""
        return tuple(limit.name for limit in self.rows if limit.softness is not None)

    def tighten(self, bounds: tuple[Array, Array], tick: LimitTick) -> frozenset[str]:
        """Narrow the bounds of a tick; the joints that recover."""
        recovering: frozenset[str] = frozenset()
        for limit in self.boxes:
            recovering |= limit.tighten(bounds, tick)
        return recovering

    def write(self, tick: LimitTick, block: Rows) -> None:
        """Fill the rows of a tick."""
        start = 0
        for limit in self.rows:
            matrix, lower, upper = limit.rows(tick)
            if limit.softness is not None:
                slack = tick.variables.limit_slack[limit.name]
                matrix, lower, upper = _slackened(matrix, lower, upper, slack)
            here = slice(start, start + lower.size)
            block.matrix[here] = matrix
            block.lower[here], block.upper[here] = lower, upper
            start = here.stop

    def costs(self, tick: LimitTick) -> list[Cost]:
        """½ w s² of each slack."""
        costs: list[Cost] = []
        for limit in self.rows:
            if limit.softness is not None:
                index = tick.variables.limit_slack[limit.name]
                place = slice(index, index + 1)
                costs.append(DiagonalCost(f"limit {limit.name}", "slack", place, limit.softness))
        return costs

    def units(self, robot: RobotModel, *, of_velocity: bool) -> dict[str, str]:
        """Unit of each row, by its name."""
        found: dict[str, str] = {}
        for limit in self.rows:
            units = limit.row_units(robot, of_velocity=of_velocity)
            names = _names(limit, robot)
            found |= dict(zip(names, units * (len(names) // len(units)), strict=True))
            if limit.softness is not None:
                found[f"slack of limit {limit.name}"] = units[0]
        return found


def _names(limit: RowLimit, robot: RobotModel) -> tuple[str, ...]:
    """A name for each row; with a slack each stands once a side."""
    names = limit.row_names(robot)
    if limit.softness is None:
        return names
    return tuple(f"{name} {side}" for side in ("upper", "lower") for name in names)


def _slackened(matrix: Array, lower: Array, upper: Array, slack: int) -> tuple[Array, Array, Array]:
    """G x − s ≤ upper and G x + s ≥ lower."""
    above, below = matrix.copy(), matrix.copy()
    above[:, slack], below[:, slack] = -1.0, 1.0
    none = np.full(lower.size, np.inf)
    return (
        np.concatenate((above, below)),
        np.concatenate((-none, lower)),
        np.concatenate((upper, none)),
    )
