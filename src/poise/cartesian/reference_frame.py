"""The frame that a target, a twist or a wrench is given in."""

from __future__ import annotations

from enum import Enum

from poise.errors import DefinitionError


class ReferenceFrame(Enum):
    """Frames supported by Cartesian solvers; a member's value is its four-letter code.

    Where a reference point matters it is always the origin of the TCP.
    """

    BASE = "cpfb"
    """Axes and, for poses, origin of the chain's base."""

    TCP = "cpft"
    """Axes of the TCP; a pose is one seen from the TCP at the guess."""

    @property
    def vocab(self) -> int:
        """The code as a 32-bit number, the first letter in the lowest byte, as YARP makes them."""
        return int.from_bytes(self.value.encode("ascii"), "little")


def require_frame(frame: object) -> ReferenceFrame:
    """The argument itself, if it is a reference frame.

    Raises:
        DefinitionError: It is not.
    """
    if not isinstance(frame, ReferenceFrame):
        raise DefinitionError(
            f"frame must be ReferenceFrame.BASE or ReferenceFrame.TCP, got {frame!r}."
        )
    return frame
