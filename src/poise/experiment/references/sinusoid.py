"""Go to and fro."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from poise.arrays import Array, number
from poise.errors import DefinitionError
from poise.experiment.references.easing import check_rhythm, eased, faded
from poise.experiment.references.reference import (
    Follower,
    Reference,
    Translation,
    shift_vector,
)
from poise.model import RobotModel
from poise.tasks import MotionTask, PostureTask, Target


def faded_sine(time: float, period: float, start: float, fade: float) -> tuple[float, float, float]:
    """A sine that fades in from rest: value and two derivatives."""
    t, w = time - start, 2.0 * np.pi / period
    sine = (np.sin(w * t), w * np.cos(w * t), -w * w * np.sin(w * t))
    return faded(eased(t, fade), sine)


@dataclass(frozen=True, slots=True, eq=False)
class Sinusoid(Translation):
    """A sine along a direction about the first position.

    Attributes:
        amplitude: Largest offset, world axes, shape (3,), not zero [m].
        period: > 0 [s].
        start: When it begins [s].
        fade: How long it takes to reach its full size, > 0 [s].
    """

    amplitude: Array
    period: float = 4.0
    start: float = 0.5
    fade: float = 1.5

    def __post_init__(self) -> None:
        """Check every parameter."""
        object.__setattr__(self, "amplitude", shift_vector("amplitude", self.amplitude))
        check_rhythm(self.period, self.start, self.fade)

    def offset(self, time: float) -> tuple[Array, Array, Array]:
        """The amplitude times a sine."""
        value, rate, rate2 = faded_sine(time, self.period, self.start, self.fade)
        return value * self.amplitude, rate * self.amplitude, rate2 * self.amplitude


@dataclass(frozen=True, slots=True, eq=False)
class JointSinusoid(Reference):
    """A sine of some joints about their first positions.

    Attributes:
        amplitude: Largest offset of each joint that moves, by name [rad, m].
        period: > 0 [s].
        start: When it begins [s].
        fade: How long it takes to reach its full size, > 0 [s].
    """

    amplitude: Mapping[str, float]
    period: float = 4.0
    start: float = 0.5
    fade: float = 1.5

    def __post_init__(self) -> None:
        """Check every parameter."""
        sizes = {j: number(f"amplitude of joint '{j}'", a) for j, a in self.amplitude.items()}
        if not any(sizes.values()):
            raise DefinitionError(
                "amplitude must have a joint that moves, with its largest offset other than 0, got "
                f"{sizes}."
            )
        object.__setattr__(self, "amplitude", sizes)
        check_rhythm(self.period, self.start, self.fade)

    def begin(self, robot: RobotModel, task: MotionTask, start: Target) -> Follower:
        """Move the named joints."""
        if not isinstance(task, PostureTask):
            raise DefinitionError(
                f"task '{task.name}' moves no joints: a sinusoid of joints needs a posture task."
            )
        amplitude = robot.joint_vector(self.amplitude)
        first = np.asarray(start.value)

        def target(time: float) -> Target:
            value, rate, rate2 = faded_sine(time, self.period, self.start, self.fade)
            return Target(first + value * amplitude, rate * amplitude, rate2 * amplitude)

        return target
