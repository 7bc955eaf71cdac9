"""Hold or move a frame as seen from another one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, non_empty_name, non_negative_per_axis
from poise.model import RobotModel, Snapshot
from poise.spatial import change_axes, cross, orientation_error
from poise.tasks.frame_motion import FrameMotion, check_frame
from poise.tasks.target import Target, checked_pose, pose_of
from poise.tasks.task import MotionTask, axes_rotation, check_task

_ROW_NAMES = ("x", "y", "z", "rx", "ry", "rz")


@dataclass(frozen=True, slots=True, eq=False)
class RelativePoseTask(MotionTask):
    """Pose of a frame in another one: six rows, position then orientation, in the base's axes.

    Two hands hold a box: one hand's pose in the other. Error: position p* − p, orientation
    R log(Rᵀ R*), with p and R of the pose in the base. Targets hold the ``pin.SE3`` of the
    frame in the base; their rates are as an observer in the base sees them, in its axes.

    Attributes:
        name: What references and results call it.
        frame: The frame that is seen.
        base: The frame that it is seen from.
        weight: One number for all axes or one per axis, ≥ 0 [1/(m/s²) linear, 1/(rad/s²)
            angular]; 0 leaves an axis free.
        activation: In [0, 1]; scales the weight.
        axes: Whose axes the weights are in: ``"base"``, ``"local"`` (the frame's), ``"world"``
            or another frame's name.
    """

    name: str
    frame: str
    base: str
    weight: ArrayLike = 1.0
    activation: float = 1.0
    axes: str = "base"

    def __post_init__(self) -> None:
        """Check every parameter."""
        check_task(self)
        for field in ("frame", "base", "axes"):
            non_empty_name(f"{field} of task '{self.name}'", getattr(self, field))
        weight = non_negative_per_axis(f"weight of task '{self.name}'", self.weight, 6)
        object.__setattr__(self, "weight", weight)

    def check(self, robot: RobotModel) -> None:
        """Look the frames up."""
        check_frame(robot, self.frame)
        check_frame(robot, self.base)
        if self.axes not in ("base", "local"):
            check_frame(robot, self.axes)

    def dimension(self, robot: RobotModel) -> int:
        """6."""
        del robot
        return 6

    def weights(self, robot: RobotModel) -> Array:
        """The weight of each axis."""
        del robot
        return np.asarray(self.weight)

    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """x, y, z for the position, rx, ry, rz for the orientation."""
        del robot
        return _ROW_NAMES

    def row_units(self, robot: RobotModel) -> tuple[str, ...]:
        """m for positions, rad for orientations."""
        del robot
        return ("m", "m", "m", "rad", "rad", "rad")

    def jacobian(self, snapshot: Snapshot) -> Array:
        """Of the relative twist, base axes, (6, nv)."""
        frame, base = self._motions(snapshot)
        relative = frame.jacobian - base.jacobian
        # −ω × r = [r]× ω
        lever = pin.skew(frame.pose.translation - base.pose.translation)
        relative[:3] += lever @ base.jacobian[3:]
        return change_axes(base.pose.rotation.T, relative)

    def bias(self, snapshot: Snapshot) -> Array:
        """Rate of the relative twist at q̈ = 0, base axes, (6,)."""
        frame, base = self._motions(snapshot)
        lever = frame.pose.translation - base.pose.translation
        apart, turn = frame.twist - base.twist, base.twist[3:]
        rate = frame.bias - base.bias
        # Acceleration seen in axes that turn: without Euler's, Coriolis' and the centrifugal part.
        rate[:3] -= cross(base.bias[3:], lever) + 2.0 * cross(turn, apart[:3])
        rate[:3] += cross(turn, cross(turn, lever))
        rate[3:] -= cross(turn, apart[3:])
        return change_axes(base.pose.rotation.T, rate)

    def velocity(self, snapshot: Snapshot) -> Array:
        """The relative twist, base axes, (6,)."""
        frame, base = self._motions(snapshot)
        relative = frame.twist - base.twist
        lever = frame.pose.translation - base.pose.translation
        relative[:3] -= cross(base.twist[3:], lever)
        return change_axes(base.pose.rotation.T, relative)

    def error(self, snapshot: Snapshot, target: Target) -> Array:
        """[p* − p; R log(Rᵀ R*)] in base axes, (6,) [m, rad]."""
        pose, wanted = self.pose(snapshot), pose_of(self.name, target)
        turn = orientation_error(pose.rotation, wanted.rotation)
        return np.concatenate((wanted.translation - pose.translation, turn))

    def pose(self, snapshot: Snapshot) -> pin.SE3:
        """The frame's pose in the base, T_base_frame."""
        frame, base = self._motions(snapshot)
        return base.pose.actInv(frame.pose)

    def target_from(self, snapshot: Snapshot) -> Target:
        """The present relative pose."""
        return Target(self.pose(snapshot))

    def checked_target(self, robot: RobotModel, target: Target) -> Target:
        """A pose with six rates."""
        del robot
        return checked_pose(self.name, target)

    def rotation(self, snapshot: Snapshot) -> Array | None:
        """Rotation from the base's axes into those of the weights."""
        if self.axes == "base":
            return None
        to_world: Array = FrameMotion(snapshot, self.base).pose.rotation
        turned = axes_rotation(snapshot, self.axes, self.frame)
        return to_world if turned is None else turned @ to_world

    def _motions(self, snapshot: Snapshot) -> tuple[FrameMotion, FrameMotion]:
        return FrameMotion(snapshot, self.frame), FrameMotion(snapshot, self.base)
