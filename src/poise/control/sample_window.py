"""The last few samples of a signal: what moving filters remember."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, array_of_shape
from poise.errors import ShapeError


@dataclass(frozen=True, slots=True, eq=False)
class SampleWindow:
    """The last samples, oldest first. Empty at first; the first sample fixes the shape.

    Attributes:
        samples: Shape (m,) of numbers or (m, …) of arrays, in the unit of the signal.
    """

    samples: Array

    def __post_init__(self) -> None:
        """Check and own the samples."""
        samples = np.asarray(self.samples)
        if samples.ndim == 0:
            raise ShapeError(f"samples must be a list of samples, got {self.samples!r}.")
        object.__setattr__(self, "samples", array_of_shape("samples", samples, samples.shape))

    def with_sample(self, sample: ArrayLike, length: int) -> SampleWindow:
        """The window with one more sample, and the oldest left out beyond ``length`` of them.

        Raises:
            ShapeError: The sample is shaped otherwise than those before.
            DefinitionError: It is not finite.
        """
        if not self.samples.size:
            new = array_of_shape("sample", sample, np.shape(np.asarray(sample)))
            return SampleWindow(new[np.newaxis])
        new = array_of_shape("sample", sample, self.samples.shape[1:])
        return SampleWindow(np.concatenate((self.samples, new[np.newaxis]))[-length:])
