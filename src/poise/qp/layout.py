"""What the variables and rows of a quadratic program are called."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QpLayout:
    """Names of the variables and rows of a program, hence also its sizes.

    Two programs with equal layouts differ in numbers only, so the solution of one is a meaningful
    warm start for the other.

    Attributes:
        variables: One name per variable.
        equalities: One name per row of A.
        inequalities: One name per row of C.
    """

    variables: tuple[str, ...]
    equalities: tuple[str, ...] = ()
    inequalities: tuple[str, ...] = ()

    @property
    def row_count(self) -> int:
        """Number of rows of the stack [bounds on x; equalities; inequalities]."""
        return len(self.variables) + len(self.equalities) + len(self.inequalities)

    def row_name(self, row: int) -> str:
        """Name of a row of the stack; a bound has the name of its variable."""
        return (self.variables + self.equalities + self.inequalities)[row]
