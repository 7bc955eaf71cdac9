"""Contact forces that neither slip nor tip."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from poise.constraints.constraint import Constraint, Rows
from poise.constraints.terms import TickTerms
from poise.constraints.variables import Variables
from poise.contact import Cone
from poise.errors import DefinitionError


@dataclass(frozen=True, slots=True)
class FrictionCones(Constraint):
    """A_i f_i ≤ 0 for every active contact, or A_i f_i ≤ s_i 1 where it has a slack.

    Points have a pyramid of four rows, surfaces the sixteen rows of the wrench cone. With a slack
    each moment row is divided by a length, so that all rows and the slack are newtons.

    Attributes:
        cone: Pyramid of points: ``"inner"`` (within the round cone) or ``"outer"`` (around it).
    """

    cone: Cone = "inner"
    equality: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Check the kind of cone."""
        if self.cone not in ("inner", "outer"):
            raise DefinitionError(f"cone must be 'inner' or 'outer', got {self.cone!r}.")

    def row_names(self, variables: Variables) -> tuple[str, ...]:
        """The rows of each contact's cone."""
        return tuple(
            f"friction cone {contact.name} {row}"
            for contact in variables.contacts
            for row in contact.cone_row_names()
        )

    def prepare(self, variables: Variables, rows: Rows) -> None:
        """All of it: in contact axes a cone never changes."""
        start = 0
        for contact in variables.contacts:
            cone = contact.cone(self.cone)
            block = slice(start, start + cone.shape[0])
            slack = variables.slack.get(contact.name)
            if slack is not None:
                cone = cone / contact.cone_row_lengths()[:, None]
                rows.matrix[block, slack] = -1.0
            rows.matrix[block, variables.force[contact.name]] = cone
            start = block.stop
        rows.lower[:] = -np.inf
        rows.upper[:] = 0.0

    def write(self, terms: TickTerms, variables: Variables, rows: Rows) -> None:
        """Nothing changes with the state."""
