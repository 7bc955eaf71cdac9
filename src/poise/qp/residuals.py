"""How far a point is from satisfying the optimality (KKT) conditions of a quadratic program."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array
from poise.qp.problem import QuadraticProgram
from poise.qp.tolerances import BAR, KktTolerances

_UNDIVIDED = 1e-9

_largest = np.maximum.reduce


@dataclass(frozen=True, slots=True)
class KktResiduals:
    """Residuals of the optimality conditions; all zero at an exact solution.

    Attributes:
        equality: max |A x − b| / scale.
        inequality: Largest violation of an inequality or bound, relative to
            max(1, |limit|, maxⱼ |Cᵢⱼ xⱼ|).
        dual: ‖H x + g + Aᵀ y + Cᵀ z + z_x‖∞, in the unit of g.
        dual_sign: Largest multiplier pushing away from a limit that does not exist, same unit.
        gap: Σ |multiplier · slack| relative to max(1, |xᵀ H x|, |gᵀ x|).
        gradient: max(1, ‖g‖∞), what ``dual`` and ``dual_sign`` are relative to when judged.
    """

    equality: float
    inequality: float
    dual: float
    dual_sign: float
    gap: float
    gradient: float = 1.0

    def worst(self, bar: KktTolerances = BAR) -> float:
        """Largest residual as a multiple of its tolerance; NaN if any residual is NaN."""
        multiples = (
            self.equality / bar.equality,
            self.inequality / bar.inequality,
            self.dual / (bar.dual * self.gradient),
            self.dual_sign / (bar.dual_sign * self.gradient),
            self.gap / bar.gap,
        )
        # Python's max passes over NaN, a sum does not.
        return math.nan if math.isnan(sum(multiples)) else max(multiples)

    def within(self, bar: KktTolerances = BAR) -> bool:
        """Whether every residual is finite and at most its tolerance."""
        return (
            self.equality <= bar.equality
            and self.inequality <= bar.inequality
            and self.dual <= bar.dual * self.gradient
            and self.dual_sign <= bar.dual_sign * self.gradient
            and self.gap <= bar.gap
        )


@dataclass(frozen=True, slots=True, eq=False)
class KktPoint:
    """A primal-dual point with the products every condition is made of.

    Attributes:
        x: Variables, shape (n,).
        multipliers: Of the stack [bounds; equalities; inequalities], shape (n + me + mi,);
            positive pushes down from an upper limit, negative up from a lower one.
        values: The stack [x; A x; C x], shape (n + me + mi,).
        hessian_x: H x, shape (n,).
        stationarity: H x + g + Aᵀ y + Cᵀ z + z_x, shape (n,).
    """

    x: Array
    multipliers: Array
    values: Array
    hessian_x: Array
    stationarity: Array


def evaluate(problem: QuadraticProgram, x: Array, multipliers: Array) -> KktPoint:
    """Compute the products of a point; its arrays are taken over, not copied."""
    n = x.shape[0]
    values = np.empty(multipliers.shape[0])
    values[:n] = x
    rows = problem.rows
    np.dot(rows, x, out=values[n:])
    hessian_x = problem.H.dot(x)
    stationarity = multipliers[n:].dot(rows)
    stationarity += multipliers[:n]
    stationarity += hessian_x
    stationarity += problem.g
    return KktPoint(x, multipliers, values, hessian_x, stationarity)


def residuals(problem: QuadraticProgram, point: KktPoint) -> KktResiduals:
    """Judge a point by the optimality conditions of a program."""
    violation = relative_violations(problem, point)
    n = problem.n
    first = n + problem.equality_count
    dual_sign, gap = _complementarity(problem, point)
    return KktResiduals(
        equality=float(_largest(violation[n:first], initial=0.0)),
        inequality=float(
            max(_largest(violation[:n], initial=0.0), _largest(violation[first:], initial=0.0))
        ),
        dual=float(_largest(np.abs(point.stationarity))),
        dual_sign=dual_sign,
        gap=gap,
        gradient=problem.gradient_scale,
    )


def relative_violations(problem: QuadraticProgram, point: KktPoint) -> Array:
    """Violation of every row of the stack as the residuals count it, ≤ 0 where the row holds.

    Returns:
        Equalities relative to their scale, inequalities and bounds relative to
        max(1, |limit|, maxⱼ |Cᵢⱼ xⱼ|); shape (n + me + mi,). Violations below 1e-9 are left
        undivided, which costs less and can only overstate them.
    """
    n, me = problem.n, problem.equality_count
    values = point.values
    violation = problem.row_lower - values
    np.maximum(violation, values - problem.row_upper, out=violation)
    violation[n : n + me] /= problem.equality_scale
    broken = (violation > _UNDIVIDED).nonzero()[0]
    if broken.size:
        broken = broken[(broken < n) | (broken >= n + me)]
        violation[broken] /= _row_size(problem, point, broken)
    return violation


def _row_size(problem: QuadraticProgram, point: KktPoint, broken: NDArray[np.intp]) -> Array:
    n, upper = problem.n, problem.row_upper[broken]
    limit = np.where(point.values[broken] > upper, upper, problem.row_lower[broken])
    size = np.maximum(np.abs(limit), 1.0)
    general = broken >= n
    products = np.abs(problem.rows[broken[general] - n] * point.x)
    size[general] = np.maximum(size[general], products.max(axis=1, initial=0.0))
    return size


def _complementarity(problem: QuadraticProgram, point: KktPoint) -> tuple[float, float]:
    """Largest multiplier of an absent limit, and the relative gap over the present ones."""
    with np.errstate(over="ignore", invalid="ignore"):  # then no number of these passes a check
        return _dual_sign_and_gap(problem, point)


def _dual_sign_and_gap(problem: QuadraticProgram, point: KktPoint) -> tuple[float, float]:
    loaded = point.multipliers.nonzero()[0]
    multiplier = point.multipliers[loaded]
    limit = np.where(multiplier > 0.0, problem.row_upper[loaded], problem.row_lower[loaded])
    products = np.abs(multiplier * (limit - point.values[loaded]))
    cost = max(1.0, abs(float(point.x.dot(point.hessian_x))), abs(float(point.x.dot(problem.g))))
    total = float(np.add.reduce(products))
    if math.isfinite(total):
        return 0.0, total / cost
    absent = np.isinf(limit)
    dual_sign = float(_largest(np.abs(multiplier[absent]), initial=0.0))
    return dual_sign, float(products[~absent].sum()) / cost


def objective(problem: QuadraticProgram, point: KktPoint) -> float:
    """Cost ½ xᵀ H x + gᵀ x at a point."""
    return 0.5 * float(point.x.dot(point.hessian_x)) + float(point.x.dot(problem.g))
