"""What a review says about a robot file."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Severity(Enum):
    """How much a finding matters; the members are sentences."""

    FAULT = "The file is wrong: it cannot be loaded, simulated, or is no physical robot."
    WARNING = "The file loads, but probably says something that is not meant."
    NOTE = "Worth knowing; nothing needs to be done."


class FindingKind(Enum):
    """What can be wrong with a robot file; the members are sentences."""

    UNREADABLE = "The file cannot be loaded."
    MASSLESS_LINK = "A moving link has no mass."
    UNPHYSICAL_INERTIA = "No rigid body has this inertia."
    NO_AXIS = "A joint has no axis to move about or along."
    UNKNOWN_LEADER = "A joint mimics a joint that does not exist."
    EQUAL_LIMITS = "The lower position limit equals the upper one."
    LIMIT_IN_DEGREES = "A position limit looks like degrees."
    ZERO_VELOCITY_LIMIT = "The velocity limit is zero."
    ZERO_EFFORT_LIMIT = "The effort limit is zero."
    SHARED_NAME = "Frames share a name."
    MISSING_MESH = "A mesh is missing."
    BROKEN_MESH_PATH = "A mesh path can lead nowhere."
    ABSOLUTE_MESH_PATH = "A mesh path holds on one machine only."
    LEFT_OUT = "Something in the file is left out or read in another way."


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, or looks wrong, in a robot file.

    Attributes:
        kind: What it is.
        severity: How much it matters.
        subject: The link, joint, frame or mesh it is about; empty for the file as a whole.
        message: What was found, with its numbers.
        suggestion: What to do about it.
    """

    kind: FindingKind
    severity: Severity
    subject: str
    message: str
    suggestion: str
