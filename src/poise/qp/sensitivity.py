"""What the optimal objective would gain if a limit moved, from the multipliers of the optimum.

The optimal objective V is a convex function of the limits. With the set Λ of all multipliers that
fulfil the optimality conditions at x, moving upper limit i changes it at the rate

    outwards: −min λᵢ over Λ,        inwards: +max λᵢ over Λ

(Rockafellar, Convex Analysis, 1970, §28–29), for a lower limit with −λᵢ. Where the rows at their
limits are linearly independent, Λ is one point and V has a derivative. Where more rows meet than
that, as at the apex of a friction cone, the two rates may differ. They come from linear programs
over Λ, which has as many dimensions as there are dependent rows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space
from scipy.optimize import linprog

from poise.arrays import Array
from poise.errors import BackendError, ProblemError
from poise.qp.problem import QuadraticProgram
from poise.qp.solution import QpSolution

_DEPENDENT = 1e-10
"""Relative singular value below which normalised rows count as dependent."""

_TAKES_PART = 1e-9
"""Entry of a dependence, of unit length, from which a row takes part in it."""

_ROUNDING = 1e-8
"""Width of a range, relative to the largest normalised multiplier, below which it is a point; a
tenth of the tolerance of the linear programs."""

_LP_SOLVED, _LP_UNBOUNDED = 0, 3


@dataclass(frozen=True, slots=True)
class RowSensitivity:
    """How the optimal objective reacts when one limit moves a little and all else stays.

    Attributes:
        name: Name of the row; of the variable for a bound.
        side: The limit that moves; for an equality the direction in which moving it gains, or
            gains more.
        equality: Whether the row's two limits are equal and move as one.
        limit: Value of the limit, in the unit of the row.
        lower: What the objective falls by, per unit, while the limit is relaxed: an upper limit
            raised, a lower one lowered. Minus infinity if the program then has no feasible
            point, as for one of two equal equalities.
        upper: What the objective rises by, per unit, while the limit is tightened; infinite if
            the program then has no feasible point.
        exact: Whether both are one number, the derivative. Otherwise they are derivatives to
            one side each, with lower ≤ upper.
    """

    name: str
    side: Literal["lower", "upper"]
    equality: bool
    limit: float
    lower: float
    upper: float
    exact: bool

    @property
    def gain_per_unit(self) -> float:
        """What relaxing the limit by one unit gains, to first order: ``lower``."""
        return self.lower

    def text(self) -> str:
        """What relaxing the limit gains, and if that differs, what tightening it costs."""
        name = f"{self.name} (= {self.limit:.4g})"
        relaxing, tightening = ("raising it", "lowering it")
        if self.side == "lower":
            relaxing, tightening = tightening, relaxing
        if not self.equality:
            relation = "≤" if self.side == "upper" else "≥"
            name = f"{self.name} {self.side} ({relation} {self.limit:.4g})"
            relaxing, tightening = "relaxing it", "tightening it"
        gain = f"{name}: {relaxing} {_effect(-self.lower)}"
        if self.exact:
            return gain
        return (
            f"{gain}, {tightening} {_effect(self.upper)} "
            "(to one side each: the rows that meet here are not independent)"
        )


def _effect(cost: float) -> str:
    if math.isinf(cost):
        return "leaves no feasible point"
    return f"costs {cost:.4g} per unit" if cost > 0.0 else f"gains {-cost + 0.0:.4g} per unit"


def sensitivities(problem: QuadraticProgram, solution: QpSolution) -> tuple[RowSensitivity, ...]:
    """How the optimal objective reacts to each limit that is met; all others do not count.

    Args:
        problem: The program.
        solution: Its solution.

    Returns:
        One entry per equality and per row or bound at a limit, in the order of the stack
        [bounds; equalities; inequalities].

    Raises:
        InfeasibleError: The program has no feasible point.
        BackendError: The program is not solved for another reason, or a linear program of the
            bounds could not be solved.
        ProblemError: The solution belongs to a program with other rows.
    """
    solution.require()
    if solution.layout != problem.layout:
        raise ProblemError(
            f"solution must be of this program, {problem!r}, but its rows have other names: "
            f"{solution!r}."
        )
    met = _met(problem, solution)
    lower, upper = _ranges(problem, solution.multipliers[met.rows] * met.signs, met)
    # An equality is named by the side to which moving it gains.
    turned = met.fixed & (upper < -lower)
    signs = np.where(turned, -met.signs, met.signs)
    lower, upper = np.where(turned, -upper, lower), np.where(turned, -lower, upper)
    return tuple(
        _row(problem, int(row), int(sign), (float(low), float(high)))
        for row, sign, low, high in zip(met.rows, signs, lower, upper, strict=True)
    )


class Met(NamedTuple):
    """The limits met at a solution: rows of the stack, +1 or −1 for the side, whether equality."""

    rows: NDArray[np.intp]
    signs: NDArray[np.int8]
    fixed: NDArray[np.bool_]


def _met(problem: QuadraticProgram, solution: QpSolution) -> Met:
    fixed = problem.row_lower == problem.row_upper
    pushes = np.sign(solution.multipliers).astype(np.int8)
    signs = np.where(pushes != 0, pushes, solution.sides)
    signs[fixed & (signs == 0)] = 1
    rows = signs.nonzero()[0]
    return Met(rows, signs[rows], fixed[rows])


def _row(
    problem: QuadraticProgram, row: int, sign: int, bounds: tuple[float, float]
) -> RowSensitivity:
    lower, upper = bounds
    fixed = problem.row_lower[row] == problem.row_upper[row]
    limits = problem.row_upper if sign > 0 else problem.row_lower
    return RowSensitivity(
        name=problem.layout.row_name(row),
        side="upper" if sign > 0 else "lower",
        equality=bool(fixed),
        limit=float(limits[row]) + 0.0,  # without the sign of a negative zero
        lower=lower + 0.0,
        upper=upper + 0.0,
        exact=lower == upper,
    )


def _ranges(problem: QuadraticProgram, weights: Array, met: Met) -> tuple[Array, Array]:
    """Least and greatest weight of each row met, over all weights that are multipliers too.

    Weights are multipliers in the direction of their side, hence ≥ 0 but for fixed rows. Rows
    enter normalised, so that dependence does not hang on their units.
    """
    rows = np.concatenate((np.eye(problem.n), problem.rows))[met.rows]
    norms = np.linalg.norm(rows, axis=1)
    norms[norms == 0.0] = 1.0
    rows *= (met.signs / norms)[:, None]
    lower, upper = weights.copy(), weights.copy()
    ways = null_space(rows.T, rcond=_DEPENDENT)
    if ways.shape[1] == 0:
        return lower, upper
    forces = weights * norms
    size = max(float(np.abs(forces).max()), np.finfo(float).tiny)
    room = forces / size
    np.maximum(room, 0.0, out=room, where=~met.fixed)
    for row in (np.abs(ways).max(axis=1) > _TAKES_PART).nonzero()[0]:
        less = _most(-ways[row], -ways[~met.fixed], room[~met.fixed])
        more = _most(ways[row], -ways[~met.fixed], room[~met.fixed])
        if less + more > _ROUNDING:
            lower[row] -= less * size / norms[row]
            upper[row] += more * size / norms[row]
    np.maximum(lower, 0.0, out=lower, where=~met.fixed)
    return lower, upper


def _most(gain: Array, matrix: Array, limits: Array) -> float:
    """max gain · z  s.t.  matrix z ≤ limits, where z = 0 is allowed; infinite if it has no end."""
    # Without presolve, which cannot tell an endless program from a contradictory one.
    answer = linprog(
        -gain, matrix, limits, bounds=(None, None), method="highs-ds", options={"presolve": False}
    )
    if answer.status == _LP_UNBOUNDED:
        return math.inf
    if answer.status != _LP_SOLVED:
        raise BackendError(f"A range of multipliers could not be found: {answer.message}")
    return max(-float(answer.fun), 0.0)
