"""The one interface behind which every QP solver package is hidden."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import ClassVar, final

import numpy as np

from poise.arrays import number
from poise.errors import BackendError
from poise.qp.convexity import is_convex
from poise.qp.judge import judge, resumed
from poise.qp.presolve import dependent_equalities, with_equalities, without_equalities
from poise.qp.problem import QuadraticProgram
from poise.qp.raw import RawAnswer
from poise.qp.solution import QpSolution, QpStatus


class Backend(ABC):
    """A QP solver package.

    A backend keeps no workspace between solves: its answer depends on the program and the warm
    start only, it may be pickled, copied and shared by threads, and it cannot be left in a bad
    state by a failed solve.

    Args:
        tolerance: The package's own stopping tolerance; each class has a default tight enough
            for the polish to see the right active rows.
        max_iterations: The package's own limit of iterations. Never a limit of time: an answer
            must not depend on how busy the machine is.

    Raises:
        DefinitionError: A setting is not a positive number.
        BackendNotInstalledError: The package is missing.
    """

    name: ClassVar[str]
    default_tolerance: ClassVar[float]
    default_max_iterations: ClassVar[int]

    def __init__(
        self, *, tolerance: float | None = None, max_iterations: int | None = None
    ) -> None:
        self.tolerance = number(
            "tolerance", self.default_tolerance if tolerance is None else tolerance, above=0.0
        )
        self.max_iterations = int(
            number(
                "max_iterations",
                self.default_max_iterations if max_iterations is None else max_iterations,
                minimum=1,
            )
        )
        self._load()

    @final
    def solve(self, problem: QuadraticProgram, warm_start: QpSolution | None = None) -> QpSolution:
        """Solve a program: the package's answer, our polish, our verdict.

        Args:
            problem: The program.
            warm_start: A solution of a program with the same layout; one with another layout
                or without finite numbers is ignored. Where its working set is still the right
                one, or nearly, the program is solved from it and the package is not asked. If
                a warm-started solve fails, the program is solved again from scratch.

        Returns:
            The solution; look at its status or call its ``require()``.

        Raises:
            BackendError: The package raised an exception.
        """
        if not (problem.known_convex or is_convex(problem)):
            return judge(problem, RawAnswer(QpStatus.FAILED), self.name)
        warm = _usable(warm_start, problem)
        if warm is not None:
            known = resumed(problem, warm, self.name)
            if known is not None:
                return known
        solution = judge(problem, self._first_call(problem, warm), self.name)
        if warm is not None and solution.status not in _PROVEN:
            solution = _after(solution, judge(problem, self._call(problem, None), self.name))
        if solution.status not in _PROVEN:
            dropped = dependent_equalities(problem)
            if dropped:
                raw = self._call(without_equalities(problem, dropped), None)
                raw = with_equalities(problem, raw, dropped)
                solution = _after(solution, judge(problem, raw, self.name))
        return solution

    @final
    def answer(self, problem: QuadraticProgram) -> RawAnswer:
        """The package's own answer without our polish and verdict, for callers that have theirs.

        Raises:
            BackendError: The package raised an exception.
        """
        return self._call(problem, None)

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(tolerance={self.tolerance:g}, "
            f"max_iterations={self.max_iterations})"
        )

    @final
    def _first_call(self, problem: QuadraticProgram, warm_start: QpSolution | None) -> RawAnswer:
        """Like :meth:`_call`, but an exception after a warm start is only a failure of that."""
        try:
            return self._call(problem, warm_start)
        except BackendError:
            if warm_start is None:
                raise
            _log.info("%s raised on a warm start; solving again from scratch", self.name)
            return RawAnswer(QpStatus.FAILED)

    @final
    def _call(self, problem: QuadraticProgram, warm_start: QpSolution | None) -> RawAnswer:
        try:
            return self._solve(problem, warm_start)
        except Exception as error:
            raise BackendError(
                f"{self.name} raised {type(error).__name__} on a program with {problem.n} "
                f"variables, {problem.equality_count} equalities and "
                f"{len(problem.layout.inequalities)} inequalities: {error}"
            ) from error

    @abstractmethod
    def _load(self) -> None:
        """Import the package.

        Raises:
            BackendNotInstalledError: It is missing.
        """

    @abstractmethod
    def _solve(self, problem: QuadraticProgram, warm_start: QpSolution | None) -> RawAnswer:
        """Solve with the package.

        Args:
            problem: The program; its arrays are read-only.
            warm_start: A solution with the same layout and finite numbers, or None.

        Returns:
            The package's answer in poise's signs and order, in arrays of its own.
        """


_log = logging.getLogger(__name__)

_PROVEN = (QpStatus.SOLVED, QpStatus.INFEASIBLE, QpStatus.UNBOUNDED)
"""Outcomes that poise has proven itself; trying again cannot change them."""


def _usable(warm_start: QpSolution | None, problem: QuadraticProgram) -> QpSolution | None:
    if warm_start is None or warm_start.layout != problem.layout:
        return None
    finite = np.isfinite(warm_start.x).all() and np.isfinite(warm_start.multipliers).all()
    return warm_start if finite and warm_start.solved else None


def _after(first: QpSolution, second: QpSolution) -> QpSolution:
    """The second solve's answer with the iterations of both, unless the first was better."""
    better = first if second.status is QpStatus.FAILED else second
    return replace(better, iterations=first.iterations + second.iterations)
