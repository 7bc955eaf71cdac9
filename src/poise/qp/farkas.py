"""Proofs that limits contradict each other, and the smallest part of the limits each rests on.

By Farkas' lemma the limits  row · x ≤ limit  contradict each other exactly when some weights w ≥ 0
combine the rows to zero and the limits to less than zero. Scaled to Σ w = 1,

    −w · limits  =  the largest violation that no x can avoid,

and the weights for which that is largest are the multipliers of the linear program

    min t   s.t.   row · x ≤ limit + t.

The limits that bear weight at a *vertex* of  {w ≥ 0, Σ w rows = 0, Σ w = 1}  are an irreducible
conflict (Gleeson & Ryan, ORSA J. Computing 2(1), 1990): no other weights live on them, so without
any one of them nothing is left that contradicts, and the remaining rows are linearly independent.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space
from scipy.optimize import linprog

from poise.arrays import Array
from poise.errors import BackendError
from poise.qp.row_sides import RowSides

_BEARING = 1e-9
"""Weight, of a total of one, below which a limit bears nothing; rounding of the linear program."""

_DEPENDENT = 1e-9
"""Relative singular value below which normalised rows count as dependent."""

_LP_TOLERANCE = 1e-9
_LP_SOLVED, _LP_INFEASIBLE = 0, 2
_LP_METHODS = ("highs-ds", "highs-ipm")
"""The simplex method ends at a vertex; the other one is there for when it gets stuck."""


Members: TypeAlias = NDArray[np.intp]
"""Indices into a set of sides."""


class Move(NamedTuple):
    """The least move of limits that ends their contradiction.

    Attributes:
        amount: How far; 0 if there is none, infinite if the limits that may move do not suffice.
        weights: Multipliers of the limits, ≥ 0, shape (m,).
    """

    amount: float
    weights: Array


class Proof(NamedTuple):
    """Weights that prove a conflict.

    Attributes:
        members: The sides that contradict each other.
        weights: Their weights, > 0, of total one.
        amount: The largest violation of these members that no x can avoid.
    """

    members: Members
    weights: Array
    amount: float


def irreducible_proof(sides: RowSides) -> Proof | None:
    """The proof of the largest violation that no x can avoid; None if all sides can hold.

    Raises:
        BackendError: The linear program could not be solved.
    """
    if sides.rows.size == 0:
        return None
    moved = least_move(sides, np.ones(sides.rows.size))
    if moved.amount <= _LP_TOLERANCE:
        return None
    members = (moved.weights > _BEARING).nonzero()[0]
    return _vertex(sides, members, moved.weights[members])


def least_move(sides: RowSides, shares: Array) -> Move:
    """Solve  min t ≥ 0  s.t.  row · x ≤ limit + share t.

    Args:
        sides: The limits.
        shares: How much of t each limit moves by, ≥ 0, shape (m,).

    Returns:
        The least t, infinite if none suffices, and the multipliers.

    Raises:
        BackendError: The linear program could not be solved.
    """
    answer = _solve(sides, shares[:, None])
    if answer.status == _LP_INFEASIBLE:
        return Move(math.inf, np.zeros(sides.rows.size))
    return Move(float(answer.fun), np.maximum(-answer.ineqlin.marginals, 0.0))


def least_sum_violations(sides: RowSides) -> Array:
    """Violations vᵢ ≥ 0, shape (m,), of  min Σ vᵢ  s.t.  row · x ≤ limit + vᵢ.

    Raises:
        BackendError: The linear program could not be solved.
    """
    if sides.rows.size == 0:
        return np.zeros(0)
    return np.asarray(_solve(sides, np.eye(sides.rows.size)).x[sides.matrix.shape[1] :])


def _solve(sides: RowSides, moves: Array) -> Any:
    """min Σ t  s.t.  row · x ≤ limit + moves t,  t ≥ 0; scipy's answer, solved or infeasible."""
    free, moving = sides.matrix.shape[1], moves.shape[1]
    for method in _LP_METHODS:
        answer = linprog(
            np.concatenate((np.zeros(free), np.ones(moving))),
            np.column_stack((sides.matrix, -moves)),
            sides.limits,
            bounds=[(None, None)] * free + [(0.0, None)] * moving,
            method=method,
            options={
                "primal_feasibility_tolerance": _LP_TOLERANCE,
                "dual_feasibility_tolerance": _LP_TOLERANCE,
            },
        )
        if answer.status in {_LP_SOLVED, _LP_INFEASIBLE}:
            return answer
    raise BackendError(
        f"The limits could not be tested for contradictions: {answer.message} "
        "Scale the rows and limits to similar size."
    )


def _vertex(sides: RowSides, members: Members, weights: Array) -> Proof:
    """Walk from weights to a vertex without losing any of their amount, and refine it.

    As long as other weights of the same total live on the same members, the weights can be moved
    towards or away from those, whichever does not lower the amount, until one of them is zero.
    """
    weights = weights / weights.sum()
    while True:
        limits = sides.limits[members]
        ways = _ways(sides.matrix[members])
        if ways.shape[1] == 0:
            only = _only_weights(sides.matrix[members])
            kept = only > 0.0
            if kept.all():
                return Proof(members, only, -float(only.dot(limits)))
        else:
            way = ways[:, 0] if ways[:, 0].dot(limits) <= 0.0 else -ways[:, 0]
            steps = np.full(members.size, np.inf)
            np.divide(weights, -way, out=steps, where=way < 0.0)
            weights = weights + steps.min() * way
            kept = weights > _BEARING
            kept[steps.argmin()] = False
        members, weights = members[kept], weights[kept] / weights[kept].sum()


def _ways(rows: Array) -> Array:
    """Changes of weights that keep their total and the combination of rows, one per column."""
    return np.asarray(null_space(np.column_stack((rows, np.ones(len(rows)))).T, rcond=_DEPENDENT))


def _only_weights(rows: Array) -> Array:
    """The weights of total one that combine the rows to zero, exact to rounding."""
    left, _, _ = np.linalg.svd(rows)
    weights = left[:, -1]
    return np.asarray(weights / weights.sum())
