"""Filling a run's record while it runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np

from poise.arrays import Array
from poise.controller import ControlStep, task_status_at
from poise.experiment.experiment import Experiment
from poise.experiment.falling import base_tilt
from poise.experiment.plans import MotionPlan
from poise.experiment.record import RunRecord
from poise.experiment.scenes import level_of
from poise.experiment.thresholds import SETTLE_TIME
from poise.experiment.track_recorder import TrackRecorder
from poise.model import RobotState, Snapshot, Workspace
from poise.scenes import SceneSolution
from poise.sim import Simulator
from poise.tasks import Target


class Recorder:
    """Collects a :class:`RunRecord`; memory is allocated once, for all ticks.

    Args:
        experiment: What runs.
        simulator: Where the true state comes from.
        ticks: How many ticks there can be.
    """

    def __init__(
        self,
        experiment: Experiment,
        simulator: Simulator,
        ticks: int,
    ) -> None:
        self._experiment = experiment
        self._simulator = simulator
        # The true state, while the controller may see a noisy one.
        self._workspace = Workspace(experiment.robot)
        self._start = np.array(simulator.state.q)
        self._settled: Array | None = None
        self._statuses: Counter[str] = Counter()
        self._cones = [contact.cone(experiment.cone) for contact in experiment.contacts]
        level = level_of(experiment.scene)
        self._tracks = [
            TrackRecorder(experiment.robot, plan, ticks, level) for plan in experiment.tasks
        ]
        self._arrays = self._allocate(ticks)
        self._solved = np.zeros(ticks, dtype=np.bool_)
        # The tick to be explained: the first that was not solved, else the last.
        self._told: SceneSolution | None = None

    def write(
        self,
        tick: int,
        state: RobotState,
        step: ControlStep,
        targets: Mapping[str, Target],
        tick_time: float,
    ) -> None:
        """Record one tick, before the simulator takes its step."""
        rows = self._arrays
        rows["time"][tick] = state.time
        rows["tick_time"][tick] = tick_time
        rows["solve_time"][tick] = step.solve_time
        rows["raw_residual"][tick] = step.solution.qp.raw_residuals.worst()
        rows["residual"][tick] = step.solution.qp.residuals.worst()
        self._solved[tick] = step.solved
        if self._told is None or self._told.solved:
            self._told = step.solution
        if not step.solved:
            self._statuses[step.status.value] += 1
        snapshot = self._workspace.evaluate(state)
        self._write_motion(tick, snapshot, targets)
        rows["torque"][tick] = step.command.effort
        if step.solved:
            if step.solution.problem.variables.acceleration.stop:
                rows["acceleration"][tick] = step.solution.acceleration
            self._write_wrenches(tick, step)
            self._write_status(tick, snapshot, step)
        measured = self._simulator.contact_wrenches()
        poses = self._simulator.contact_poses()
        positions = np.empty((len(self._experiment.contacts), 2))
        for k, contact in enumerate(self._experiment.contacts):
            rows["measured_wrench"][tick, k] = measured[contact.name]
            positions[k] = poses[contact.name].translation[:2]
        if self._settled is None and state.time >= SETTLE_TIME - 1e-9:
            self._settled = positions
        if self._settled is not None:
            rows["contact_shift"][tick] = np.linalg.norm(positions - self._settled, axis=1)

    def _write_motion(self, tick: int, snapshot: Snapshot, targets: Mapping[str, Target]) -> None:
        rows, robot, state = self._arrays, self._experiment.robot, snapshot.state
        if robot.floating_base:
            rows["base_tilt"][tick] = base_tilt(self._start, state.q)
        rows["joint_position"][tick] = robot.joint_positions(state.q)
        rows["joint_velocity"][tick] = state.v[robot.nv - robot.na :]
        for track in self._tracks:
            if isinstance(track.plan, MotionPlan):
                track.write_motion(tick, snapshot, targets[track.plan.task.name])

    def _write_status(self, tick: int, snapshot: Snapshot, step: ControlStep) -> None:
        """What the tasks asked for and got; references are about the state the controller saw."""
        seen = step.solution.problem.state
        if seen is not snapshot.state:
            snapshot = self._workspace.evaluate(seen)
        found = task_status_at(step, snapshot)
        for track in self._tracks:
            if track.plan.task.name in found:  # a task with activation 0 is not there
                track.write_status(tick, found[track.plan.task.name])

    def _write_wrenches(self, tick: int, step: ControlStep) -> None:
        rows = self._arrays
        wrenches = step.contact_wrenches
        slack = step.solution.friction_cone_slack
        for k, contact in enumerate(self._experiment.contacts):
            wrench = wrenches[contact.name]
            rows["wrench"][tick, k] = wrench
            distance = -(self._cones[k] @ wrench[: contact.dimension]) / contact.cone_row_lengths()
            margin = float(distance.min())
            rows["cone_margin"][tick, k] = margin
            normal = contact.friction * wrench[2]
            # Without load there is no reserve to speak of, and no ratio either.
            rows["cone_reserve"][tick, k] = margin / normal if normal > 1.0 else 0.0
            rows["slack"][tick, k] = slack.get(contact.name, 0.0)

    def finish(self, ticks: int, fell_at: float | None) -> RunRecord:
        """The record of the first ``ticks`` ticks."""
        experiment, robot = self._experiment, self._experiment.robot
        preset = robot.preset
        return RunRecord(
            robot=robot.name,
            title=preset.title if preset is not None else robot.name,
            simulator=experiment.simulator,
            backend=experiment.backend,
            joint_losses=joint_losses(experiment),
            dt=experiment.dt,
            planned=experiment.ticks * experiment.dt,
            limits=experiment.limits,
            floating_base=robot.floating_base,
            tasks=tuple(track.finish(ticks) for track in self._tracks),
            pushes=experiment.pushes,
            fell_at=fell_at,
            joint_names=robot.joint_names,
            joint_units=robot.joint_units,
            contact_names=tuple(contact.name for contact in experiment.contacts),
            friction=np.array([contact.friction for contact in experiment.contacts]),
            torque_limit=robot.effort_limit,
            position_limits=np.stack((robot.lower_position, robot.upper_position)),
            velocity_limit=robot.velocity_limit,
            solved=self._solved[:ticks],
            explained_at=0.0 if self._told is None else self._told.problem.state.time,
            explanation="" if self._told is None else self._told.explain().text(),
            statuses=dict(self._statuses),
            **{name: array[:ticks] for name, array in self._arrays.items()},
        )

    def _allocate(self, ticks: int) -> dict[str, Array]:
        robot, contacts = self._experiment.robot, len(self._experiment.contacts)
        shapes: dict[str, tuple[int, ...]] = {
            "time": (),
            "base_tilt": (),
            "joint_position": (robot.na,),
            "joint_velocity": (robot.na,),
            "torque": (robot.na,),
            "wrench": (contacts, 6),
            "measured_wrench": (contacts, 6),
            "cone_margin": (contacts,),
            "cone_reserve": (contacts,),
            "slack": (contacts,),
            "contact_shift": (contacts,),
            "tick_time": (),
            "solve_time": (),
            "raw_residual": (),
            "residual": (),
        }
        arrays = {name: np.zeros((ticks, *shape)) for name, shape in shapes.items()}
        arrays["acceleration"] = np.full((ticks, robot.nv), np.nan)  # unsolved ticks have none
        return arrays


def joint_losses(experiment: Experiment) -> str:
    """What becomes of the file's joint damping, dry friction and armature, in words."""
    robot = experiment.robot
    armature = "its armature is in both" if robot.armature.any() else "no armature"
    if robot.preset is not None and robot.preset.joint_friction == "off":
        return (
            "the file's joint damping and friction are switched off in simulator and controller; "
            f"{armature}"
        )
    if not (robot.damping.any() or robot.friction.any()):
        return f"the file has no joint damping or friction; {armature}"
    return (
        "the file's joint damping and friction act in the simulator and are fed forward; "
        f"{armature}"
    )
