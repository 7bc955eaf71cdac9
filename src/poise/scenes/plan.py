"""What stays the same while the contacts do: layout, names, constant rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from poise.arrays import Array
from poise.constraints import Constraint, Rows, Variables, contact_places, variable_bounds
from poise.qp import QpLayout, QuadraticProgram

_Span = tuple[Constraint, slice]


class Plan:
    """A program laid out for one set of contacts, ready to be copied and filled.

    Args:
        variables: The layout of x.
        constraints: Equalities and inequalities, in the order their rows shall stand.
        acceleration_limit: Joint acceleration limits, shape (na,).
    """

    def __init__(
        self, variables: Variables, constraints: Sequence[Constraint], acceleration_limit: Array
    ) -> None:
        self.variables = variables
        self.places = contact_places(variables.robot, variables.contacts)
        ordered = sorted(constraints, key=lambda constraint: not constraint.equality)
        self.spans: list[_Span] = []
        names: dict[bool, list[str]] = {True: [], False: []}
        scales: list[Array] = []
        height = 0
        for constraint in ordered:
            rows = constraint.row_names(variables)
            names[constraint.equality] += rows
            self.spans.append((constraint, slice(height, height + len(rows))))
            height += len(rows)
            if constraint.equality:
                scales.append(np.full(len(rows), constraint.scale(variables)))
        self.layout = QpLayout(variables.names, tuple(names[True]), tuple(names[False]))
        self.equality_scale = np.concatenate(scales) if scales else np.empty(0)
        n = variables.size
        self._matrix = np.zeros((height, n))
        self._lower, self._upper = np.zeros(n + height), np.zeros(n + height)
        bounds = variable_bounds(variables, acceleration_limit)
        self._lower[:n], self._upper[:n] = bounds
        for constraint, span in self.spans:
            constraint.prepare(variables, self._rows(span, self.template_arrays()))

    def template_arrays(self) -> tuple[Array, Array, Array]:
        """Row matrix, lower and upper limits [x; rows], with the constant parts written."""
        return self._matrix, self._lower, self._upper

    def fresh_arrays(self) -> tuple[Array, Array, Array]:
        """Copies of the template, to be filled and given away."""
        return self._matrix.copy(), self._lower.copy(), self._upper.copy()

    def _rows(self, span: slice, arrays: tuple[Array, Array, Array]) -> Rows:
        matrix, lower, upper = arrays
        n = self.variables.size
        limits = slice(n + span.start, n + span.stop)
        return Rows(matrix[span], lower[limits], upper[limits])

    def rows_of(self, arrays: tuple[Array, Array, Array]) -> list[tuple[Constraint, Rows]]:
        """Each constraint with its views into the arrays."""
        return [(constraint, self._rows(span, arrays)) for constraint, span in self.spans]

    def program(
        self, cost: tuple[Array, Array], arrays: tuple[Array, Array, Array]
    ) -> QuadraticProgram:
        """The program with this cost, a sum of squares, and these filled rows."""
        matrix, lower, upper = arrays
        return QuadraticProgram.trusted(
            cost, matrix, (lower, upper), self.layout, self.equality_scale, known_convex=True
        )

    def span_of(self, kind: type[Constraint]) -> slice:
        """Where the rows of a kind of constraint stand in the row matrix."""
        return next(span for constraint, span in self.spans if isinstance(constraint, kind))
