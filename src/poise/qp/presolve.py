"""Leaving out equalities that say what others already say.

Two contacts at the same place give the same rows twice. Some packages call such a program
infeasible, because rounding makes the copies contradict each other by 1e-16.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import qr

from poise.qp.layout import QpLayout
from poise.qp.problem import QuadraticProgram
from poise.qp.raw import RawAnswer

_DEPENDENT = 1e-10
"""Size of a normalised row's part outside the others' span below which it counts as inside."""


def dependent_equalities(problem: QuadraticProgram) -> list[int]:
    """Indices of equality rows that are combinations of the others, ascending.

    Found by QR with column pivoting of the normalised rows (Golub & Van Loan, Matrix
    Computations, 4th ed., §5.4.2).
    """
    A = problem.A
    if A.shape[0] == 0:
        return []
    norm = np.sqrt(np.einsum("ij,ij->i", A, A))
    norm[norm == 0.0] = 1.0
    triangle, order = qr((A / norm[:, None]).T, mode="r", pivoting=True)
    diagonal = np.abs(triangle.diagonal())
    rank = int((diagonal > _DEPENDENT).sum())
    return sorted(int(row) for row in order[rank:])


def without_equalities(problem: QuadraticProgram, dropped: list[int]) -> QuadraticProgram:
    """The program without some of its equalities."""
    n, layout = problem.n, problem.layout
    stack = [n + row for row in dropped]
    names = tuple(np.delete(np.array(layout.equalities, dtype=object), dropped))
    return QuadraticProgram.trusted(
        (problem.H, problem.g),
        np.delete(problem.rows, dropped, axis=0),
        (np.delete(problem.row_lower, stack), np.delete(problem.row_upper, stack)),
        QpLayout(layout.variables, names, layout.inequalities),
        np.delete(problem.equality_scale, dropped),
    )


def with_equalities(problem: QuadraticProgram, raw: RawAnswer, dropped: list[int]) -> RawAnswer:
    """An answer to the reduced program as one to the full program: left-out rows bear nothing."""
    if raw.multipliers is None:
        return raw
    multipliers = np.zeros(problem.layout.row_count)
    kept = np.ones(problem.layout.row_count, dtype=bool)
    kept[[problem.n + row for row in dropped]] = False
    multipliers[kept] = raw.multipliers
    return RawAnswer(raw.claim, raw.x, multipliers, raw.iterations)
