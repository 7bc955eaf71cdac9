"""Ask for a linear momentum: mass times velocity of the centre of mass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from poise.model import RobotModel
from poise.tasks.momentum_task import MomentumTask


@dataclass(frozen=True, slots=True, eq=False)
class LinearMomentumTask(MomentumTask):
    """Linear momentum: three rows, world axes [kg·m/s]. Targets hold a momentum (3,)."""

    name: str = "linear momentum"

    rows: ClassVar[slice] = slice(0, 3)

    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """kg·m/s."""
        del robot
        return ("kg·m/s",) * 3
