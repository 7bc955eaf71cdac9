"""Everything a controller remembers from one tick to the next, as one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from poise.arrays import Array
from poise.control import IntegralState
from poise.qp import QpSolution
from poise.qp.hierarchy import HierarchicalSolution
from poise.scenes import PreviousTick


@dataclass(frozen=True, slots=True, eq=False)
class ControllerMemory:
    """Committed once per step; with it and the step's input a tick can be replayed.

    Attributes:
        previous: What was last commanded.
        warm_start: Solution of the last solved tick's program.
        effort: Efforts last commanded, shape (na,); None before the first solved tick.
        velocity: Joint velocities last commanded, shape (na,), on which the next are integrated;
            None before the first solved tick and after a failed one.
        position: Joint positions last commanded to a robot that follows velocities, shape (na,);
            None before the first solved tick, after a failed one, and at acceleration level.
        integrals: What the laws with an integral remember, by task.
        failed: Whether the last tick was not solved.
    """

    previous: PreviousTick = field(default_factory=PreviousTick)
    warm_start: QpSolution | HierarchicalSolution | None = None
    effort: Array | None = None
    velocity: Array | None = None
    position: Array | None = None
    integrals: Mapping[str, IntegralState] = field(default_factory=dict)
    failed: bool = False
