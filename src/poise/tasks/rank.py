"""How much a task matters beside others, whatever its weight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Strictness = Literal["soft", "hard", "scaled"]
"""Whether a task is in the cost, must hold, or must hold with a share of its reference."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Ranked:
    """What every task says of its rank.

    Attributes:
        priority: Level of the task in a hierarchical scene, 0 first; other scenes weigh all
            tasks together and do not look at it.
        strictness: ``"soft"``: missed as little as its weight asks for. ``"hard"``: rows of
            weight > 0 hold exactly, or the tick is infeasible. ``"scaled"``: they hold with a
            share s ∈ [0, 1] of the reference, as much of it as possible, its direction kept.
    """

    priority: int = 0
    strictness: Strictness = "soft"
