"""A strict hierarchy of least-squares problems as data.

Hard rows always hold. Among the points that fulfil them, level 1 picks those of least cost

    ½ ‖W (A x − b)‖² + ½ ‖W_G v‖²,        v = G x − clip(G x, lower, upper),

among those level 2 picks its best, and so on. Of what is left, x is the point nearest to a
reference.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, frozen, non_empty_name, number
from poise.errors import ProblemError
from poise.qp import checks
from poise.qp.checks import absent
from poise.qp.hierarchy import row_checks
from poise.qp.hierarchy.row_stack import RowStack


def _one() -> Array:
    return np.ones(())


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """One level: rows that should hold, all of one rank.

    Arrays are copied and set read-only; an optional one may be left out, None or empty.

    Attributes:
        name: What messages and results call it.
        A: Matrix of the equality rows, shape (me, n).
        b: Their right-hand sides, shape (me,).
        weights: Of the equality rows, ≥ 0, one number or shape (me,). A weight multiplies the
            residual, so it acts squared; a row of weight zero does nothing.
        G: Matrix of the limited rows, shape (mi, n).
        lower: Lower limits of G x, shape (mi,); −inf where there is none.
        upper: Upper limits of G x, shape (mi,); +inf where there is none.
        limit_weights: Of the limited rows, like ``weights``.
        row_names: One per equality row; default ``name[0]`` …
        limit_names: One per limited row; default ``name.limit[0]`` …
        stack: All rows in one, A over G.

    Raises:
        ProblemError: Shapes differ, an entry is NaN or infinite where it must not be, a lower
            limit exceeds its upper one, or a weight is negative. The message names level and row.
    """

    name: str
    A: Array = field(default_factory=absent)
    b: Array = field(default_factory=absent)
    weights: Array = field(default_factory=_one)
    G: Array = field(default_factory=absent)
    lower: Array = field(default_factory=absent)
    upper: Array = field(default_factory=absent)
    limit_weights: Array = field(default_factory=_one)
    row_names: tuple[str, ...] = ()
    limit_names: tuple[str, ...] = ()
    stack: RowStack = field(init=False, repr=False)

    def __post_init__(self) -> None:
        non_empty_name("name of a level", self.name)
        of = f" of level {self.name!r}"
        _own_rows(self, self.name, of)
        put = object.__setattr__
        rows, limits = self.row_names, self.limit_names
        put(self, "weights", row_checks.weights("weights", self.weights, rows, of))
        put(
            self,
            "limit_weights",
            row_checks.weights("limit_weights", self.limit_weights, limits, of),
        )


@dataclass(frozen=True, slots=True, eq=False)
class HardRows:
    """What always holds:  A x = b,  lower ≤ G x ≤ upper,  lower_x ≤ x ≤ upper_x.

    Arrays are copied and set read-only; an optional one may be left out, None or empty.

    Attributes:
        A: Matrix of the equalities, shape (me, n).
        b: Their right-hand sides, shape (me,).
        G: Matrix of the inequalities, shape (mi, n).
        lower: Lower limits of G x, shape (mi,); −inf where there is none.
        upper: Upper limits of G x, shape (mi,); +inf where there is none.
        lower_x: Lower bounds of x, shape (n,); −inf where there is none.
        upper_x: Upper bounds of x, shape (n,); +inf where there is none.
        row_names: One per equality; default ``hard[0]`` …
        limit_names: One per inequality; default ``hard.limit[0]`` … A bound has the name of its
            variable.
        stack: All rows but the bounds in one, A over G.

    Raises:
        ProblemError: As for :class:`Level`.
    """

    A: Array = field(default_factory=absent)
    b: Array = field(default_factory=absent)
    G: Array = field(default_factory=absent)
    lower: Array = field(default_factory=absent)
    upper: Array = field(default_factory=absent)
    lower_x: Array = field(default_factory=absent)
    upper_x: Array = field(default_factory=absent)
    row_names: tuple[str, ...] = ()
    limit_names: tuple[str, ...] = ()
    stack: RowStack = field(init=False, repr=False)

    def __post_init__(self) -> None:
        of = " of the hard rows"
        _own_rows(self, "hard", of)
        given = max(_count(self.lower_x), _count(self.upper_x))
        names = checks.row_names("", (), "x", given)
        bounds = row_checks.limits((self.lower_x, self.upper_x), ("lower_x", "upper_x"), names, of)
        object.__setattr__(self, "lower_x", bounds[0])
        object.__setattr__(self, "upper_x", bounds[1])


@dataclass(frozen=True, slots=True, eq=False)
class HierarchicalProblem:
    """Levels in order of priority, above them the hard rows, below them a reference.

    Attributes:
        n: Number of variables, ≥ 1.
        levels: The levels, the most important first; their names differ.
        hard: Rows that always hold.
        reference: Of all points that are best on every level, the one of least
            ‖reference_weights · (x − reference)‖ is taken; shape (n,), default zeros. This is the
            limit of a regulariser ½ ε ‖x − reference‖² for ε → 0, and takes nothing from a level.
        reference_weights: One number > 0 or shape (n,), default ones; per unit of each variable.
        variable_names: One per variable; default ``x[0]`` …

    Raises:
        ProblemError: A matrix does not have n columns, two levels or limits have the same name,
            or a reference or weight is out of range.
    """

    n: int
    levels: tuple[Level, ...]
    hard: HardRows = field(default_factory=HardRows)
    reference: Array = field(default_factory=absent)
    reference_weights: Array = field(default_factory=_one)
    variable_names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        put, n = object.__setattr__, int(number("n, the number of variables,", self.n, minimum=1))
        names = checks.row_names("variable_names", self.variable_names, "x", n)
        put(self, "n", n)
        put(self, "levels", tuple(self.levels))
        put(self, "variable_names", names)
        put(self, "reference", frozen(_reference(self.reference, n)))
        weights = row_checks.weights("reference_weights", self.reference_weights, names, "")
        if weights.min() <= 0.0:
            raise ProblemError(f"reference_weights must be > 0, got {weights.min():g}.")
        put(self, "reference_weights", weights)
        for level in self.levels:
            _check_columns(level, n, f" of level {level.name!r}")
        _check_columns(self.hard, n, " of the hard rows")
        if self.hard.lower_x.size not in {0, n}:
            raise ProblemError(
                f"lower_x and upper_x of the hard rows must have {n} entries, one a variable, "
                f"got {self.hard.lower_x.size}."
            )
        repeated = [
            k for k, count in Counter(level.name for level in self.levels).items() if count > 1
        ]
        if repeated:
            raise ProblemError(f"Levels must have different names, {repeated[0]!r} is there twice.")

    def __repr__(self) -> str:
        """Sizes; the arrays are too long to read."""
        levels = ", ".join(
            f"{level.name}: {level.A.shape[0]} rows + {level.G.shape[0]} limits"
            for level in self.levels
        )
        return f"HierarchicalProblem({self.n} variables; {levels})"


def _own_rows(rows: Level | HardRows, prefix: str, of: str) -> None:
    """Replace the arrays of a level or of the hard rows by checked copies."""
    A, G = row_checks.matrix("A", rows.A, of), row_checks.matrix("G", rows.G, of)
    me, mi = A.shape[0], G.shape[0]
    if me and mi and A.shape[1] != G.shape[1]:
        raise ProblemError(
            f"A and G{of} must have the same number of columns, got {A.shape[1]} and {G.shape[1]}."
        )
    names = checks.row_names(f"limit_names{of}", rows.limit_names, f"{prefix}.limit", mi)
    limits = row_checks.limits((rows.lower, rows.upper), ("lower", "upper"), names, of)
    b = frozen(checks.right_hand_side(rows.b, me, of))
    put = object.__setattr__
    put(rows, "A", A)
    put(rows, "b", b)
    put(rows, "G", G)
    put(rows, "lower", limits[0])
    put(rows, "upper", limits[1])
    put(rows, "row_names", checks.row_names(f"row_names{of}", rows.row_names, prefix, me))
    put(rows, "limit_names", names)
    put(rows, "stack", RowStack.of((A, b), (G, *limits)))


def _count(value: ArrayLike | None) -> int:
    return 0 if value is None else int(np.size(value))


def _check_columns(rows: Level | HardRows, n: int, of: str) -> None:
    for name, array in (("A", rows.A), ("G", rows.G)):
        if array.shape[0] and array.shape[1] != n:
            raise ProblemError(
                f"{name}{of} must have {n} columns, one a variable, got shape {array.shape}."
            )


def _reference(value: ArrayLike | None, n: int) -> Array:
    if value is None or np.size(value) == 0:
        return np.zeros(n)
    reference = checks.finite_array("reference", value, 1)
    if reference.shape[0] != n:
        raise ProblemError(f"reference must have {n} entries, got {reference.shape[0]}.")
    return reference
