"""What happened in a run, tick by tick."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from poise.arrays import Array, did_you_mean
from poise.errors import DefinitionError
from poise.experiment.limits import Limits
from poise.experiment.task_track import TaskTrack
from poise.sim import Push

BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class RunRecord:
    """Arrays over the n ticks of a run; true states, not the noisy measured ones.

    Attributes:
        robot: Name of the robot.
        title: What the robot is called in reports.
        simulator: Name of the simulator.
        backend: Name of the QP backend.
        joint_losses: What becomes of the file's joint damping and friction, in words.
        dt: Time between ticks [s].
        pushes: The pushes given.
        planned: How long the run should have lasted [s].
        limits: What it is judged by.
        floating_base: Whether the base moves freely.
        fell_at: When the robot fell or flew apart [s]; None if it lasted to the end.
        joint_names: Actuated joints, length na.
        joint_units: Unit of each joint's position, "rad" or "m", length na.
        contact_names: Contacts, length nc.
        friction: μ of each contact, shape (nc,).
        torque_limit: Shape (na,), +inf where there is none [N·m, N].
        position_limits: Lower and upper position limits, shape (2, na) [rad, m].
        velocity_limit: Shape (na,) [rad/s, m/s].
        time: Shape (n,) [s].
        base_tilt: Angle between the base's z axis and where it was at the start, (n,) [rad]; 0
            for a fixed base.
        tasks: What became of each task, in the order configured.
        joint_position: Shape (n, na) [rad, m].
        joint_velocity: Shape (n, na) [rad/s, m/s].
        torque: Commanded, shape (n, na) [N·m, N].
        acceleration: Commanded q̈, shape (n, nv); NaN where a tick was not solved.
        wrench: Commanded contact wrenches, contact axes, shape (n, nc, 6) [N, N·m].
        measured_wrench: What the simulator's ground exerted, likewise.
        cone_margin: Distance of each commanded wrench to its cone, shape (n, nc) [N].
        cone_reserve: The same relative to μ f_z, shape (n, nc); 0 at the cone, 1 at its axis.
        slack: Friction cone slack used, shape (n, nc) [N].
        contact_shift: Horizontal shift of each contact since the run settled, (n, nc) [m].
        tick_time: Wall time of the controller's step, shape (n,) [s].
        solve_time: Wall time of its QP, shape (n,) [s].
        raw_residual: Worst KKT residual of the QP backend's own answer, as a multiple of its
            tolerance, shape (n,).
        residual: The same after poise's polish, shape (n,); at most 1 where solved.
        solved: Shape (n,), bool.
        statuses: Sentence of each kind of failure that occurred, with its count.
        explained_at: When the tick was that ``explanation`` is about [s].
        explanation: Why the first tick that was not solved was not, or if all were, what the
            last one's cost was made of and which limits acted.
    """

    robot: str
    title: str
    simulator: str
    backend: str
    joint_losses: str
    dt: float
    pushes: tuple[Push, ...]
    planned: float
    limits: Limits
    floating_base: bool
    fell_at: float | None
    joint_names: tuple[str, ...]
    joint_units: tuple[str, ...]
    contact_names: tuple[str, ...]
    friction: Array
    torque_limit: Array
    position_limits: Array
    velocity_limit: Array
    time: Array
    base_tilt: Array
    tasks: tuple[TaskTrack, ...]
    joint_position: Array
    joint_velocity: Array
    torque: Array
    acceleration: Array
    wrench: Array
    measured_wrench: Array
    cone_margin: Array
    cone_reserve: Array
    slack: Array
    contact_shift: Array
    tick_time: Array
    solve_time: Array
    raw_residual: Array
    residual: Array
    solved: BoolArray
    statuses: dict[str, int] = field(default_factory=dict)
    explained_at: float = 0.0
    explanation: str = ""

    def task(self, name: str) -> TaskTrack:
        """What became of a task.

        Raises:
            DefinitionError: There is no such task.
        """
        for track in self.tasks:
            if track.name == name:
                return track
        known = [track.name for track in self.tasks]
        raise DefinitionError(f"the run had no task {name!r}. {did_you_mean(name, known)}")

    @property
    def main_task(self) -> TaskTrack | None:
        """The task that tells most: the first whose target moves, else the first; None if none."""
        moving = [track for track in self.tasks if track.moves]
        return next(iter((*moving, *self.tasks)), None)
