"""From a package's answer to a judged solution: polish, check, and say what happened."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array, frozen
from poise.qp.feasibility import least_violation
from poise.qp.multipliers import estimated_multipliers
from poise.qp.polish import polish, resume
from poise.qp.problem import QuadraticProgram
from poise.qp.raw import RawAnswer
from poise.qp.residuals import (
    KktPoint,
    KktResiduals,
    evaluate,
    objective,
    relative_violations,
    residuals,
)
from poise.qp.solution import QpSolution, QpStatus, ViolatedRow
from poise.qp.tolerances import AT_LIMIT, BAR, EXACT, INFEASIBLE_FACTOR
from poise.qp.unboundedness import falling_direction

_NOTHING = KktResiduals(math.nan, math.nan, math.nan, math.nan, math.nan)
_NAMED_ROWS = 10


class _Candidate(NamedTuple):
    point: KktPoint
    residuals: KktResiduals
    raw_residuals: KktResiduals
    polished: bool


def judge(problem: QuadraticProgram, raw: RawAnswer, backend: str) -> QpSolution:
    """Polish a package's answer and decide its status by our own check.

    Args:
        problem: The program.
        raw: The package's answer.
        backend: Name of the backend, for the record.
    """
    candidate = _best(problem, raw)
    if candidate is not None and candidate.residuals.within():
        return _solution(problem, raw, backend, candidate, QpStatus.SOLVED)
    return _unsolved(problem, raw, backend, candidate)


def resumed(problem: QuadraticProgram, before: QpSolution, backend: str) -> QpSolution | None:
    """Solve a program from the working set of an earlier solution, without asking the package.

    Args:
        problem: The program.
        before: A solution with the same layout and finite numbers.
        backend: Name of the backend, for the record.

    Returns:
        The solution, checked as any other; None where the package has to be asked.
    """
    point = resume(problem, evaluate(problem, before.x, before.multipliers))
    if point is None:
        return None
    after = residuals(problem, point)
    if not after.worst() <= EXACT:
        return None
    candidate = _Candidate(point, after, _NOTHING, True)
    return _solution(problem, RawAnswer(QpStatus.SOLVED), backend, candidate, QpStatus.SOLVED)


def _best(problem: QuadraticProgram, raw: RawAnswer) -> _Candidate | None:
    """The polished point, or the package's own where that is better; None without numbers."""
    if raw.x is None or not np.isfinite(raw.x).all():
        return None
    multipliers = raw.multipliers
    if multipliers is None:
        multipliers = estimated_multipliers(problem, raw.x)
    point = evaluate(problem, raw.x, multipliers)
    before = residuals(problem, point)
    if not math.isfinite(before.worst()):
        return None
    refined = polish(problem, point)
    if refined is not None:
        after = residuals(problem, refined)
        # Far inside the bar the residuals cannot tell two answers apart any more, but a tiny
        # regulariser can: there the exact optimum of a working set is preferred.
        if after.worst() < max(before.worst(), EXACT):
            return _Candidate(refined, after, before, True)
    return _Candidate(point, before, before, False)


def _unsolved(
    problem: QuadraticProgram, raw: RawAnswer, backend: str, candidate: _Candidate | None
) -> QpSolution:
    """Find out why: no feasible point, a cost without end, or the package's fault."""
    start = None if candidate is None else candidate.point.x
    nearest = least_violation(problem, start)
    point = evaluate(problem, nearest.x, np.zeros(problem.layout.row_count))
    violation = residuals(problem, point)
    missed = max(violation.equality / BAR.equality, violation.inequality / BAR.inequality)
    if nearest.converged and missed > INFEASIBLE_FACTOR:
        before = _NOTHING if candidate is None else candidate.raw_residuals
        least = _Candidate(point, violation, before, False)
        return _solution(problem, raw, backend, least, QpStatus.INFEASIBLE)
    if falling_direction(problem) is not None:
        return _solution(problem, raw, backend, candidate, QpStatus.UNBOUNDED)
    if raw.claim is QpStatus.ITERATION_LIMIT:
        return _solution(problem, raw, backend, candidate, QpStatus.ITERATION_LIMIT)
    good_word = raw.claim in {QpStatus.SOLVED, QpStatus.INACCURATE}
    status = QpStatus.INACCURATE if good_word and candidate is not None else QpStatus.FAILED
    return _solution(problem, raw, backend, candidate, status)


def _solution(
    problem: QuadraticProgram,
    raw: RawAnswer,
    backend: str,
    candidate: _Candidate | None,
    status: QpStatus,
) -> QpSolution:
    if candidate is None:
        n = problem.n
        nowhere = np.full(problem.layout.row_count, math.nan)
        point = KktPoint(nowhere[:n].copy(), nowhere, nowhere, nowhere[:n], nowhere[:n])
        candidate = _Candidate(point, _NOTHING, _NOTHING, False)
    point, after, before, polished = candidate
    return QpSolution(
        status=status,
        x=frozen(point.x),
        multipliers=frozen(point.multipliers),
        objective=objective(problem, point),
        residuals=after,
        raw_residuals=before,
        iterations=raw.iterations,
        backend=backend,
        polished=polished,
        layout=problem.layout,
        sides=_sides(problem, point.values),
        violated=() if status is QpStatus.SOLVED else _violated(problem, point),
    )


def _sides(problem: QuadraticProgram, values: Array) -> NDArray[np.int8]:
    margin = np.abs(values)
    margin += 1.0
    margin *= AT_LIMIT
    at_upper = values >= problem.row_upper - margin
    at_lower = values <= problem.row_lower + margin
    sides = at_upper.view(np.int8) - at_lower.view(np.int8)
    sides.setflags(write=False)
    return sides


def _violated(problem: QuadraticProgram, point: KktPoint) -> tuple[ViolatedRow, ...]:
    violation = relative_violations(problem, point)
    worst = np.argsort(-violation, kind="stable")[:_NAMED_ROWS]
    return tuple(
        ViolatedRow(problem.layout.row_name(int(row)), float(violation[row]))
        for row in worst
        if violation[row] > BAR.equality
    )
