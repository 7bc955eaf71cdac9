"""Go from one set-point to the next."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import pinocchio as pin

from poise.arrays import Array, frozen, number
from poise.errors import DefinitionError
from poise.experiment.references.easing import eased
from poise.experiment.references.interpolation import between
from poise.experiment.references.reference import Follower, Reference
from poise.model import RobotModel
from poise.tasks import MotionTask, PostureTask, Target

Value: TypeAlias = pin.SE3 | Array | Sequence[float] | Mapping[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class SetPoint:
    """A value to go to.

    Attributes:
        time: When the way there begins [s].
        value: What the task's target holds (a pose, a position, a rotation, joint positions; for
            joints also ``{joint: value}``, the others staying). For a pose, a position (3,) alone
            keeps the orientation, and a rotation (3, 3) alone the position.
        duration: How long the way takes, ≥ 0; 0 is a jump [s].
    """

    time: float
    value: Value
    duration: float = 1.0

    def __post_init__(self) -> None:
        """Check the times, and own the value."""
        number("time of a set-point", self.time, minimum=0.0)
        number("duration of a set-point", self.duration, minimum=0.0)
        object.__setattr__(self, "value", _own(self.value))


def _own(value: Value) -> Value:
    """A copy of a set-point's value that nobody else can change."""
    if isinstance(value, pin.SE3):
        return pin.SE3(value)
    if isinstance(value, Mapping):
        return dict(value)
    try:
        return frozen(np.array(value, dtype=np.float64))
    except (TypeError, ValueError) as error:
        raise DefinitionError(
            "value of a set-point must be a pose, numbers, or joint positions by name, got "
            f"{value!r}."
        ) from error


@dataclass(frozen=True, slots=True, eq=False)
class SetPoints(Reference):
    """Values reached one after the other, from rest to rest on straight ways with minimum jerk.

    Attributes:
        points: In order of time; each way must end before the next begins.
        relative: Whether the values count from the task's first value: shifts of a position,
            turns in the world, changes of joints.
    """

    points: tuple[SetPoint, ...]
    relative: bool = False

    def __post_init__(self) -> None:
        """Check the order of the points."""
        points = tuple(self.points)
        object.__setattr__(self, "points", points)
        if not points:
            raise DefinitionError("points must hold at least one set-point.")
        for k, point in enumerate(points):
            if not isinstance(point, SetPoint):
                raise DefinitionError(f"points[{k}] must be a SetPoint, got {point!r}.")
        for before, after in pairwise(points):
            if after.time < before.time + before.duration:
                raise DefinitionError(
                    f"set-points must follow each other: the way to the one at {before.time:g} s "
                    f"ends at {before.time + before.duration:g} s, but the next begins at "
                    f"{after.time:g} s."
                )

    def begin(self, robot: RobotModel, task: MotionTask, start: Target) -> Follower:
        """Work out every value, in the task's own form."""
        values: list[pin.SE3 | Array] = [start.value]
        for point in self.points:
            values.append(self._value(robot, task, start.value, values[-1], point))
            task.checked_target(robot, Target(values[-1]))
        times = [point.time for point in self.points]

        def target(time: float) -> Target:
            k = bisect_right(times, time)
            if k == 0:
                return start
            point = self.points[k - 1]
            return between(values[k - 1], values[k], eased(time - point.time, point.duration))

        return target

    def _value(
        self,
        robot: RobotModel,
        task: MotionTask,
        first: pin.SE3 | Array,
        before: pin.SE3 | Array,
        point: SetPoint,
    ) -> pin.SE3 | Array:
        """One set-point's value, whole and absolute."""
        value = point.value
        if isinstance(value, Mapping):
            return self._joints(robot, task, first, before, value)
        if isinstance(first, pin.SE3):
            return self._pose(first, before, value)
        if isinstance(value, pin.SE3):
            return value  # the task says what is wrong with it
        given, origin = np.asarray(value), np.asarray(first)
        if not self.relative or given.shape != origin.shape:
            return given
        return given @ origin if origin.shape == (3, 3) else origin + given

    def _pose(
        self, first: pin.SE3, before: pin.SE3 | Array, value: pin.SE3 | Array | Sequence[float]
    ) -> pin.SE3 | Array:
        assert isinstance(before, pin.SE3)  # noqa: S101 - made here, from a pose
        if isinstance(value, pin.SE3):
            if not self.relative:
                return value
            return pin.SE3(value.rotation @ first.rotation, first.translation + value.translation)
        given = np.asarray(value)
        if given.shape == (3,):
            return pin.SE3(before.rotation, first.translation + given if self.relative else given)
        if given.shape == (3, 3):
            return pin.SE3(given @ first.rotation if self.relative else given, before.translation)
        return given  # again

    def _joints(
        self,
        robot: RobotModel,
        task: MotionTask,
        first: pin.SE3 | Array,
        before: pin.SE3 | Array,
        value: Mapping[str, float],
    ) -> Array:
        if not isinstance(task, PostureTask):
            raise DefinitionError(
                f"task '{task.name}' moves no joints, so its set-points cannot be joint positions "
                "by name."
            )
        robot.joint_vector(value)  # complains of names that no joint has
        joints = np.array(before)
        for k, name in enumerate(robot.joint_names):
            if name in value:
                joints[k] = value[name] + (np.asarray(first)[k] if self.relative else 0.0)
        return joints
