"""What became of one task over a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from poise.arrays import Array

TaskKind = Literal["pose", "position", "orientation", "joints", "force", "value"]


@dataclass(frozen=True, slots=True, eq=False)
class TaskTrack:
    """Target, value and error of a task at every tick, d numbers each, world axes.

    Values are of the true state, not of the noisy measured one. Orientations are scaled
    axis-angle vectors. Forces are in contact axes.

    Attributes:
        name: Of the task.
        title: What reports call it.
        kind: What it is about; a pose is [position; orientation], a value anything else.
        moves: Whether its target moves.
        rows: Name of each number, length d.
        units: Unit of each number, length d.
        asked_units: Unit of each number of ``reference`` and ``achieved``, length d.
        target: What was asked for, shape (n, d) [m, rad, N, N·m].
        actual: What it was; for a force what was commanded, NaN where a tick was not solved,
            shape (n, d).
        error: Target minus actual, orientations by R log(Rᵀ R*), shape (n, d).
        reference: Acceleration asked for (velocity where the scene decides on velocities, for a
            force the force), NaN where a tick was not solved, shape (n, d).
        achieved: What the solution gives of it, likewise.
    """

    name: str
    title: str
    kind: TaskKind
    moves: bool
    rows: tuple[str, ...]
    units: tuple[str, ...]
    asked_units: tuple[str, ...]
    target: Array
    actual: Array
    error: Array
    reference: Array
    achieved: Array

    @property
    def distance(self) -> Array:
        """The error as one number per tick, shape (n,), in :attr:`distance_unit`.

        For what has a position its distance from the target, for an orientation the angle, for
        joints the largest error of one, else the length of the first three numbers' error.
        """
        if self.kind == "joints":
            worst: Array = np.abs(self.error).max(axis=1, initial=0.0)
            return worst
        length: Array = np.linalg.norm(self.error[:, :3], axis=1)
        return length

    @property
    def asked_for(self) -> str:
        """What ``reference`` is, in a word."""
        if self.kind == "force":
            return "force"
        words = {"m/s²": "acceleration", "rad/s²": "acceleration", "m/s": "velocity"}
        return (words | {"rad/s": "velocity"}).get(self.asked_units[0], "rate")

    @property
    def distance_unit(self) -> str:
        """Unit of :attr:`distance`."""
        return "rad" if self.kind == "joints" else self.units[0]
