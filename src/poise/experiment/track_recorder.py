"""Filling a task's track while a run goes on."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.controller import TaskStatus
from poise.experiment.plans import ForcePlan, MotionPlan, TaskPlan
from poise.experiment.task_track import TaskKind, TaskTrack
from poise.model import RobotModel, Snapshot
from poise.scenes.scene import Level
from poise.tasks import (
    CenterOfMassTask,
    FrameOrientationTask,
    FramePoseTask,
    FramePositionTask,
    JointPositionTask,
    MotionTask,
    PostureTask,
    RelativePoseTask,
    Target,
)


class TrackRecorder:
    """Collects a :class:`TaskTrack`; memory is allocated once, for all ticks.

    Args:
        robot: The robot.
        plan: The task's plan.
        ticks: How many ticks there can be.
        level: What the scene asks references for.
    """

    def __init__(
        self, robot: RobotModel, plan: TaskPlan, ticks: int, level: Level = "acceleration"
    ) -> None:
        self.plan = plan
        self._kind = _kind(plan)
        # Rows of weight 0 are nobody's wish; those of poses may be weighed in other axes.
        self._counted = plan.task.weights(robot) > 0.0
        self._masks = self._kind in ("value", "joints")
        self._rows, self._units = plan.task.row_names(robot), plan.task.row_units(robot)
        self._asked_units = _asked_units(plan, self._units, level)
        shape = (ticks, len(self._rows))
        names = ("target", "actual", "error", "reference", "achieved")
        self._arrays = {name: np.full(shape, np.nan) for name in names}

    def write_motion(self, tick: int, snapshot: Snapshot, target: Target) -> None:
        """Record target, value and error of a motion task at the true state."""
        task = self.plan.task
        assert isinstance(task, MotionTask)  # noqa: S101 - the recorder asks only those
        error = task.error(snapshot, target)
        if self._masks:
            error = np.where(self._counted, error, 0.0)
        self._arrays["error"][tick] = error
        if self._kind != "value":
            self._arrays["target"][tick] = numbers(target.value)
            self._arrays["actual"][tick] = numbers(task.target_from(snapshot).value)
            return
        # Targets may be numbers of another kind than the rows, such as a direction.
        wanted = np.asarray(target.value)
        aim = wanted if wanted.shape == error.shape else np.zeros_like(error)
        self._arrays["target"][tick], self._arrays["actual"][tick] = aim, aim - error

    def write_status(self, tick: int, status: TaskStatus) -> None:
        """Record what a solved tick asked for and gave."""
        self._arrays["reference"][tick] = status.reference
        self._arrays["achieved"][tick] = status.achieved
        if self._masks:
            self._arrays["achieved"][tick, ~self._counted] = status.reference[~self._counted]
        if isinstance(self.plan, ForcePlan):
            self._arrays["target"][tick] = status.reference
            self._arrays["actual"][tick] = status.achieved
            self._arrays["error"][tick] = status.reference - status.achieved

    def finish(self, ticks: int) -> TaskTrack:
        """The track of the first ``ticks`` ticks."""
        task = self.plan.task
        is_com = isinstance(task, CenterOfMassTask) and task.name == "com"
        return TaskTrack(
            name=task.name,
            title="centre of mass" if is_com else task.name.replace("_", " "),
            kind=self._kind,
            moves=isinstance(self.plan, MotionPlan) and self.plan.reference.moves,
            rows=self._rows,
            units=self._units,
            asked_units=self._asked_units,
            **{name: array[:ticks] for name, array in self._arrays.items()},
        )


def numbers(value: pin.SE3 | Array) -> Array:
    """A target's value as a vector: orientations become scaled axis-angle vectors."""
    if isinstance(value, pin.SE3):
        return np.concatenate((value.translation, pin.log3(value.rotation)))
    array = np.asarray(value)
    if array.shape == (3, 3):
        turn: Array = pin.log3(array)
        return turn
    return array


def _kind(plan: TaskPlan) -> TaskKind:
    if isinstance(plan, ForcePlan):
        return "force"
    for kinds, name in _KINDS:
        if isinstance(plan.task, kinds):
            return name
    return "value"


_KINDS: tuple[tuple[tuple[type[MotionTask], ...], TaskKind], ...] = (
    ((PostureTask, JointPositionTask), "joints"),
    ((FramePoseTask, RelativePoseTask), "pose"),
    ((FrameOrientationTask,), "orientation"),
    ((FramePositionTask, CenterOfMassTask), "position"),
)


def _asked_units(plan: TaskPlan, units: tuple[str, ...], level: Level) -> tuple[str, ...]:
    """The unit of what a scene of this level asks a task for."""
    if isinstance(plan, ForcePlan):
        return units
    order = plan.task.relative_degree - (1 if level == "velocity" else 0)
    return tuple(f"{unit}{('', '/s', '/s²')[order]}".replace("/s/s", "/s²") for unit in units)
