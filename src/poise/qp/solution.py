"""What came out of solving a quadratic program, judged by poise itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array
from poise.errors import BackendError, InfeasibleError
from poise.qp.layout import QpLayout
from poise.qp.residuals import KktResiduals

_SHOWN = 5
"""Rows named in an error message; the worst ones tell what is wrong, the rest follows."""


class QpStatus(Enum):
    """How a solve ended; the value of each member says what happened and what to try."""

    SOLVED = "The answer satisfies the optimality conditions within the tolerances."
    INFEASIBLE = (
        "No point satisfies all rows; x is a point of least violation. "
        "Relax or soften the rows named in `violated`."
    )
    UNBOUNDED = (
        "The cost falls without end along a direction no row limits. "
        "Add a regulariser to H or bounds on x."
    )
    ITERATION_LIMIT = (
        "The backend stopped at its iteration limit before the answer was exact enough. "
        "Raise max_iterations, scale the rows to similar size, or try another backend."
    )
    INACCURATE = (
        "The backend calls its answer solved, but it does not satisfy the optimality conditions. "
        "Scale the problem better, tighten the backend's tolerance, or try another backend."
    )
    FAILED = (
        "The backend gave no usable answer, and nothing proves that the rows contradict each "
        "other. Check that H is positive semidefinite, or try another backend."
    )


class ActiveRow(NamedTuple):
    """An inequality or bound that holds with equality."""

    name: str
    side: Literal["lower", "upper"]


class ViolatedRow(NamedTuple):
    """A row that is violated, by how much relative to the numbers in it."""

    name: str
    violation: float


@dataclass(frozen=True, slots=True, eq=False)
class QpSolution:
    """Answer of a solve, with everything needed to judge it.

    The multipliers fulfil  H x + g + Aᵀ y + Cᵀ z + z_x = 0.

    Attributes:
        status: How the solve ended, decided by poise's check and not by the backend's word.
        x: Variables, shape (n,); NaN where the backend gave nothing.
        multipliers: Of the stack [bounds; equalities; inequalities], shape (n + me + mi,);
            ``z_x``, ``y`` and ``z`` are its parts.
        objective: ½ xᵀ H x + gᵀ x.
        residuals: Of this answer.
        raw_residuals: Of the backend's answer before the polish; NaN where a warm start's working
            set was still right and the backend was not asked.
        iterations: The backend's iterations, both solves together after a cold restart; 0 where
            it was not asked.
        backend: Name of the backend.
        polished: Whether x is the polished point rather than the backend's own.
        layout: Names of variables and rows; tells which programs this can warm start.
        sides: Per row of the stack [bounds; equalities; inequalities] +1 where it holds at its
            upper limit, −1 at its lower one, else 0 (equalities too); shape (n + me + mi,).
        violated: The worst violated rows, worst first; empty when solved.
    """

    status: QpStatus
    x: Array
    multipliers: Array
    objective: float
    residuals: KktResiduals
    raw_residuals: KktResiduals
    iterations: int
    backend: str
    polished: bool
    layout: QpLayout
    sides: NDArray[np.int8]
    violated: tuple[ViolatedRow, ...] = ()

    def __repr__(self) -> str:
        """How it ended; the arrays are too long to read."""
        return (
            f"QpSolution({self.status.name} by {self.backend}, {self.x.size} variables, "
            f"objective={self.objective:g}, iterations={self.iterations})"
        )

    @property
    def solved(self) -> bool:
        """Whether the answer passed the check."""
        return self.status is QpStatus.SOLVED

    @property
    def y(self) -> Array:
        """Multipliers of the equalities, shape (me,), either sign."""
        n = len(self.layout.variables)
        return self.multipliers[n : n + len(self.layout.equalities)]

    @property
    def z(self) -> Array:
        """Multipliers of the inequalities, shape (mi,); > 0 at the upper limit, < 0 at lower."""
        return self.multipliers[len(self.layout.variables) + len(self.layout.equalities) :]

    @property
    def z_x(self) -> Array:
        """Multipliers of the bounds, shape (n,); > 0 at the upper bound, < 0 at the lower."""
        return self.multipliers[: len(self.layout.variables)]

    @property
    def active(self) -> tuple[ActiveRow, ...]:
        """Inequality rows and bounds at a limit, by name; a bound has its variable's name."""
        return tuple(
            ActiveRow(self.layout.row_name(int(row)), "upper" if self.sides[row] > 0 else "lower")
            for row in self.sides.nonzero()[0]
        )

    def require(self) -> QpSolution:
        """Return the solution itself if it is solved.

        Raises:
            InfeasibleError: There is no feasible point; the message names the worst rows.
            BackendError: The solve ended otherwise.
        """
        if self.solved:
            return self
        if self.status is QpStatus.INFEASIBLE:
            worst = self.violated[:_SHOWN]
            rows = ", ".join(f"{row.name!r} by {row.violation:.3g}" for row in worst)
            raise InfeasibleError(
                f"{self.status.value} At the point of least violation (relative): {rows}."
            )
        raise BackendError(
            f"{self.backend}: {self.status.value} Residuals: {self.residuals}, "
            f"iterations: {self.iterations}."
        )
