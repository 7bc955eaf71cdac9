"""Moving median: removes single outliers, keeps steps sharp."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array
from poise.control.checks import count
from poise.control.sample_window import SampleWindow


@dataclass(frozen=True, slots=True)
class MovingMedian:
    """The median of the last samples, entry by entry; the mean of the middle two of an even number.

    The window grows at the start: the first output is the first sample.

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
            The median, shaped as the sample, and the next state.

        Raises:
            ShapeError: The sample is shaped otherwise than those before.
            DefinitionError: It is not finite.
        """
        following = state.with_sample(sample, self.window)
        return np.asarray(np.median(following.samples, axis=0)), following
