"""Moving filters: a number made of the last few samples."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array
from poise.control.checks import count
from poise.control.sample_window import SampleWindow


@dataclass(frozen=True, slots=True)
class MovingFilter(ABC):
    """A filter over a window that grows at the start: the first output is the first sample.

    Attributes:
        window: Number of samples, ≥ 1.
    """

    window: int

    def __post_init__(self) -> None:
        """Check the window."""
        object.__setattr__(self, "window", count("window", self.window))

    def init(self) -> SampleWindow:
        """The state before the first sample; also what resets the filter."""
        return SampleWindow(np.empty(0))

    def step(self, state: SampleWindow, sample: ArrayLike) -> tuple[Array, SampleWindow]:
        """Take one more sample.

        Args:
            state: From :meth:`init` or the step before.
            sample: A number or an array, of one shape in all steps.

        Returns:
            The filtered value, shaped as the sample, and the next state.

        Raises:
            ShapeError: The sample is shaped otherwise than those before.
            DefinitionError: It is not finite.
        """
        following = state.with_sample(sample, self.window)
        return self.filtered(following.samples), following

    @abstractmethod
    def filtered(self, samples: Array) -> Array:
        """What the filter makes of the samples in its window, oldest first."""


class MovingAverage(MovingFilter):
    """The mean: smooths noise; delays a ramp by half the window.

    Computed anew in each step, so that no rounding piles up.
    """

    __slots__ = ()

    def filtered(self, samples: Array) -> Array:
        """Their mean."""
        return np.asarray(np.mean(samples, axis=0))


class MovingMedian(MovingFilter):
    """The median of each component: drops outliers that last less than half the window.

    Over an even number of samples it is the mean of the two in the middle.
    """

    __slots__ = ()

    def filtered(self, samples: Array) -> Array:
        """Their median."""
        return np.asarray(np.median(samples, axis=0))
