"""Ask for an angular momentum about the centre of mass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from poise.model import RobotModel
from poise.tasks.momentum_task import MomentumTask


@dataclass(frozen=True, slots=True, eq=False)
class AngularMomentumTask(MomentumTask):
    """Angular momentum about the centre of mass: three rows, world axes [kg·m²/s].

    Targets hold a momentum (3,). With the momentum wanted 0, arms and torso turn against what
    the legs do; it does not say where the robot is turned to.
    """

    name: str = "angular momentum"

    rows: ClassVar[slice] = slice(3, 6)

    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """kg·m²/s."""
        del robot
        return ("kg·m²/s",) * 3
