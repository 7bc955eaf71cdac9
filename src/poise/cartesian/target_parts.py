"""Which parts of a target pose matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, vector
from poise.cartesian.reference_frame import ReferenceFrame
from poise.errors import DefinitionError, ShapeError


@dataclass(frozen=True, slots=True, eq=False)
class TargetParts:
    """What of a target an arm with few joints shall reach; the rest is free.

    Attributes:
        position: Whether x, y and z matter.
        frame: Whose x, y and z: the base's, or those of the target pose.
        orientation: All of it (True), nothing of it (False), or, as shape (3,), an axis of the TCP
            whose direction alone matters.
    """

    position: tuple[bool, bool, bool] = (True, True, True)
    frame: ReferenceFrame = ReferenceFrame.BASE
    orientation: bool | Array = field(default=True)

    def __post_init__(self) -> None:
        """Check, and make the axis a unit vector."""
        position = tuple(self.position)
        if len(position) != 3 or not all(isinstance(part, bool | np.bool_) for part in position):
            raise DefinitionError(f"position must be three booleans, got {self.position!r}.")
        if not isinstance(self.frame, ReferenceFrame):
            raise DefinitionError(f"frame must be a ReferenceFrame, got {self.frame!r}.")
        if not isinstance(self.orientation, bool):
            axis = vector("orientation, as an axis of the TCP,", self.orientation, 3)
            if not axis.any():
                raise DefinitionError("orientation must not be an axis of length 0.")
            object.__setattr__(self, "orientation", axis / np.linalg.norm(axis))
        elif not self.orientation and not any(position):
            raise DefinitionError("something of a target must matter, got neither position nor "
                                  "orientation.")  # fmt: skip

    @classmethod
    def position_only(cls) -> TargetParts:
        """The position, in any orientation."""
        return cls(orientation=False)

    @classmethod
    def pointing(cls, axis: ArrayLike) -> TargetParts:
        """The position and the direction of one axis of the TCP, about which it may turn."""
        return cls(orientation=np.asarray(axis, dtype=np.float64))

    @classmethod
    def masked(cls, mask: ArrayLike) -> TargetParts:
        """Six flags [x, y, z, rx, ry, rz] along the axes of the target pose.

        Of the last three all, none or all but one may be set: with one left out the TCP may turn
        about that axis.

        Raises:
            DefinitionError: Not six flags, or one turn of three that matters alone.
        """
        flags = [bool(flag) for flag in np.asarray(mask).ravel()]
        if len(flags) != 6:
            raise DefinitionError(f"mask must have 6 flags, got {len(flags)}.")
        turns = flags[3:]
        if sum(turns) == 1:
            raise DefinitionError(
                "of rx, ry and rz all, none or two may matter; one alone is no condition that a "
                "rotation can be measured by."
            )
        orientation: bool | Array = all(turns)
        if sum(turns) == 2:
            orientation = np.array([0.0 if turn else 1.0 for turn in turns])
        return cls((flags[0], flags[1], flags[2]), ReferenceFrame.TCP, orientation)

    def numbers(self, rotation: Array) -> Array:
        """What the kernels need besides the pose, (16,).

        Args:
            rotation: Of the target, (3, 3).
        """
        chosen = np.diag(np.array(self.position, dtype=np.float64))
        if self.frame is ReferenceFrame.TCP:
            chosen = rotation @ chosen @ rotation.T
        if isinstance(self.orientation, bool):
            mode, axis = float(self.orientation), np.zeros(3)
        else:
            mode, axis = 2.0, self.orientation
        return np.concatenate((chosen.ravel(), [mode], axis, rotation @ axis))


WHOLE = TargetParts()
"""Position and orientation."""


def parts_of_each(
    parts: TargetParts | Sequence[TargetParts], count: int
) -> tuple[TargetParts, ...]:
    """What matters of each of several targets.

    Raises:
        ShapeError: Neither one for all nor one per target.
        DefinitionError: No TargetParts.
    """
    if isinstance(parts, TargetParts):
        return (parts,) * count
    each = tuple(require_parts(part) for part in parts)
    if len(each) != count:
        raise ShapeError(f"parts must be one, or {count}, one per TCP, got {len(each)}.")
    return each


def require_parts(parts: object) -> TargetParts:
    """The argument itself, if it says what of a target matters.

    Raises:
        DefinitionError: It does not.
    """
    if not isinstance(parts, TargetParts):
        raise DefinitionError(f"parts must be TargetParts, got {parts!r}.")
    return parts
