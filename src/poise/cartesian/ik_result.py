"""What came out of an inverse kinematics problem."""

from __future__ import annotations

from enum import Enum
from typing import Literal, NamedTuple

from poise.arrays import Array
from poise.errors import IkError


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


class IkResult:
    """Answer of an inverse kinematics problem, with everything needed to judge it.

    The residuals are evaluated at the very q that is returned.

    Attributes:
        status: How the search ended.
        q: Joint positions, shape (n,), [rad, m], or degrees where the solver was asked for them;
            always within the limits.
        position_residual: Distance from the target, in the directions that matter [m].
        rotation_residual: Angle from the target, in the turns that matter [rad].
        iterations: Of all starts together.
        branch: Which start led here: 0 is the guess, so q belongs to its branch; the others may be
            far from it.
        active_limits: Joints that stand at a limit.
    """

    __slots__ = (
        "active_limits",
        "branch",
        "iterations",
        "position_residual",
        "q",
        "rotation_residual",
        "status",
    )

    def __init__(
        self,
        status: IkStatus,
        q: Array,
        residuals: tuple[float, float],
        iterations: int,
        branch: int,
        active_limits: tuple[ActiveLimit, ...],
    ) -> None:
        self.status = status
        self.q = q
        self.position_residual, self.rotation_residual = residuals
        self.iterations = iterations
        self.branch = branch
        self.active_limits = active_limits

    @property
    def converged(self) -> bool:
        """Whether the target is reached within the tolerances and the limits."""
        return self.status is IkStatus.CONVERGED

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
