"""The integral term: what it remembers, and how it is kept from winding up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, vector
from poise.control.saturation import saturate


@dataclass(frozen=True, slots=True, eq=False)
class IntegralState:
    """What a law with an integral term remembers from one step to the next.

    A law's ``init`` makes an empty one: to reset the law, start from that again.

    Attributes:
        integral: ∫ e dt, shape (k,) [unit of the error · s].
    """

    integral: Array

    def __post_init__(self) -> None:
        """Check and own the integral."""
        object.__setattr__(self, "integral", owned_integral(self.integral))


def owned_integral(value: ArrayLike) -> Array:
    """A checked, frozen copy of the integral of a state.

    Raises:
        ShapeError: Not a list of numbers.
        DefinitionError: Not finite.
    """
    return vector("integral", value, np.size(np.asarray(value)))


class IntegralTerm(NamedTuple):
    """Gain of an integral, and the limits that keep it from winding up.

    Attributes:
        ki: Integral gain, one number or (k,), ≥ 0.
        max_integral: Largest magnitude of each component of the integral; None is unlimited.
        max_output: Largest magnitude of each component of the output; None is unlimited.
    """

    ki: Array
    max_integral: Array | None
    max_output: Array | None

    @classmethod
    def of(
        cls, ki: ArrayLike, max_integral: ArrayLike | None, max_output: ArrayLike | None
    ) -> IntegralTerm:
        """The term of a law whose gains and limits have been checked."""
        return cls(
            np.asarray(ki),
            None if max_integral is None else np.asarray(max_integral),
            None if max_output is None else np.asarray(max_output),
        )

    def act(self, rest: Array, integral: Array, increment: Array) -> tuple[Array, Array]:
        """Add the integral's share to the rest of a law, saturate, and move the integral on.

        The integral is clamped axis by axis: each axis holds what its own disturbance needs,
        which scaling by a common factor would spoil. The output is scaled by a common factor,
        so it keeps its direction. While it is, an axis whose integral would grow further
        outwards waits (conditional integration), and one that unwinds goes on.
        Source: Åström & Hägglund, Advanced PID Control, 2006, section 3.5.

        Args:
            rest: All terms of the law but the integral one, shape (k,).
            integral: ∫ e dt so far, shape (k,).
            increment: e dt of this step, shape (k,).

        Returns:
            The output and the new integral, shapes (k,).
        """
        moved = integral + np.where(self.ki > 0.0, increment, 0.0)
        if self.max_integral is not None:
            moved = np.clip(moved, -self.max_integral, self.max_integral)
        output = rest + self.ki * moved
        if self.max_output is None:
            return output, moved
        if (np.abs(output) > self.max_output).any():
            outwards = (moved - integral) * output > 0.0
            moved = np.where(outwards, integral, moved)
            output = rest + self.ki * moved
        return saturate(output, self.max_output), moved
