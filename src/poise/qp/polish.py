"""Polish: from a backend's answer to the exact optimum.

A backend's answer tells which rows hold with equality there. With that working set W fixed, the
optimality conditions are linear,

    [ H   Gᵀ ] [ x ]   [ −g ]
    [ G   0  ] [ λ ] = [  d ],        G, d: rows of W and the limits they sit at,

and one symmetric indefinite factorisation solves them to rounding. If the result shows that the
guess was wrong (a free row is violated, a multiplier in W has the wrong sign), W is corrected and
the system solved again, a bounded number of times.

Rows of W may be linearly dependent: at the apex of a friction cone, or where two contacts are the
same. Therefore −δI stands in the lower right block, and its effect is taken out again by iterative
refinement from the current point. Each step then changes the multipliers as little as possible,
so multipliers that the backend found with the right sign keep it. This is the proximal method of
multipliers (Rockafellar, Math. Oper. Res. 1(2), 1976) with the working set held.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg.blas import dsymv
from scipy.linalg.lapack import dsytrf, dsytrs

from poise.arrays import Array
from poise.qp.problem import QuadraticProgram
from poise.qp.residuals import KktPoint, evaluate, residuals
from poise.qp.working_set import (
    LOWER,
    Rows,
    Sides,
    contradictions,
    corrected,
    guess,
    held_before,
    strongest,
    with_right_signs,
)

_DELTA = 1e-10
"""Regularisation of dependent rows: above the rounding of the factorisation, and so small that
refinement takes it out at once unless the cost is stiffer than 1e10 along a row."""

_MAX_CORRECTIONS = 40
"""Working sets tried. An exact backend needs one, a loose one rarely more than five."""

_RESUMPTIONS = 2
"""Working sets tried before a backend is asked: beyond a second one, asking is quicker."""

_MIN_SOLVES, _MAX_SOLVES = 2, 6
"""Solves with one factorisation: the second one removes δ and most of the rounding."""

_PROGRESS = 0.25
"""Refinement goes on while a step shrinks the residual at least to this part of it."""

_ROUNDING = 1e-14
"""Relative residual below which refinement has nothing left to remove."""

_BLOCK = 64
"""Workspace of dsytrf per column: LAPACK's block size; less would select the unblocked code."""


def polish(problem: QuadraticProgram, start: KktPoint) -> KktPoint | None:
    """Solve the program exactly from a point whose working set is right or nearly right.

    Returns:
        The solution, or the best point seen if no working set fulfilled all conditions within
        the bounded number of corrections; None if no system could be solved at all.
    """
    sides = guess(problem, start)
    point, best, least = start, None, np.inf
    seen: set[bytes] = set()
    for _ in range(_MAX_CORRECTIONS):
        solved = _solve_held(problem, sides, point)
        if solved is None:
            break
        point = solved
        wrong = contradictions(problem, point, sides)
        candidate = _with_right_signs(problem, point, sides)
        if wrong is None:
            return candidate
        worst = residuals(problem, candidate).worst()
        if worst < least:
            best, least = candidate, worst
        # Changing all wrong rows at once is fast but may cycle; then one row at a time.
        key = sides.tobytes()
        sides = corrected(problem, point, sides, strongest(point, wrong) if key in seen else wrong)
        seen.add(key)
    return best


def resume(problem: QuadraticProgram, before: KktPoint) -> KktPoint | None:
    """Solve the program exactly with the working set of an earlier, similar one.

    Along a smooth motion it is almost always the right one, or one correction away: then no
    backend needs to be asked.

    Args:
        problem: The program.
        before: The earlier optimum, evaluated on this program.

    Returns:
        The solution; None if the working set is another one by now.
    """
    sides, point = held_before(problem, before.multipliers), before
    for _ in range(_RESUMPTIONS):
        solved = _solve_held(problem, sides, point)
        if solved is None:
            return None
        point = solved
        wrong = contradictions(problem, point, sides)
        if wrong is None:
            return _with_right_signs(problem, point, sides)
        sides = corrected(problem, point, sides, wrong)
    return None


def _with_right_signs(problem: QuadraticProgram, point: KktPoint, sides: Sides) -> KktPoint:
    multipliers = with_right_signs(point.multipliers, sides)
    if multipliers is point.multipliers:
        return point
    return evaluate(problem, point.x, multipliers)


def _solve_held(problem: QuadraticProgram, sides: Sides, start: KktPoint) -> KktPoint | None:
    """Optimum with the rows of the working set held at their limits and the others left out."""
    n = problem.n
    held = sides.nonzero()[0]
    size = n + held.shape[0]
    matrix = _kkt_matrix(problem, held).T
    factor, pivots, info = dsytrf(matrix, lower=0, lwork=_BLOCK * size)
    if info != 0:
        return None
    target, unknowns = np.empty(size), np.empty(size)
    np.negative(problem.g, out=target[:n])
    target[n:] = np.where(sides[held] == LOWER, problem.row_lower[held], problem.row_upper[held])
    unknowns[:n], unknowns[n:] = start.x, start.multipliers[held]
    last, negligible = np.inf, _ROUNDING * problem.gradient_scale
    for solves in range(_MAX_SOLVES):
        residual = dsymv(-1.0, matrix, unknowns, beta=1.0, y=target, lower=0)
        residual[n:] -= _DELTA * unknowns[n:]
        if solves >= _MIN_SOLVES:
            worst = float(np.abs(residual).max())
            if not negligible < worst < _PROGRESS * last:
                break
            last = worst
        unknowns += dsytrs(factor, pivots, residual, lower=0)[0]
    if not np.isfinite(unknowns).all():
        return None
    multipliers = np.zeros_like(start.multipliers)
    multipliers[held] = unknowns[n:]
    return evaluate(problem, unknowns[:n].copy(), multipliers)


def _kkt_matrix(problem: QuadraticProgram, held: Rows) -> Array:
    """Lower triangle of the regularised KKT matrix, C-ordered; the rest is not to be read."""
    n = problem.n
    size = n + held.shape[0]
    matrix = np.zeros((size, size))
    matrix[:n, :n] = problem.H
    bounds = int(held.searchsorted(n))
    if bounds:
        matrix[np.arange(n, n + bounds), held[:bounds]] = 1.0
    matrix[n + bounds :, :n] = problem.rows.take(held[bounds:] - n, axis=0)
    matrix.reshape(-1)[n * (size + 1) :: size + 1] = -_DELTA
    return matrix
