"""What must hold: the interface of constraints.

A constraint owns a block of rows ``lower ≤ G x ≤ upper``. What never changes while the contacts
stay the same is written once by :meth:`Constraint.prepare`; :meth:`Constraint.write` fills in the
rest at every tick.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from poise.arrays import Array
from poise.constraints.terms import TickTerms
from poise.constraints.variables import Variables


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Views of the rows of a program that belong to one constraint.

    Attributes:
        matrix: Shape (k, n).
        lower: Shape (k,).
        upper: Shape (k,); equal to ``lower`` for equalities.
    """

    matrix: Array
    lower: Array
    upper: Array


class Constraint(ABC):
    """A block of rows of a whole-body program.

    Attributes:
        equality: Whether the rows are equalities.
    """

    __slots__ = ()

    equality: ClassVar[bool]

    @abstractmethod
    def row_names(self, variables: Variables) -> tuple[str, ...]:
        """A name for each row; their number is the block's height."""

    def prepare(self, variables: Variables, rows: Rows) -> None:  # noqa: B027 - may do nothing
        """Write what stays the same while the contacts do; rows start as zeros."""

    @abstractmethod
    def write(self, terms: TickTerms, variables: Variables, rows: Rows) -> None:
        """Write what changes with the state."""

    def scale(self, variables: Variables) -> float:
        """What an equality's residual is compared with; 1 in the rows' own unit."""
        del variables
        return 1.0
