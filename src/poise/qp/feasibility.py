"""Can the rows of a program be satisfied at all? Independent of any backend.

The point of least violation minimises the convex, piecewise quadratic

    φ(x) = ½ Σᵢ (violationᵢ(x) / ‖rowᵢ‖)²

by proximal Newton steps with a backtracking line search. At its minimum the violations themselves
are the proof: their combination of the rows is zero while none of them is, so they are Farkas
multipliers of an infeasible system; or all of them vanish, and the rows can be satisfied.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg.lapack import dposv
from scipy.optimize import linprog

from poise.arrays import Array
from poise.qp.problem import QuadraticProgram

_MAX_STEPS = 200
"""Newton steps; a piecewise quadratic is minimised in about as many as its pieces change, ≲ 30."""

_PROXIMAL = 1e-8
"""Proximal weight beside rows of norm one: makes the Newton matrix definite; it vanishes at the
minimum because it pulls to the current point, not to the origin."""

_STATIONARY = 1e-13
"""Gradient of φ, relative to the sizes in it, at which the violation cannot shrink any more."""

_REACH = 1e5
"""Entries of x beyond which nobody looks for a solution. A z that satisfies all rows has
g·(z − x) ≤ −‖e‖², with the violations e and the gradient g at x; so no z within reach does when
‖g‖₁ (reach + ‖x‖∞) < ‖e‖²."""

_NEARLY_STATIONARY = 1e-6
"""Gradient relative to the violation at which a stalled descent still counts as a minimum."""

_SHORTEST = 1e-8
"""Shortest step tried; below it, φ changes by less than its rounding."""

_SUFFICIENT = 1e-4
"""Share of the predicted decrease a step must reach (Armijo)."""


@dataclass(frozen=True, slots=True, eq=False)
class LeastViolation:
    """Where the rows of a program are violated least.

    Attributes:
        x: The point, shape (n,).
        converged: Whether it is proven to be a minimum; if not, it is only a good point.
    """

    x: Array
    converged: bool


def least_violation(problem: QuadraticProgram, start: Array | None = None) -> LeastViolation:
    """Find a point that violates the rows of a program least, in the sense of φ above.

    Args:
        problem: The program; its cost plays no role.
        start: Where to begin, shape (n,), finite; default zero.
    """
    rows, lower, upper = _normalised(problem)
    x = np.zeros(problem.n) if start is None else start.copy()
    excess = _excess(rows.dot(x), lower, upper)
    for _ in range(_MAX_STEPS):
        gradient = excess.dot(rows)
        size = float(np.abs(excess).max(initial=0.0))
        slope = float(np.abs(gradient).max())
        away = _REACH + float(np.abs(x).max())
        proven = float(np.abs(gradient).sum()) * away < float(excess.dot(excess))
        if proven or slope <= _STATIONARY * max(1.0, size):
            return LeastViolation(x, True)
        broken = rows[excess != 0.0]
        newton = broken.T.dot(broken)
        newton.reshape(-1)[:: problem.n + 1] += _PROXIMAL
        _, step, info = dposv(newton, -gradient)
        length = _step_length((rows, lower, upper), x, step) if info == 0 else 0.0
        if length == 0.0:
            # Rounding ends the descent; the gradient tells whether this is the minimum.
            return LeastViolation(x, slope <= _NEARLY_STATIONARY * size)
        x = x + length * step
        excess = _excess(rows.dot(x), lower, upper)
    return _least_largest_violation(rows, lower, upper, x)


def _least_largest_violation(rows: Array, lower: Array, upper: Array, x: Array) -> LeastViolation:
    """The point whose largest violation is least, by a linear program: slow, but certain.

    For the rare programs, close to the border of feasibility, whose φ the descent does not finish.
    """
    above, below = np.isfinite(upper), np.isfinite(lower)
    matrix = np.concatenate((rows[above], -rows[below]))
    cost = np.zeros(x.size + 1)
    cost[-1] = 1.0
    answer = linprog(
        cost,
        np.column_stack((matrix, -np.ones(matrix.shape[0]))),
        np.concatenate((upper[above], -lower[below])),
        bounds=[(None, None)] * x.size + [(0.0, None)],
    )
    return LeastViolation(answer.x[:-1], True) if answer.status == 0 else LeastViolation(x, False)


def _step_length(rows: tuple[Array, Array, Array], x: Array, step: Array) -> float:
    """Longest of 1, ½, ¼ … along which φ falls enough; 0 if there is none."""
    matrix, lower, upper = rows
    values, change = matrix.dot(x), matrix.dot(step)
    excess = _excess(values, lower, upper)
    value, slope = 0.5 * float(excess.dot(excess)), float(excess.dot(change))
    length = 1.0
    while length > _SHORTEST:
        trial = _excess(values + length * change, lower, upper)
        trial_value = 0.5 * float(trial.dot(trial))
        if trial_value < value and trial_value <= value + _SUFFICIENT * length * slope:
            return length
        length *= 0.5
    return 0.0


def _normalised(problem: QuadraticProgram) -> tuple[Array, Array, Array]:
    """All rows that limit anything, bounds included, divided by their norms."""
    finite = np.isfinite(problem.row_lower) | np.isfinite(problem.row_upper)
    rows = np.concatenate((np.eye(problem.n), problem.rows))[finite]
    norm = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    norm[norm == 0.0] = 1.0
    lower, upper = problem.row_lower[finite] / norm, problem.row_upper[finite] / norm
    return rows / norm[:, None], lower, upper


def _excess(values: Array, lower: Array, upper: Array) -> Array:
    """Signed violation: > 0 above the upper limit, < 0 below the lower one."""
    return np.asarray(np.maximum(values - upper, 0.0) - np.maximum(lower - values, 0.0))
