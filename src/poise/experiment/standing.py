"""A robot that stands, reaches and is pushed: what it is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, number
from poise.contact import Cone, Contact
from poise.control import PdLaw
from poise.errors import DefinitionError
from poise.experiment.hand_path import HandPath
from poise.experiment.noise import StateNoise
from poise.model import Preset, RobotModel
from poise.model.joint_space import JointValues
from poise.scenes import Penalties
from poise.sim import Push

SimulatorName = Literal["mujoco", "soft"]

# When pushes come, as shares of the duration, and from where: front, side, back.
_PUSH_TIMES = (0.25, 0.5, 0.75)
_PUSH_DIRECTIONS = ((-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0))
_PUSH_DURATION = 0.1
# A run must leave time to recover between pushes [s].
SHORTEST_WITH_PUSHES = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Gains:
    """Weights and laws of the standing tasks.

    Weights act squared. They are relative to each other: only their ratios and those to the
    penalties matter.

    Attributes:
        com_weight: [1/(m/s²)].
        com: PD law of the centre of mass.
        trunk_weight: Of the base's orientation [1/(rad/s²)].
        trunk: PD law of the base's orientation.
        hand_weight: Of the hand's position, then orientation, shape (6,) or one number
            [1/(m/s²), 1/(rad/s²)].
        hand: PD law of the hand's pose.
        posture_weight: Of each joint [1/(rad/s²)].
        posture: PD law of the posture.
    """

    com_weight: ArrayLike = 10.0
    com: PdLaw = field(default_factory=lambda: PdLaw(15.0))
    trunk_weight: ArrayLike = 3.0
    trunk: PdLaw = field(default_factory=lambda: PdLaw(60.0))
    hand_weight: ArrayLike = (10.0, 10.0, 10.0, 1.0, 1.0, 1.0)
    hand: PdLaw = field(default_factory=lambda: PdLaw(200.0))
    posture_weight: ArrayLike = 0.3
    posture: PdLaw = field(default_factory=lambda: PdLaw(30.0))

    @classmethod
    def from_preset(cls, preset: Preset | None) -> Gains:
        """The gains of a known robot; what its preset leaves out is as above."""
        chosen: dict[str, Any] = {}
        for task, gain in (preset.gains if preset is not None else {}).items():
            chosen[f"{task}_weight"] = gain.weight
            chosen[task] = PdLaw(gain.kp, gain.kd)
        return cls(**chosen)


@dataclass(frozen=True, slots=True, eq=False)
class StandingExperiment:
    """Everything that determines a run; the same experiment gives the same run.

    Attributes:
        robot: The robot.
        contacts: Its contacts with the ground.
        stance: Joint positions it stands in, (na,) or ``{joint: value}`` [rad, m].
        hand: Frame that follows a path; None for a robot without a hand.
        simulator: ``"mujoco"`` or ``"soft"``.
        backend: Name of the QP backend.
        duration: How long it runs [s].
        dt: Time between ticks [s].
        pushes: What pushes it.
        noise: Noise on the measured velocities; None for the true state.
        seed: Of the noise.
        gains: Weights and laws.
        penalties: The scene's regularisers and rate penalties.
        contact_damping: k_d of the contacts [1/s].
        cone: Friction pyramid of points.
        path: The hand's path.
    """

    robot: RobotModel
    contacts: tuple[Contact, ...]
    stance: JointValues
    hand: str | None = None
    simulator: SimulatorName = "mujoco"
    backend: str = "daqp"
    duration: float = 10.0
    dt: float = 1e-3
    pushes: tuple[Push, ...] = ()
    noise: StateNoise | None = None
    seed: int = 0
    gains: Gains = field(default_factory=Gains)
    penalties: Penalties = field(default_factory=lambda: Penalties(contact_wrench=1e-4))
    contact_damping: float = 20.0
    cone: Cone = "inner"
    path: HandPath = field(default_factory=lambda: HandPath(np.array([0.05, 0.03, 0.05])))

    def __post_init__(self) -> None:
        """Check what no part checks itself."""
        number("duration", self.duration, above=0.0)
        number("dt", self.dt, above=0.0, maximum=0.1)
        if not self.robot.floating_base:
            raise DefinitionError(
                f"robot '{self.robot.name}' has a fixed base and cannot be pushed over; "
                "the standing run needs a floating base."
            )
        if not self.contacts:
            raise DefinitionError("contacts must hold at least one contact to stand on.")
        if self.simulator not in ("mujoco", "soft"):
            raise DefinitionError(f"simulator must be 'mujoco' or 'soft', got {self.simulator!r}.")


def three_pushes(impulse: float, duration: float, *, mirrored: bool = False) -> tuple[Push, ...]:
    """Pushes at the base from the front, one side and the back, evenly over the duration.

    Args:
        impulse: Of each push [N·s]; 0 gives none.
        duration: Of the run [s].
        mirrored: Whether each comes from the opposite side.
    """
    number("push impulse", impulse, minimum=0.0)
    number("duration", duration, above=0.0)
    if impulse == 0.0:
        return ()
    sign = -1.0 if mirrored else 1.0
    pushes = []
    for share, direction in zip(_PUSH_TIMES, _PUSH_DIRECTIONS, strict=True):
        vector: Array = sign * impulse * np.array(direction)
        pushes.append(Push(vector, time=share * duration, duration=_PUSH_DURATION))
    return tuple(pushes)
