"""What a solver package hands back, before poise judges it."""

from __future__ import annotations

from dataclasses import dataclass

from poise.arrays import Array
from poise.qp.solution import QpStatus


@dataclass(frozen=True, slots=True, eq=False)
class RawAnswer:
    """A package's own answer in poise's signs and order.

    Attributes:
        claim: What the package says happened; poise decides the status itself.
        x: Variables, shape (n,), or None if it gave none.
        multipliers: Of the stack [bounds; equalities; inequalities], shape (n + me + mi,), > 0 at
            an upper limit and < 0 at a lower one, or None if it gave none.
        iterations: The package's iterations.
    """

    claim: QpStatus
    x: Array | None = None
    multipliers: Array | None = None
    iterations: int = 0
