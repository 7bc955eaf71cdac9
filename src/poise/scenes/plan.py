"""What stays the same while the contacts do: layout, names, constant rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from poise.arrays import Array
from poise.constraints import Constraint, Rows, TickTerms, Variables, contact_places
from poise.qp import QpLayout, QuadraticProgram

_Arrays = tuple[Array, Array, Array]


class Plan:
    """A program laid out for one set of contacts, ready to be copied and filled.

    Args:
        variables: The layout of x.
        constraints: Equalities and inequalities, in the order their rows shall stand.
        bounds: Lower and upper bounds of x that stay the same, shapes (n,).
        strict: Names of the equalities of hard and scaled tasks, which stand last.
        limits: Names of the rows of the user's limits, which stand last of all.
    """

    def __init__(
        self,
        variables: Variables,
        constraints: Sequence[Constraint],
        bounds: tuple[Array, Array],
        strict: tuple[str, ...] = (),
        limits: tuple[str, ...] = (),
    ) -> None:
        self.variables = variables
        self.places = contact_places(variables.robot, variables.contacts)
        self._spans: list[tuple[Constraint, slice]] = []
        equalities, scales = self._place((c for c in constraints if c.equality), 0)
        self._strict = slice(len(equalities), len(equalities) + len(strict))
        inequalities, _ = self._place((c for c in constraints if not c.equality), self._strict.stop)
        first = self._strict.stop + len(inequalities)
        self._limits = slice(first, first + len(limits))
        inequalities += limits
        self.layout = QpLayout(variables.names, (*equalities, *strict), tuple(inequalities))
        self.equality_scale = np.array([*scales, *(1.0 for _ in strict)])
        n, height = variables.size, self._strict.stop + len(inequalities)
        self._matrix = np.zeros((height, n))
        self._lower, self._upper = np.zeros(n + height), np.zeros(n + height)
        self._lower[:n], self._upper[:n] = bounds
        for constraint, span in self._spans:
            template = (self._matrix, self._lower, self._upper)
            constraint.prepare(variables, self._rows(span, template))

    def _place(
        self, constraints: Iterable[Constraint], start: int
    ) -> tuple[list[str], list[float]]:
        """Give each constraint its rows; returns their names and scales."""
        names: list[str] = []
        scales: list[float] = []
        for constraint in constraints:
            rows = constraint.row_names(self.variables)
            first = start + len(names)
            self._spans.append((constraint, slice(first, first + len(rows))))
            names += rows
            scales += [constraint.scale(self.variables)] * len(rows)
        return names, scales

    def fresh_arrays(self) -> _Arrays:
        """Copies of row matrix, lower and upper limits [x; rows], to be filled and given away."""
        return self._matrix.copy(), self._lower.copy(), self._upper.copy()

    def write(self, terms: TickTerms, arrays: _Arrays) -> None:
        """Let every constraint write what changes with the state."""
        for constraint, span in self._spans:
            constraint.write(terms, self.variables, self._rows(span, arrays))

    def strict_rows(self, arrays: _Arrays) -> Rows:
        """The equalities of hard and scaled tasks."""
        return self._rows(self._strict, arrays)

    def limit_rows(self, arrays: _Arrays) -> Rows:
        """The rows of the user's limits."""
        return self._rows(self._limits, arrays)

    def bounds(self, arrays: _Arrays) -> tuple[Array, Array]:
        """Views of the bounds of x."""
        n = self.variables.size
        return arrays[1][:n], arrays[2][:n]

    def program(self, cost: tuple[Array, Array], arrays: _Arrays) -> QuadraticProgram:
        """The program with this cost, a sum of squares, and these filled rows."""
        matrix, lower, upper = arrays
        return QuadraticProgram.trusted(
            cost, matrix, (lower, upper), self.layout, self.equality_scale, known_convex=True
        )

    def span_of(self, kind: type[Constraint]) -> slice:
        """Where the rows of a kind of constraint stand in the row matrix."""
        return next(span for constraint, span in self._spans if isinstance(constraint, kind))

    def _rows(self, span: slice, arrays: _Arrays) -> Rows:
        matrix, lower, upper = arrays
        n = self.variables.size
        limits = slice(n + span.start, n + span.stop)
        return Rows(matrix[span], lower[limits], upper[limits])
