"""Move along a straight line."""

from __future__ import annotations

from dataclasses import dataclass

from poise.arrays import Array, number
from poise.experiment.references.easing import eased
from poise.experiment.references.reference import Translation, shift_vector


@dataclass(frozen=True, slots=True, eq=False)
class Line(Translation):
    """A straight move by an offset, from rest to rest with minimum jerk, perhaps back again.

    Attributes:
        by: The whole offset, world axes, shape (3,), not zero [m].
        duration: Of the move one way, > 0 [s].
        start: When it begins [s].
        back: Whether it goes back and forth for ever instead of staying at the end.
    """

    by: Array
    duration: float = 2.0
    start: float = 0.5
    back: bool = False

    def __post_init__(self) -> None:
        """Check every parameter."""
        object.__setattr__(self, "by", shift_vector("by", self.by))
        number("duration", self.duration, above=0.0)
        number("start", self.start, minimum=0.0)

    def offset(self, time: float) -> tuple[Array, Array, Array]:
        """The offset times the smooth step."""
        t, sign = time - self.start, 1.0
        if self.back and t > 0.0:
            t = t % (2.0 * self.duration)
            if t > self.duration:  # mirrored in time: velocities change their sign
                t, sign = 2.0 * self.duration - t, -1.0
        share, rate, rate2 = eased(t, self.duration)
        return share * self.by, sign * rate * self.by, rate2 * self.by
