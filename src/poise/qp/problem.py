"""A convex quadratic program as data.

    min ½ xᵀ H x + gᵀ x   s.t.   A x = b,   lower ≤ C x ≤ upper,   lower_x ≤ x ≤ upper_x

Inside the package every limit of a program is one row of a single stack, in the order
[bounds on x; equalities; inequalities]. An equality is a row whose two limits are equal; an absent
limit is ±inf. Residuals, polish and backends all walk over that one stack.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from poise.arrays import Array
from poise.errors import ProblemError
from poise.qp import checks
from poise.qp.checks import absent
from poise.qp.layout import QpLayout


@dataclass(frozen=True, slots=True, eq=False)
class QuadraticProgram:
    """A quadratic program whose matrices are known to fit together.

    Arrays are copied and set read-only. An optional one may be left out, None or empty. Whether
    H is positive semidefinite is found out by the solve, not here.

    Attributes:
        H: Cost matrix, shape (n, n), symmetric, finite.
        g: Cost vector, shape (n,).
        A: Equality matrix, shape (me, n).
        b: Right-hand side of the equalities, shape (me,).
        C: Inequality matrix, shape (mi, n).
        lower: Lower limits of C x, shape (mi,); −inf where there is none.
        upper: Upper limits of C x, shape (mi,); +inf where there is none.
        lower_x: Lower bounds of x, shape (n,); −inf where there is none.
        upper_x: Upper bounds of x, shape (n,); +inf where there is none.
        variable_names: One per variable; default ``x[0]``, ``x[1]`` …
        equality_names: One per row of A; default ``equality[0]`` …
        inequality_names: One per row of C; default ``inequality[0]`` …
        equality_scale: Shape (me,), > 0, default ones: equality i is judged by |A x − b|ᵢ/scaleᵢ.
        layout: The names in one object.
        rows: A over C, shape (me + mi, n).
        row_lower: Lower limits of the stack [x; A x; C x], shape (n + me + mi,).
        row_upper: Upper limits of the stack [x; A x; C x], shape (n + me + mi,).
        gradient_scale: max(1, ‖g‖∞), what stationarity is judged against.
        known_convex: Whether its maker vouches for H; otherwise each solve finds out.

    Raises:
        ProblemError: Shapes differ, an entry is NaN or infinite where it must not be, H is not
            symmetric, a lower limit exceeds its upper one, or a scale is not positive.
    """

    H: Array
    g: Array
    A: Array = field(default_factory=absent)
    b: Array = field(default_factory=absent)
    C: Array = field(default_factory=absent)
    lower: Array = field(default_factory=absent)
    upper: Array = field(default_factory=absent)
    lower_x: Array = field(default_factory=absent)
    upper_x: Array = field(default_factory=absent)
    variable_names: tuple[str, ...] = ()
    equality_names: tuple[str, ...] = ()
    inequality_names: tuple[str, ...] = ()
    equality_scale: Array = field(default_factory=absent)
    layout: QpLayout = field(init=False, repr=False)
    rows: Array = field(init=False, repr=False)
    row_lower: Array = field(init=False, repr=False)
    row_upper: Array = field(init=False, repr=False)
    gradient_scale: float = field(init=False, repr=False)
    known_convex: bool = field(init=False, repr=False, default=False)

    def __post_init__(self) -> None:
        g = checks.finite_array("g", self.g, 1)
        n = g.shape[0]
        if n == 0:
            raise ProblemError("g must have at least one entry: a program needs a variable.")
        H = checks.symmetric(checks.finite_array("H", self.H, 2), n)
        A, C = checks.matrix("A", self.A, n), checks.matrix("C", self.C, n)
        me, mi = A.shape[0], C.shape[0]
        layout = QpLayout(
            checks.row_names("variable_names", self.variable_names, "x", n),
            checks.row_names("equality_names", self.equality_names, "equality", me),
            checks.row_names("inequality_names", self.inequality_names, "inequality", mi),
        )
        lower, upper = np.empty(n + me + mi), np.empty(n + me + mi)
        lower[:n] = checks.limits("lower_x", self.lower_x, n, -math.inf)
        upper[:n] = checks.limits("upper_x", self.upper_x, n, math.inf)
        lower[n : n + me] = upper[n : n + me] = checks.right_hand_side(self.b, me)
        lower[n + me :] = checks.limits("lower", self.lower, mi, -math.inf)
        upper[n + me :] = checks.limits("upper", self.upper, mi, math.inf)
        checks.ordered(lower, upper, layout.row_name)
        scale = checks.positive_scale(self.equality_scale, me)
        self._own((H, g), np.concatenate((A, C)), (lower, upper), layout, scale)
        object.__setattr__(self, "known_convex", False)

    @classmethod
    def trusted(
        cls,
        cost: tuple[Array, Array],
        rows: Array,
        limits: tuple[Array, Array],
        layout: QpLayout,
        equality_scale: Array | None = None,
        *,
        known_convex: bool = False,
    ) -> QuadraticProgram:
        """Build without copies and checks, for a scene that fills the same layout every tick.

        The arrays belong to the program from now on and are set read-only.

        Args:
            cost: H, shape (n, n), symmetric and C-contiguous, and g, shape (n,).
            rows: A over C, shape (me + mi, n), C-contiguous.
            limits: Lower and upper limits of [x; A x; C x], each of shape (n + me + mi,); equal
                for the equalities, ±inf where there is none.
            layout: Names, hence the sizes n, me and mi.
            equality_scale: Shape (me,), default ones.
            known_convex: Whether H is positive semidefinite by the way it was made, such as
                JᵀJ plus a diagonal ≥ 0; then no solve needs to find out.

        Returns:
            The program.
        """
        program = object.__new__(cls)
        scale = np.ones(len(layout.equalities)) if equality_scale is None else equality_scale
        program._own(cost, rows, limits, layout, scale)
        object.__setattr__(program, "known_convex", known_convex)
        return program

    def _own(
        self,
        cost: tuple[Array, Array],
        rows: Array,
        limits: tuple[Array, Array],
        layout: QpLayout,
        scale: Array,
    ) -> None:
        H, g = cost
        lower, upper = limits
        for array in (H, g, rows, lower, upper, scale):
            array.setflags(write=False)
        n, me = g.shape[0], len(layout.equalities)
        put = object.__setattr__
        put(self, "H", H)
        put(self, "g", g)
        put(self, "A", rows[:me])
        put(self, "b", lower[n : n + me])
        put(self, "C", rows[me:])
        put(self, "lower", lower[n + me :])
        put(self, "upper", upper[n + me :])
        put(self, "lower_x", lower[:n])
        put(self, "upper_x", upper[:n])
        put(self, "variable_names", layout.variables)
        put(self, "equality_names", layout.equalities)
        put(self, "inequality_names", layout.inequalities)
        put(self, "equality_scale", scale)
        put(self, "layout", layout)
        put(self, "rows", rows)
        put(self, "row_lower", lower)
        put(self, "row_upper", upper)
        put(self, "gradient_scale", max(1.0, float(np.abs(g).max())))

    def __repr__(self) -> str:
        """Sizes; the arrays are too long to read."""
        return (
            f"QuadraticProgram({self.n} variables, {self.equality_count} equalities, "
            f"{self.C.shape[0]} inequalities)"
        )

    @property
    def n(self) -> int:
        """Number of variables."""
        return int(self.g.shape[0])

    @property
    def equality_count(self) -> int:
        """Number of rows of A."""
        return int(self.A.shape[0])

    def __reduce__(self) -> tuple[Callable[..., QuadraticProgram], tuple[object, ...]]:
        # Rebuilding keeps the arrays read-only and A, C … views of the one stack.
        cost, limits = (self.H, self.g), (self.row_lower, self.row_upper)
        arguments = (cost, self.rows, limits, self.layout, self.equality_scale)
        return partial(type(self).trusted, known_convex=self.known_convex), arguments
