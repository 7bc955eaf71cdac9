"""What one control step gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from poise.arrays import Array
from poise.controller.memory import ControllerMemory
from poise.model import JointCommand
from poise.qp import QpStatus
from poise.scenes import SceneSolution


@dataclass(frozen=True, slots=True, eq=False)
class ControlStep:
    """The command of one tick and everything it came from.

    Attributes:
        command: What the joints shall do; the last efforts once more when not solved.
        solution: The tick's solution, solved or not.
        accelerations: What each motion task was asked for, by name: a*, or v* where the scene
            decides on velocities; ẏ* or A v for rate tasks.
        errors: Target minus actual value of each motion task, by name, world axes.
        before: What the controller remembered before the step.
        solve_time: Wall time that solving the program took [s].
    """

    command: JointCommand
    solution: SceneSolution
    accelerations: Mapping[str, Array]
    errors: Mapping[str, Array]
    before: ControllerMemory
    solve_time: float

    def __repr__(self) -> str:
        """The outcome; the rest is too long to read."""
        return (
            f"ControlStep({self.status.name}, {self.command!r}, solve_time={self.solve_time:.3g})"
        )

    @property
    def status(self) -> QpStatus:
        """What became of the tick; its value is a sentence."""
        return self.solution.qp.status

    @property
    def solved(self) -> bool:
        """Whether the tick was solved."""
        return self.solution.solved

    @property
    def contact_wrenches(self) -> Mapping[str, Array]:
        """Commanded wrench of every contact, contact axes, shape (6,) [N, N·m]."""
        return self.solution.contact_wrenches
