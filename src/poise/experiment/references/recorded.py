"""Follow a recorded motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pinocchio as pin
from scipy.interpolate import CubicSpline

from poise.arrays import Array, did_you_mean, vector
from poise.errors import DefinitionError
from poise.experiment.references.motion_table import read_motion_table
from poise.experiment.references.reference import Follower, Reference, has_position
from poise.model import RobotModel
from poise.tasks import MotionTask, PostureTask, Target

_POSITION = ("x", "y", "z")
_QUATERNION = ("qx", "qy", "qz", "qw")

# How far a quaternion's length may be from 1: what writing it with two decimals can do.
_UNIT_TOLERANCE = 1e-2

Motion = tuple[Array, Array, Array]
"""A value with its first and second derivative by time."""


@dataclass(frozen=True, slots=True, eq=False)
class Recorded(Reference):
    """Samples over time, joined by cubic splines that begin and end at rest.

    Before the first sample and after the last the motion rests. Velocities and accelerations are
    continuous but at the two ends, where the acceleration jumps to 0. Orientations are
    interpolated by a cubic spline of quaternions, normalised.

    Attributes:
        time: Growing, shape (n,), n ≥ 2 [s].
        columns: ``x, y, z`` [m] for what has a position, ``qx, qy, qz, qw`` for what has an
            orientation, one of them or both for a pose; or joint positions by name [rad, m],
            those of continuous joints without jumps by 2π. What has no column stays. Each of
            shape (n,).
        relative: Whether the motion counts from its first sample, which is then where the task is
            when the run begins; turns are about the world's axes. Otherwise the target is at the
            first sample from the beginning, wherever the task is.
        source: What messages call it; for a motion from a file its path.
    """

    time: Array
    columns: Mapping[str, Array]
    relative: bool = False
    source: str = "the recorded motion"

    def __post_init__(self) -> None:
        """Check times and samples, and keep copies."""
        count = np.size(self.time)
        time = vector("time", self.time, count)
        if count < 2 or (np.diff(time) <= 0.0).any():
            raise DefinitionError("time must hold two instants or more, each after the one before.")
        columns = {name: vector(f"column '{name}'", c, count) for name, c in self.columns.items()}
        if not columns:
            raise DefinitionError(
                f"{self.source} must have columns that move: x, y, z, qx, qy, qz, qw, or joints' "
                "names."
            )
        object.__setattr__(self, "time", time)
        object.__setattr__(self, "columns", columns)
        if all(name in columns for name in _QUATERNION):
            self._check_quaternions()

    @classmethod
    def from_csv(cls, path: str | Path, *, relative: bool = False) -> Recorded:
        """A motion in a CSV file whose first line names the columns, ``time`` [s] among them.

        Raises:
            DefinitionError: The file cannot be read; the message names line and column.
        """
        columns = read_motion_table(path)
        return cls(columns.pop("time"), columns, relative, str(path))

    def begin(self, robot: RobotModel, task: MotionTask, start: Target) -> Follower:
        """Join the samples."""
        if isinstance(task, PostureTask):
            return self._joints(robot, np.asarray(start.value))
        self._check_columns(task, start)
        if isinstance(start.value, pin.SE3):
            return self._pose(start.value)
        value = np.asarray(start.value)
        motion = self._shifting(value) if has_position(task, start) else self._turning(value)
        return lambda time: Target(*motion(time))

    def _check_quaternions(self) -> None:
        lengths = np.linalg.norm(self._samples(_QUATERNION), axis=1)
        for k in np.flatnonzero(np.abs(lengths - 1.0) > _UNIT_TOLERANCE)[:1]:
            raise DefinitionError(
                f"{self.source}: qx, qy, qz, qw must be a unit quaternion, but at time "
                f"{self.time[k]:g} its length is {lengths[k]:g}."
            )

    def _check_columns(self, task: MotionTask, start: Target) -> None:
        """The columns are those of the task's position, orientation or both, and complete."""
        groups: list[tuple[str, ...]] = []
        if has_position(task, start):
            groups.append(_POSITION)
        if isinstance(start.value, pin.SE3) or not groups:
            groups.append(_QUATERNION)
        known = [name for group in groups for name in group]
        for name in self.columns:
            if name not in known:
                raise DefinitionError(
                    f"{self.source}: column '{name}' is nothing that task '{task.name}' has. "
                    f"{did_you_mean(name, known)}"
                )
        for group in groups:
            missing = [name for name in group if name not in self.columns]
            if 0 < len(missing) < len(group):
                raise DefinitionError(
                    f"{self.source}: the columns {', '.join(group)} belong together, but "
                    f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing."
                )

    def _pose(self, start: pin.SE3) -> Follower:
        shifting = self._shifting(np.array(start.translation))
        turning = self._turning(np.array(start.rotation))

        def target(time: float) -> Target:
            position, *linear = shifting(time)
            rotation, *angular = turning(time)
            rates = (np.concatenate(both) for both in zip(linear, angular, strict=True))
            return Target(pin.SE3(rotation, position), *rates)

        return target

    def _joints(self, robot: RobotModel, start: Array) -> Follower:
        for name in self.columns:
            if name not in robot.joint_names:
                raise DefinitionError(
                    f"{self.source}: column '{name}' is no joint of robot '{robot.name}'. "
                    f"{did_you_mean(name, robot.joint_names)}"
                )
        named = tuple(self.columns)
        places = [robot.joint_names.index(name) for name in named]
        motion = self._spline(named, start[places])

        def target(time: float) -> Target:
            whole = [np.array(start), np.zeros_like(start), np.zeros_like(start)]
            for values, moving in zip(whole, motion(time), strict=True):
                values[places] = moving
            return Target(*whole)

        return target

    def _samples(self, names: tuple[str, ...]) -> Array:
        """Some columns side by side, shape (n, number of names)."""
        return np.column_stack([self.columns[name] for name in names])

    def _spline(self, names: tuple[str, ...], start: Array) -> Callable[[float], Motion]:
        """Value and derivatives of some columns, from the start where they are relative."""
        samples = self._samples(names)
        if self.relative:
            samples = samples - samples[0] + start
        return _clamped(self.time, samples)

    def _shifting(self, start: Array) -> Callable[[float], Motion]:
        """Position, velocity and acceleration; the start where no column says more."""
        if _POSITION[0] not in self.columns:
            return lambda _: (start, np.zeros(3), np.zeros(3))
        return self._spline(_POSITION, start)

    def _turning(self, start: Array) -> Callable[[float], Motion]:
        """Rotation, angular velocity and acceleration, world axes; likewise.

        With world axes q̇ = ½ ω ⊗ q. For q = s/‖s‖ that is ω = 2 ṡ ⊗ s*/‖s‖², vector part, as what
        is along s has none; and its derivative is (2 s̈ ⊗ s* − 2 (s·ṡ) ω)/‖s‖², since ṡ ⊗ ṡ* has
        none either.
        """
        if _QUATERNION[0] not in self.columns:
            return lambda _: (start, np.zeros(3), np.zeros(3))
        samples = _continuous(self._samples(_QUATERNION))
        spline = _clamped(self.time, samples)
        first = pin.Quaternion(np.array(samples[0])).toRotationMatrix()
        turn = first.T @ start if self.relative else np.eye(3)

        def turning(time: float) -> Motion:
            s, rate, rate2 = spline(time)
            size = s @ s
            omega = 2.0 * _times_conjugate(rate, s) / size
            growth = 2.0 * (_times_conjugate(rate2, s) - (s @ rate) * omega) / size
            rotation = pin.Quaternion(s / np.sqrt(size)).toRotationMatrix()
            return rotation @ turn, omega, growth

        return turning


def _clamped(time: Array, samples: Array) -> Callable[[float], Motion]:
    """A cubic spline at rest at both ends, and resting outside."""
    spline = CubicSpline(time, samples, bc_type="clamped")
    still = np.zeros(samples.shape[1])

    def motion(at: float) -> Motion:
        if not time[0] < at < time[-1]:
            return samples[0 if at <= time[0] else -1], still, still
        return spline(at), spline(at, 1), spline(at, 2)

    return motion


def _continuous(samples: Array) -> Array:
    """Unit quaternions, each with the sign nearer to the one before: q and −q turn alike."""
    samples = samples / np.linalg.norm(samples, axis=1, keepdims=True)
    steps = (samples[1:] * samples[:-1]).sum(axis=1)
    signs = np.concatenate(([1.0], np.cumprod(np.where(steps < 0.0, -1.0, 1.0))))
    continuous: Array = samples * signs[:, None]
    return continuous


def _times_conjugate(a: Array, b: Array) -> Array:
    """The vector part of a ⊗ b*, quaternions xyzw."""
    part: Array = b[3] * a[:3] - a[3] * b[:3] - np.cross(a[:3], b[:3])
    return part
