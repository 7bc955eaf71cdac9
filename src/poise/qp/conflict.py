"""Which limits of an infeasible program cannot hold together, and what would end the conflict.

``find_conflicts(problem)`` names every disjoint set; each is its own proof: the multipliers show
that its members contradict each other, the points ``feasible_without`` that none is superfluous.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from poise.arrays import Array, frozen
from poise.qp.conflict_search import disjoint_proofs
from poise.qp.farkas import Proof, least_move
from poise.qp.problem import QuadraticProgram
from poise.qp.row_sides import RowSides

_SHOWN = 12
"""Members a text names; the rest of a long conflict matters little and is counted only."""

_MOVES = 4
"""Moves a text proposes."""


@dataclass(frozen=True, slots=True, eq=False)
class ConflictMember:
    """One limit that takes part in a conflict.

    Attributes:
        row: Index of its row in the stack [bounds; equalities; inequalities].
        name: Name of the row; of the variable for a bound.
        side: The limit of the row that takes part. For an equality, which is one member, the
            side on which it stands in the way.
        equality: Whether both limits of the row are equal.
        limit: The limit's value, in the unit of the row.
        multiplier: Its weight in the proof, > 0 for an upper and < 0 for a lower side, as in a
            solution; per unit of the row. Over all members Σ multiplier · row = 0 and
            Σ multiplier · limit = −amount.
        relaxation: How far this limit alone has to move, > 0, up for an upper and down for a
            lower side, until the set can hold; in the unit of the row.
        feasible_without: A point where all other members hold, shape (n,).
    """

    row: int
    name: str
    side: Literal["lower", "upper"]
    equality: bool
    limit: float
    multiplier: float
    relaxation: float
    feasible_without: Array

    @property
    def relaxed_limit(self) -> float:
        """The limit with which the set can just hold, all others unchanged."""
        return self.limit + (self.relaxation if self.side == "upper" else -self.relaxation)

    def text(self, unit: str = "") -> str:
        """Such as ``torque limit left_knee upper (≤ 139 N·m)``."""
        side = "" if self.equality else f" {self.side}"
        relation = "=" if self.equality else "≤" if self.side == "upper" else "≥"
        return f"{self.name}{side} ({relation} {_with_unit(self.limit, unit)})"


@dataclass(frozen=True, slots=True, eq=False)
class Conflict:
    """An irreducible set of limits that cannot hold together.

    The set is infeasible by itself, and feasible without any one of its members.

    Attributes:
        members: Its limits, those that bear most of the conflict first.
        amount: At every x some member is missed by at least this much, its row divided by its
            Euclidean norm; the least such violation.
    """

    members: tuple[ConflictMember, ...]
    amount: float

    def text(self, units: Mapping[str, str] | None = None, shown: int = _SHOWN) -> str:
        """What contradicts what, and what would end it, in two sentences.

        Args:
            units: Units by name of the row, put behind its numbers; none by default.
            shown: At most this many members are named, the others counted.
        """
        unit = {} if units is None else units
        named = self.members[: max(shown, 1)]
        rest = len(self.members) - len(named)
        limits = [member.text(unit.get(member.name, "")) for member in named]
        if rest:
            limits.append(f"{rest} more that bear less")
        # Equalities mostly state facts that nobody can move, such as equations of motion.
        movable = [m for m in self.members if not m.equality] or list(self.members)
        moves = [_move(member, unit.get(member.name, "")) for member in movable[:_MOVES]]
        verb = "cannot hold together" if len(self.members) > 1 else "cannot hold"
        return (
            f"{_listed(limits, 'and')} {verb}: wherever x is, one is missed by at least "
            f"{self.amount:.3g} of its normalised row. "
            f"This conflict would end by moving {_listed(moves, 'or')}."
        )


def find_conflicts(problem: QuadraticProgram) -> tuple[Conflict, ...]:
    """Irreducible sets of limits that cannot hold together; none shares a member with another.

    One side of a two-sided row or bound is one member, an equality is one member as a whole. The
    members of found conflicts are left out and the rest is searched again, until it can hold.

    Args:
        problem: The program; its cost plays no role.

    Returns:
        The conflicts, largest amount first; empty if the program can be satisfied to 1e-7 of
        every normalised row. Beside others, one of less than 1e-5 is left out as their rounding.

    Raises:
        BackendError: A linear program of the search could not be solved.
    """
    conflicts = [_conflict(problem, *found) for found in disjoint_proofs(RowSides.of(problem))]
    return tuple(sorted(conflicts, key=lambda conflict: -conflict.amount))


def relaxation_of_program(problem: QuadraticProgram, member: ConflictMember) -> float:
    """How far one limit has to move, alone, for the whole program to be satisfiable.

    Never less than ``member.relaxation``, which ends only the conflict it belongs to.

    Args:
        problem: The program.
        member: The limit, from one of its conflicts.

    Returns:
        The distance in the unit of the row; infinite if other limits still contradict each other.

    Raises:
        BackendError: The linear program could not be solved.
    """
    sides = RowSides.of(problem)
    sign = 1.0 if member.side == "upper" else -1.0
    moved = (sides.rows == member.row) & (sides.signs == sign)
    return least_move(sides, moved.astype(float)).amount * float(sides.norms[moved][0])


def _conflict(problem: QuadraticProgram, sides: RowSides, proof: Proof) -> Conflict:
    order = np.argsort(-proof.weights, kind="stable")
    relaxations = proof.amount / proof.weights * sides.norms
    multipliers = sides.signs * proof.weights / sides.norms
    members = tuple(
        ConflictMember(
            row=int(sides.rows[i]),
            name=problem.layout.row_name(int(sides.rows[i])),
            side="upper" if sides.signs[i] > 0.0 else "lower",
            equality=bool(sides.fixed[i]),
            limit=_limit(problem, int(sides.rows[i]), float(sides.signs[i])),
            multiplier=float(multipliers[i]),
            relaxation=float(relaxations[i]),
            feasible_without=frozen(_point_without(sides, int(i))),
        )
        for i in order
    )
    return Conflict(members, proof.amount)


def _limit(problem: QuadraticProgram, row: int, sign: float) -> float:
    limits = problem.row_upper if sign > 0.0 else problem.row_lower
    return float(limits[row]) + 0.0  # without the sign of a negative zero


def _point_without(sides: RowSides, member: int) -> Array:
    """Smallest x that puts all members but one at their limits; their rows are independent."""
    matrix, limits = np.delete(sides.matrix, member, 0), np.delete(sides.limits, member)
    inverse = np.linalg.pinv(matrix, rcond=0.0)
    x = inverse.dot(limits)
    # One refinement: the inverse of nearly dependent rows is inexact, its correction is not.
    return np.asarray(x + inverse.dot(limits - matrix.dot(x)))


def _move(member: ConflictMember, unit: str) -> str:
    amount = _with_unit(member.relaxation, unit)
    return f"{member.name} by {amount} to {_with_unit(member.relaxed_limit, unit)}"


def _with_unit(value: float, unit: str) -> str:
    return f"{value:.4g} {unit}" if unit else f"{value:.4g}"


def _listed(items: list[str], conjunction: str) -> str:
    if len(items) == 1:
        return items[0]
    return f"{', '.join(items[:-1])} {conjunction} {items[-1]}"
