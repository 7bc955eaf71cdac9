"""Tasks of each kind, where they are when a run begins, and rates by finite differences."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from poise.experiment.references import Reference
from poise.model import load_robot
from poise.spatial import rotation_from_axis_angle
from poise.tasks import (
    CenterOfMassTask,
    FrameOrientationTask,
    FramePoseTask,
    FramePositionTask,
    PostureTask,
    Target,
)
from robots import MIXED

ROBOT = load_robot(MIXED)
TURN = rotation_from_axis_angle(np.array([0.4, -0.7, 1.1]))
PLACE = np.array([0.3, -0.2, 0.9])
# Joints: spin, slide, bend. As many as a position has coordinates.
JOINTS = np.array([0.5, 0.1, -0.3])

TASKS = {
    "pose": (FramePoseTask("hand", "tool"), Target(pin.SE3(TURN, PLACE))),
    "position": (FramePositionTask("tip", "tool"), Target(PLACE)),
    "com": (CenterOfMassTask("com"), Target(PLACE)),
    "orientation": (FrameOrientationTask("head", "tool"), Target(TURN)),
    "posture": (PostureTask("posture"), Target(JOINTS)),
}


def follow(reference: Reference, kind: str):
    """The reference's targets for a task of this kind, by time."""
    task, start = TASKS[kind]
    return reference.begin(ROBOT, task, start)


def change(last, first) -> np.ndarray:
    """From one value of a task to another nearby: world axes, linear first."""
    if isinstance(first, pin.SE3):
        turn = pin.log3(last.rotation @ first.rotation.T)
        return np.concatenate((last.translation - first.translation, turn))
    if np.shape(first) == (3, 3):
        return pin.log3(last @ first.T)
    return last - first


def rates(target: Target) -> tuple[np.ndarray, np.ndarray]:
    """Velocity and acceleration of a target, 0 where it says none."""
    size = change(target.value, target.value).size
    return tuple(
        np.zeros(size) if rate is None else np.asarray(rate)
        for rate in (target.velocity, target.acceleration)
    )
