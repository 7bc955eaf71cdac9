"""PID control of a contact wrench: by correcting the wrench asked for, or by moving."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from numpy.typing import ArrayLike

from poise.arrays import Array, vector
from poise.control.checks import member
from poise.control.pid import PidLaw, PidState
from poise.errors import DefinitionError


class WrenchOutput(Enum):
    """What a wrench law puts out."""

    WRENCH = "A wrench [f; m] to be added to the wrench asked for; gains are numbers."
    TWIST = "A twist [v; ω] that presses more where the wrench is too small."


@dataclass(frozen=True, slots=True, eq=False)
class WrenchPidLaw:
    """A PID law on a wrench [f; m] that the environment exerts on the robot.

    With e = w* − w and the law u of :class:`PidLaw`, the output is u itself for ``WRENCH``,
    and −u for ``TWIST``: the environment pushes back harder when the robot moves against its
    push. Output and wrenches are about one point and in the same axes, any that do not turn
    from step to step. A wrench measured as the robot's on the environment must be negated.

    Attributes:
        pid: Gains and limits for six axes. ``WRENCH``: kp [–], ki [1/s], kd [s], max_output
            [N, N·m]. ``TWIST``: kp [m/s/N, rad/s/(N·m)], ki [the same / s], kd [the same · s],
            max_output [m/s, rad/s]. Always dead_zone [N, N·m], max_integral [N·s, N·m·s].
        output: Which of the two.
    """

    pid: PidLaw
    output: WrenchOutput = WrenchOutput.WRENCH

    def __post_init__(self) -> None:
        """Check that gains fit six axes."""
        if not isinstance(self.pid, PidLaw):
            raise DefinitionError(f"pid must be a PidLaw, got {self.pid!r}.")
        member("output", self.output, WrenchOutput)
        self.pid.init(6)

    def init(self) -> PidState:
        """The state before the first step; also what resets the law."""
        return self.pid.init(6)

    def step(
        self, state: PidState, target: ArrayLike, measured: ArrayLike, dt: float
    ) -> tuple[Array, PidState]:
        """One step of the law.

        Args:
            state: From :meth:`init` or the step before.
            target: w* on the robot, shape (6,) [N, N·m].
            measured: w on the robot, shape (6,) [N, N·m].
            dt: Time since the step before, > 0 [s].

        Returns:
            The output, shape (6,) [N, N·m or m/s, rad/s], and the next state.

        Raises:
            ShapeError: A wrench or the state is not of six numbers.
            DefinitionError: A value is not finite, or dt ≤ 0.
        """
        output, following = self.pid.step(state, vector("target", target, 6), measured, dt)
        return (output if self.output is WrenchOutput.WRENCH else -output), following
