"""Keeping the largest difference of each quantity, and where it is."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from poise.arrays import Array
from poise.sim.mujoco_bridge.report import Difference, Quantity

TOLERANCE = 1e-9
"""Both compute in double precision from the same numbers, which are of order 1 to 100."""


class Ledger:
    """The largest difference seen so far of each quantity."""

    def __init__(self) -> None:
        self._worst: dict[Quantity, tuple[float, str]] = {}

    def note(self, quantity: Quantity, difference: float, where: str) -> None:
        """Take note of a difference; one that is no number counts as infinite."""
        size = abs(float(difference))
        size = math.inf if math.isnan(size) else size
        if quantity not in self._worst or size > self._worst[quantity][0]:
            self._worst[quantity] = (size, where if size > 0.0 else "")

    def note_each(self, quantity: Quantity, differences: Array, names: Sequence[str]) -> None:
        """Take note of a vector of differences with the name of each row."""
        sizes = np.nan_to_num(np.abs(differences), nan=np.inf, posinf=np.inf)
        if sizes.size:
            row = int(np.argmax(sizes))
            self.note(quantity, float(sizes[row]), names[row])

    def entries(self) -> tuple[Difference, ...]:
        """One entry per quantity that was compared, in the order of :class:`Quantity`."""
        return tuple(
            Difference(quantity, *self._worst[quantity], TOLERANCE)
            for quantity in Quantity
            if quantity in self._worst
        )
