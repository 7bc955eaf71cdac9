"""How exact an answer must be before it is called solved, and the numbers the polish works with.

One table instead of numbers scattered over the code: each has its reason beside it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KktTolerances:
    """The bar of the optimality conditions; see :class:`poise.qp.residuals.KktResiduals`.

    Attributes:
        equality: |A x − b| / scale. Rows of equations of motion are in newtons, scaled by the
            robot's weight, contact rows in m/s²: 1e-8 is far below what any sensor resolves and
            far above the rounding of a double.
        inequality: Violation relative to the numbers in the row.
        dual: ‖stationarity‖∞ relative to max(1, ‖g‖∞); the weights of a scene reach 1e4, so the
            rounding of its gradient alone is near 1e-10 of that.
        dual_sign: Multiplier on a side that has no limit, relative to max(1, ‖g‖∞). The polish
            leaves exactly zero.
        gap: Σ |multiplier · slack| relative to the cost: the objective is at most this far,
            relatively, from the best one.
    """

    equality: float = 1e-8
    inequality: float = 1e-7
    dual: float = 1e-6
    dual_sign: float = 1e-9
    gap: float = 1e-7


BAR = KktTolerances()

INFEASIBLE_FACTOR = 10.0
"""A problem is called infeasible when even its least-violation point misses the bar this often."""

SYMMETRY = 1e-10
"""Allowed |H − Hᵀ| relative to the largest entry of H; beyond it H is a mistake, not rounding."""

CONVEXITY = 1e-10
"""Negative curvature allowed, relative to the largest diagonal entry of H: rounding of JᵀJ."""

EXACT = 1e-3
"""Multiple of the bar below which a polished point counts as exact but for rounding."""

AT_LIMIT = 1e-9
"""A row within this of its limit, relative to 1 + |value|, is reported as active."""
