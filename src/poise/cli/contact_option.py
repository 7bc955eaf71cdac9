"""The option ``--contact FRAME[:LENGTHxWIDTH][@x,y,z]``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from poise.errors import DefinitionError

FORM = "FRAME[:LENGTHxWIDTH][@x,y,z]"
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_SIZE = re.compile(rf"({_NUMBER})[xX×]({_NUMBER})")
_OFFSET = re.compile(rf"\s*({_NUMBER})\s*,\s*({_NUMBER})\s*,\s*({_NUMBER})\s*")


@dataclass(frozen=True, slots=True)
class ContactOption:
    """One contact as written on the command line.

    Attributes:
        frame: The link or frame that touches the ground.
        size: Length along x and width along y [m]; None for a point.
        offset: Centre of the patch, or the point, in the frame [m].
    """

    frame: str
    size: tuple[float, float] | None = None
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def fields(self, friction: float) -> dict[str, Any]:
        """The contact as a configuration file writes it.

        Args:
            friction: Coulomb coefficient.
        """
        common = {"frame": self.frame, "friction": friction, "offset": list(self.offset)}
        if self.size is None:
            return {"type": "point", **common}
        return {"type": "surface", "length": self.size[0], "width": self.size[1], **common}


def parse_contact(text: str) -> ContactOption:
    """Read ``FRAME[:LENGTHxWIDTH][@x,y,z]``, lengths in metres.

    Raises:
        DefinitionError: It is written otherwise; the message says what is wrong where.
    """
    rest, at, offset_text = text.partition("@")
    offset = _OFFSET.fullmatch(offset_text)
    if at and offset is None:
        raise _wrong(text, f"after '@' come three numbers x,y,z [m], not {offset_text!r}")
    frame, colon, size_text = rest.partition(":")
    size = _SIZE.fullmatch(size_text.strip())
    if colon and size is None:
        raise _wrong(text, f"after ':' comes LENGTHxWIDTH [m], not {size_text!r}")
    if not frame.strip():
        raise _wrong(text, "the frame is missing")
    return ContactOption(
        frame.strip(),
        None if size is None else (float(size[1]), float(size[2])),
        (0.0, 0.0, 0.0)
        if offset is None
        else (float(offset[1]), float(offset[2]), float(offset[3])),
    )


def _wrong(text: str, reason: str) -> DefinitionError:
    return DefinitionError(f"--contact {text!r}: {reason}. It is written {FORM}.")
