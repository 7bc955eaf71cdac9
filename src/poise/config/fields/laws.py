"""Laws of motion tasks, as a file writes them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from poise.config.model import ConfigModel
from poise.config.quantities import NonNegativeNumbers, PositiveNumbers
from poise.control import AccelerationLaw, PdLaw
from poise.controller import TaskLaw


class LawFields(ConfigModel):
    """Pulls a task to its target: a* = a_ff + kd (v* − v) + kp e + ki ∫ e dt."""

    kp: Annotated[NonNegativeNumbers, Field(description="1/s²; one number or one per axis.")]
    kd: Annotated[
        NonNegativeNumbers | None, Field(description="1/s; critically damped when absent.")
    ] = None
    ki: Annotated[NonNegativeNumbers, Field(description="1/s³.")] = 0.0
    max_integral: Annotated[
        PositiveNumbers | None, Field(description="Largest ∫ e dt [m·s, rad·s].")
    ] = None

    max_acceleration: Annotated[
        PositiveNumbers | None, Field(description="Largest |a*| per axis [m/s², rad/s²].")
    ] = None

    def build(self) -> TaskLaw:
        """The law meant: with memory only where there is an integral."""
        if self.ki == 0.0 and self.max_integral is None:
            return PdLaw(self.kp, self.kd, self.max_acceleration)
        return AccelerationLaw(
            self.kp,
            self.kd,
            self.ki,
            max_integral=self.max_integral,
            max_acceleration=self.max_acceleration,
        )
