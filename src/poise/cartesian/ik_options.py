"""How exact inverse kinematics is to be, and how long it may search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from numpy.typing import ArrayLike

from poise.arrays import number
from poise.cartesian.reference_frame import ReferenceFrame
from poise.cartesian.target_parts import TargetParts
from poise.errors import DefinitionError


@dataclass(frozen=True, slots=True)
class IkOptions:
    """Tolerances and effort.

    Tolerances below what rounding allows for the chain are raised to that.

    Attributes:
        position_tolerance: Distance from the target that counts as reached [m].
        rotation_tolerance: Angle from the target that counts as reached [rad].
        starts: How many starts there are at most, the guess included. 1 means: from the guess or
            not at all.
    """

    position_tolerance: float = 1e-8
    rotation_tolerance: float = 1e-8
    starts: int = 200

    def __post_init__(self) -> None:
        """Check every value."""
        number("position_tolerance", self.position_tolerance, minimum=0.0)
        number("rotation_tolerance", self.rotation_tolerance, minimum=0.0)
        number("starts", self.starts, minimum=1)
        if not isinstance(self.starts, int):
            raise DefinitionError(f"starts must be a whole number, got {self.starts!r}.")


class IkRequest(NamedTuple):
    """What is asked of one call besides target and guess.

    Attributes:
        frame: What the target is given in.
        parts: What of it matters.
        max_joint_distance: Largest distance of each joint from the guess; none when absent.
    """

    frame: ReferenceFrame
    parts: TargetParts
    max_joint_distance: ArrayLike | None
