"""What a comparison of a robot in Pinocchio and in MuJoCo comes to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Quantity(Enum):
    """What is compared, and the unit of the difference.

    Forces and inertias are made comparable by the inertia of their joints, w = diag(M)^(-1/2): a
    wrong finger shows beside a heavy trunk. ``max |w ΔM w|`` and ``max |w Δτ| / max |w τ|`` have
    no unit.
    """

    MASS = ("Mass that moves", "")
    FRAME_POSITION = ("Frame positions", "m")
    FRAME_ROTATION = ("Frame rotations", "rad")
    FRAME_VELOCITY = ("Frame velocities", "m/s")
    FRAME_ANGULAR_VELOCITY = ("Frame angular velocities", "rad/s")
    COM_POSITION = ("Centre of mass", "m")
    COM_VELOCITY = ("Its velocity", "m/s")
    MASS_MATRIX = ("Mass matrix", "")
    BIAS_FORCE = ("Bias forces", "")
    INVERSE_DYNAMICS = ("Inverse dynamics", "")
    EXTERNAL_FORCE = ("Forces on links", "")
    ROUND_TRIP = ("States there and back", "SI")
    MIMIC = ("Mimic joints", "rad, m")
    POSITION_LIMIT = ("Position limits", "rad, m")
    VELOCITY_LIMIT = ("Velocity limits", "rad/s, m/s")
    EFFORT_LIMIT = ("Effort limits", "N·m, N")
    JOINT_DYNAMICS = ("Armature, damping, friction", "SI")

    def __init__(self, label: str, unit: str) -> None:
        self.label = label
        self.unit = unit


class BridgeStatus(Enum):
    """How a comparison ended; the members are sentences."""

    AGREES = "Both programs compute the same robot."
    DIFFERS = "The programs compute different robots."
    REFUSED = "The robot cannot be brought into MuJoCo."


@dataclass(frozen=True, slots=True)
class Difference:
    """The largest difference of one quantity.

    Attributes:
        quantity: What was compared.
        largest: The largest difference, in the quantity's unit; infinite where a number of either
            program is none.
        where: The frame, joint or limit that has it; empty where nothing differs at all.
        tolerance: What rounding may do.
    """

    quantity: Quantity
    largest: float
    where: str
    tolerance: float

    @property
    def agrees(self) -> bool:
        """Whether rounding alone explains it."""
        return self.largest <= self.tolerance


@dataclass(frozen=True, slots=True)
class BridgeReport:
    """A robot in Pinocchio and in MuJoCo, compared at random states.

    Attributes:
        status: How it ended.
        base: ``"fixed"`` or ``"floating"``.
        states: How many random states were compared.
        differences: One entry per quantity.
        frames: How many frames were compared.
        stand_ins: Links that MuJoCo refuses as they are. In **both** models they had a made-up
            inertia, so everything else is compared all the same.
        reason: Why MuJoCo refuses the robot; empty where it does not.
    """

    status: BridgeStatus
    base: str
    states: int
    differences: tuple[Difference, ...] = ()
    frames: int = 0
    stand_ins: tuple[str, ...] = ()
    reason: str = ""

    @property
    def agrees(self) -> bool:
        """Whether both programs compute the same robot."""
        return self.status is BridgeStatus.AGREES

    @property
    def worst(self) -> tuple[Difference, ...]:
        """The differences that rounding does not explain."""
        return tuple(item for item in self.differences if not item.agrees)
