"""What came out of an inverse kinematics problem."""

from __future__ import annotations

from enum import Enum
from typing import Literal, NamedTuple

from poise.arrays import Array
from poise.errors import IkError

# A joint this near to a limit stands at it [rad, m, deg].
_AT_LIMIT = 1e-9


class IkStatus(Enum):
    """How a search ended; the value of each member says what happened and what to try."""

    CONVERGED = "The pose is reached within the tolerances and the limits."
    AT_A_LIMIT = (
        "The pose is not reached: joints at their limits, named in `active_limits`, keep the tip "
        "from coming nearer. q is the best found; choose another target or free what is not needed."
    )
    SINGULAR = (
        "The pose is not reached: at q, the best found, the joints cannot move the tip towards it. "
        "Try another guess, or free the directions that are not needed."
    )
    UNREACHABLE = (
        "The pose lies outside what the chain can reach; q is the best found. "
        "Choose a nearer target, or free the directions that are not needed."
    )
    BUDGET_USED_UP = (
        "The pose is not reached within the allowed number of starts; q is the best found. "
        "Raise `starts`, or give a guess nearer to the target."
    )


class ActiveLimit(NamedTuple):
    """A joint that stands at one of its limits."""

    joint: str
    side: Literal["lower", "upper"]


class JointBounds(NamedTuple):
    """Where joints may be, in the caller's units."""

    names: tuple[str, ...]
    lower: Array
    upper: Array


class IkResult:
    """Answer of an inverse kinematics problem, with everything needed to judge it.

    The residuals are evaluated at the very q that is returned.

    Args:
        status: How the search ended.
        q: Joint positions.
        residuals: Of position and rotation.
        effort: Iterations and branch.
        bounds: What q had to stay within.

    Attributes:
        status: How the search ended.
        q: Joint positions, shape (n,), [rad, m], or degrees where the solver was asked for them;
            always within the limits.
        position_residual: Distance from the target, in the directions that matter [m].
        rotation_residual: Angle from the target, in the turns that matter [rad].
        iterations: Of all starts together.
        branch: Which start led here: 0 is the guess, so q belongs to its branch; what others lead
            to may be far from it.
    """

    __slots__ = (
        *("_bounds", "branch", "iterations", "position_residual", "q", "rotation_residual"),
        "status",
    )

    def __init__(
        self,
        status: IkStatus,
        q: Array,
        residuals: tuple[float, float],
        effort: tuple[int, int],
        bounds: JointBounds,
    ) -> None:
        self.status = status
        self.q = q
        self.position_residual, self.rotation_residual = residuals
        self.iterations, self.branch = effort
        self._bounds = bounds

    @property
    def converged(self) -> bool:
        """Whether the target is reached within the tolerances and the limits."""
        return self.status is IkStatus.CONVERGED

    @property
    def active_limits(self) -> tuple[ActiveLimit, ...]:
        """Joints that stand at a limit, or as far from the guess as they were allowed to go."""
        found = []
        names, lower, upper = self._bounds
        for name, value, low, high in zip(names, self.q, lower, upper, strict=True):
            if value <= low + _AT_LIMIT:
                found.append(ActiveLimit(name, "lower"))
            elif value >= high - _AT_LIMIT:
                found.append(ActiveLimit(name, "upper"))
        return tuple(found)

    def require(self) -> Array:
        """The joint positions, shape (n,).

        Raises:
            IkError: The target is not reached; the message says why and by how much.
        """
        if self.converged:
            return self.q
        limits = ", ".join(f"{item.joint} ({item.side})" for item in self.active_limits)
        raise IkError(
            f"{self.status.value} It is {self.position_residual:.3g} m and "
            f"{self.rotation_residual:.3g} rad away. Joints at a limit: {limits or 'none'}."
        )

    def __repr__(self) -> str:
        """Status, residuals and effort."""
        return (
            f"IkResult({self.status.name}, {self.position_residual:.2g} m, "
            f"{self.rotation_residual:.2g} rad, branch {self.branch}, {self.iterations} iterations)"
        )
