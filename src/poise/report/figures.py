"""The figures of a run, as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timing:
    """Wall times over a run [s]."""

    median: float
    p99: float
    worst: float


@dataclass(frozen=True, slots=True)
class Residual:
    """KKT residuals over the solved ticks of a run, as multiples of their tolerances."""

    median: float
    largest: float


@dataclass(frozen=True, slots=True)
class Tracking:
    """How well a task kept to its target.

    Attributes:
        task: Its name.
        title: What reports call it.
        moves: Whether its target moves.
        unit: Unit of the errors: "m" where it has a position, else "rad", or "N" for a force.
        rms: RMS error over all ticks; NaN for a force that is not known at every tick, because
            some were not solved.
        rms_calm: The same over the ticks outside the second after a push.
        largest: Largest error that is known.
        largest_at: When that was [s].
        turn_rms: RMS angle of a pose's orientation error outside the second after a push [rad];
            None for what is no pose.
        asked_for: What the task asked the scene for: "acceleration", "velocity", "rate", "force".
        asked_unit: Its unit.
        missed_rms: How far what the solution gives was from what was asked for: RMS over the
            solved ticks, of what the error is about, so of a pose its position. NaN when no tick
            was solved.
    """

    task: str
    title: str
    moves: bool
    unit: str
    rms: float
    rms_calm: float
    largest: float
    largest_at: float
    turn_rms: float | None
    asked_for: str
    asked_unit: str
    missed_rms: float


@dataclass(frozen=True, slots=True)
class JointPeak:
    """Where and when a joint came closest to a limit.

    Attributes:
        joint: Its name.
        unit: Of its position: "rad" or "m".
        time: When [s].
        value: What it had then: torque, speed or position, in the joint's unit.
        limit: The limit it came close to, in the same unit.
        margin: What was left to the limit, in the same unit; negative beyond it.
    """

    joint: str
    unit: str
    time: float
    value: float
    limit: float
    margin: float


@dataclass(frozen=True, slots=True)
class ContactFigures:
    """What a contact came to.

    Attributes:
        contact: Its name.
        smallest_reserve: Smallest distance of the commanded wrench to its friction cone relative
            to μ f_z: 0 at the cone, 1 at its axis; NaN when no tick was solved.
        margin: That distance [N].
        time: When that was [s].
        slip: Largest horizontal shift since the run settled [m].
        normal_force_rms: RMS difference between commanded and measured normal force [N].
        slack: Largest friction cone slack used [N].
    """

    contact: str
    smallest_reserve: float
    margin: float
    time: float
    slip: float
    normal_force_rms: float
    slack: float


@dataclass(frozen=True, slots=True)
class RunSummary:
    """The figures of a run, in SI units and radians.

    Attributes:
        robot: Name of the robot.
        title: What the robot is called in reports.
        simulator: Name of the simulator.
        backend: Name of the QP backend.
        joint_losses: What becomes of the file's joint damping and friction, in words.
        duration: Simulated time [s].
        dt: Time between ticks [s].
        ticks: How many there were.
        ticks_not_solved: How many of them were not solved.
        ticks_late: How many took longer than ``dt``.
        failures: Sentence of each kind of failure, with its count.
        pushed: Whether the robot was to be pushed.
        fell_at: When the robot fell [s]; None if it stood to the end.
        tasks: How well each task kept to its target, in the order configured.
        tilt_at_end: Of the base against its start; None for a fixed base [rad].
        largest_tilt: Likewise [rad].
        tick: Wall times of the controller's step.
        solve: Wall times of its QP.
        ticks_asked: In how many the QP backend was asked; in the others the active limits of the
            tick before were still the right ones.
        raw_residual: Worst KKT residual of the QP backend's own answers, as a multiple of its
            tolerance; median and largest of the solved ticks.
        residual: The same after poise's polish.
        torque: The joint that came closest to its torque limit, as a share of it; None when no
            joint has one.
        speed: Likewise for speed.
        position: The joint that came closest to a position limit; None when no joint has one.
        contacts: One entry per contact.
    """

    robot: str
    title: str
    simulator: str
    backend: str
    joint_losses: str
    duration: float
    dt: float
    ticks: int
    ticks_not_solved: int
    ticks_late: int
    failures: dict[str, int]
    pushed: bool
    fell_at: float | None
    tasks: tuple[Tracking, ...]
    tilt_at_end: float | None
    largest_tilt: float | None
    tick: Timing
    solve: Timing
    ticks_asked: int
    raw_residual: Residual
    residual: Residual
    torque: JointPeak | None
    speed: JointPeak | None
    position: JointPeak | None
    contacts: tuple[ContactFigures, ...]
