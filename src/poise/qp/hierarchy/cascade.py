"""The damped null-space cascade: a strict hierarchy without limits, tame near singularities.

Each level moves only in the directions that the levels above leave free. Where a direction has so
little effect on the level that it would have to move far, it moves less, and the level is left
with an error instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from poise.arrays import Array, frozen, number
from poise.errors import ProblemError
from poise.qp.hierarchy.problem import HierarchicalProblem, Level
from poise.qp.hierarchy.row_space import row_space
from poise.qp.hierarchy.unit_rows import of_level


@dataclass(frozen=True, slots=True, eq=False)
class CascadeLevel:
    """What became of one level of a cascade.

    Attributes:
        name: Of the level.
        residual: A x − b at the end, unweighted, shape (me,).
        rank: Number of independent directions that the level decided.
        damped: Number of those in which it was cut short.
    """

    name: str
    residual: Array
    rank: int
    damped: int


@dataclass(frozen=True, slots=True, eq=False)
class CascadeSolution:
    """The point of a cascade.

    Attributes:
        x: The point, shape (n,).
        levels: What became of each level, in the order of the problem.
        hard_residual: A x − b of the hard equalities, shape (me,).
    """

    x: Array
    levels: tuple[CascadeLevel, ...]
    hard_residual: Array


def null_space_cascade(problem: HierarchicalProblem, largest_gain: float = 10.0) -> CascadeSolution:
    """Do each level within the null space of those above, damped near singularities.

    With S the weighted rows of a level along the directions still free, U σ Vᵀ its singular
    values and r the weighted residual left for it, the point moves by V diag(σ/(σ² + λ²)) Uᵀ r,
    with λ = 0 for σ ≥ ν, √(σ (ν − σ)) for σ ≥ ν/2, else ν/2, where ν = 1/largest_gain. So no
    direction moves by more than ``largest_gain`` times the weighted residual. Damped or not, the
    direction is then closed to the levels below. Without damping the answer is that of
    :func:`solve_hierarchy`.

    Args:
        problem: Levels and hard rows with equalities only; hard ones are never damped. Lengths
            are measured by ``reference_weights``: the larger, the less a variable moves away from
            the reference.
        largest_gain: > 0, in the units of x over those of a weighted residual; inf for none.

    Returns:
        The point and the levels' errors.

    Raises:
        ProblemError: There are limits.
        DefinitionError: largest_gain is not a number > 0.

    Source: A. A. Maciejewski, C. A. Klein, "Numerical filtering for the operation of robotic
    manipulators through kinematically singular configurations", J. Robotic Systems 5(6), 1988;
    ``HierarchicalLSSolver`` of ARC-OPT WBC 0.4. That one damps all directions of a level as its
    worst one needs, even by one that higher levels have closed; here each has its own λ. Its
    weights are the squares of ours, its joint weights 1/``reference_weights``².
    """
    gain = number("largest_gain", largest_gain, above=0.0, allow_infinite=True)
    hard = problem.hard
    if hard.limit_names or hard.lower_x.size:
        raise ProblemError(
            "A null-space cascade has no limits, but the hard rows have; leave them out, or call "
            "solve_hierarchy(problem)."
        )
    first = Level("hard rows", hard.A, hard.b) if hard.b.size else Level("hard rows")
    x, basis, *_ = _move(
        first, (problem.reference, np.eye(problem.n)), problem.reference_weights, np.inf
    )
    done = []
    for level in problem.levels:
        move = _move(level, (x, basis), problem.reference_weights, gain)
        x, basis = move.x, move.basis
        done.append((level, move))
    return CascadeSolution(
        frozen(x.copy()),
        tuple(
            CascadeLevel(level.name, frozen(level.stack.excess(x)[0]), move.rank, move.damped)
            for level, move in done
        ),
        frozen(hard.A.reshape(-1, problem.n).dot(x) - hard.b),
    )


class _Move(NamedTuple):
    """What a level did to the point and the free directions; see :class:`CascadeLevel`."""

    x: Array
    basis: Array
    rank: int
    damped: int


def _move(level: Level, freedom: tuple[Array, Array], lengths: Array, largest_gain: float) -> _Move:
    """Move a point by a level.

    Args:
        level: The level.
        freedom: The point, and an orthonormal basis of the free directions in z = lengths · x.
        lengths: What variables are multiplied with.
        largest_gain: See above.
    """
    x, basis = freedom
    if level.limit_names:
        raise ProblemError(
            f"A null-space cascade has no limits, but level {level.name!r} has "
            f"{len(level.limit_names)}; leave them out, or call solve_hierarchy(problem)."
        )
    rows = of_level(level, x.shape[0], 0)
    if not (rows.b.shape[0] and basis.shape[1]):
        return _Move(x, basis, 0, 0)
    A = rows.A / lengths
    norms = np.sqrt(np.einsum("ij,ij->i", A, A))
    unit = (A / norms[:, None]).dot(basis)
    space = row_space(unit)
    weighted = (rows.weights * norms)[:, None] * unit.dot(space.span)
    U, sigma, Vt = np.linalg.svd(weighted, full_matrices=False)
    nu = 1.0 / largest_gain
    damping = np.where(sigma > 0.5 * nu, sigma * np.maximum(nu - sigma, 0.0), 0.25 * nu * nu)
    effect = U.T.dot(rows.weights * (rows.b - rows.A.dot(x)))
    step = space.span.dot(Vt.T.dot(sigma / (sigma * sigma + damping) * effect))
    damped = int((damping > 0.0).sum())
    return _Move(x + basis.dot(step) / lengths, basis.dot(space.free), space.rank, damped)
