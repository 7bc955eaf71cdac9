"""Synthetic records of standing runs: smooth, and known number by number."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from poise.experiment import Limits, RunRecord, TaskTrack, three_pushes

JOINTS = ("hip_joint", "knee_joint", "ankle_joint", "wrist_joint")
CONTACTS = ("left_foot", "right_foot")
NV = 6 + len(JOINTS)
ROWS = ("x", "y", "z", "rx", "ry", "rz")
UNITS = ("m", "m", "m", "rad", "rad", "rad")


def standing_record(duration: float = 10.0, dt: float = 1e-3, impulse: float = 6.0) -> RunRecord:
    """A run that holds every threshold, with a bump after each push."""
    time = np.arange(round(duration / dt)) * dt
    pushes = three_pushes(impulse, duration)
    bump = sum((_bump(time - push.time) for push in pushes), np.zeros_like(time))
    n, nc = time.size, len(CONTACTS)
    calm = np.ones((n, 1))
    wave = np.sin(2.0 * np.pi * time / 4.0)
    target = np.column_stack((0.3 + 0.05 * wave, -0.2 + 0.0 * wave, 0.9 + 0.05 * wave))
    wrench = np.zeros((n, nc, 6))
    wrench[:, 0, 2], wrench[:, 1, 2] = 170.0 + 60.0 * bump, 170.0 - 60.0 * bump
    torque = np.column_stack((5.0 + 20.0 * bump, -40.0 - 30.0 * bump, 10.0 * wave, 0.5 * wave))
    random = np.random.default_rng(3)
    tick_time = 4e-4 + 5e-5 * random.gamma(1.5, size=n)
    return RunRecord(
        robot="stilts",
        title="Stilts, 4 joints",
        simulator="mujoco",
        backend="daqp",
        joint_losses="the file has no joint damping or friction",
        dt=dt,
        pushes=pushes,
        planned=n * dt,
        limits=Limits(tracking={"hand": 0.010}),
        floating_base=True,
        fell_at=None,
        joint_names=JOINTS,
        joint_units=("rad",) * len(JOINTS),
        contact_names=CONTACTS,
        friction=np.array([0.6, 0.6]),
        torque_limit=np.array([88.0, 139.0, 50.0, np.inf]),
        position_limits=np.array([[-2.5, -0.1, -0.9, -np.inf], [2.5, 2.9, 0.5, np.inf]]),
        velocity_limit=np.array([32.0, 20.0, 37.0, 22.0]),
        time=time,
        base_tilt=np.radians(2.0) * bump + np.radians(0.1),
        tasks=(com_track(n, bump), hand_track(target, bump)),
        joint_position=calm * [-0.3, 0.6, -0.3, 0.0] + np.outer(bump, [0.0, 0.1, 0.0, 0.0]),
        joint_velocity=np.outer(np.gradient(bump, dt), [0.1, 1.0, 0.2, 0.3]),
        torque=torque,
        acceleration=np.outer(wave, np.ones(NV)),
        wrench=wrench,
        measured_wrench=wrench + np.outer(wave, np.ones(nc * 6)).reshape(n, nc, 6),
        cone_margin=np.column_stack((50.0 - 40.0 * bump, 50.0 - 20.0 * bump)),
        cone_reserve=np.column_stack((0.5 - 0.4 * bump, 0.5 - 0.2 * bump)),
        slack=np.zeros((n, nc)),
        raw_residual=np.full(n, 40.0),
        residual=np.full(n, 1e-3),
        contact_shift=np.outer(time / duration, [0.004, 0.002]),
        tick_time=tick_time,
        solve_time=0.3 * tick_time,
        solved=np.ones(n, dtype=np.bool_),
    )


def com_track(n: int, bump: np.ndarray) -> TaskTrack:
    """The centre of mass, pushed forward by 20 mm at the top of a bump."""
    target = np.ones((n, 1)) * [0.0, 0.0, 0.7]
    return motion_track("com", "position", target, target + np.outer(bump, [0.02, 0.0, 0.0]))


def hand_track(target: np.ndarray, bump: np.ndarray) -> TaskTrack:
    """A hand that is 2 mm beside its path, and 22 mm at the top of a bump; it never turns."""
    pose = np.hstack((target, np.zeros_like(target)))
    actual = pose + np.outer(0.002 + 0.02 * bump, [0.0, 1.0, 0.0, 0.0, 0.0, 0.0])
    return replace(motion_track("hand", "pose", pose, actual), moves=True)


def motion_track(name: str, kind: str, target: np.ndarray, actual: np.ndarray) -> TaskTrack:
    """A task that gets all accelerations that it asks for but 0.1 m/s² of each."""
    rows = {"pose": ROWS, "position": ROWS[:3], "orientation": ROWS[3:], "joints": JOINTS}[kind]
    units = {"pose": UNITS, "position": UNITS[:3], "orientation": UNITS[3:]}
    error = target - actual
    return TaskTrack(
        name=name,
        title="centre of mass" if name == "com" else name,
        kind=kind,
        moves=False,
        rows=rows,
        units=units.get(kind, ("rad",) * len(JOINTS)),
        asked_units=tuple(f"{unit}/s²" for unit in units.get(kind, ("rad",) * len(JOINTS))),
        target=target,
        actual=actual,
        error=error,
        reference=100.0 * error,
        achieved=100.0 * error + 0.1,
    )


def of_ticks(record: RunRecord, ticks: slice) -> RunRecord:
    """Some of a record's ticks."""
    count = record.time.size

    def cut(value):
        return value[ticks] if isinstance(value, np.ndarray) and len(value) == count else value

    tasks = tuple(
        replace(track, **{name: cut(getattr(track, name)) for name in track.__slots__})
        for track in record.tasks
    )
    arrays = {name: cut(getattr(record, name)) for name in record.__slots__}
    return replace(record, **{**arrays, "tasks": tasks})


def fallen_record() -> RunRecord:
    """The same run, ended by a fall 0.6 s after the first push began."""
    whole = of_ticks(standing_record(impulse=40.0), slice(3100))
    tilt = np.maximum(0.0, whole.time - 2.5) ** 2 * 2.0
    return replace(whole, fell_at=3.1, base_tilt=tilt)


def slipping_record() -> RunRecord:
    """The same run with a foot that slips 12.5 mm."""
    whole = standing_record()
    return replace(whole, contact_shift=np.outer(whole.time / 10.0, [0.0125, 0.002]))


def quadruped_record() -> RunRecord:
    """The same run without a hand."""
    whole = standing_record()
    return replace(whole, tasks=whole.tasks[:1], limits=Limits())


def arm_record() -> RunRecord:
    """A fixed base without contacts or pushes: the hand, and a wrist that is off by 2 degrees."""
    whole = standing_record(impulse=0.0)
    n = whole.time.size
    nothing = np.zeros((n, 0))
    off = np.zeros((n, len(JOINTS)))
    off[:, 3] = np.radians(2.0)
    posture = motion_track("posture", "joints", off, np.zeros_like(off))
    names = ("cone_margin", "cone_reserve", "slack", "contact_shift")
    return replace(
        whole,
        title="Crane, 4 joints",
        floating_base=False,
        base_tilt=np.zeros(n),
        tasks=(whole.task("hand"), posture),
        contact_names=(),
        friction=np.zeros(0),
        wrench=np.zeros((n, 0, 6)),
        measured_wrench=np.zeros((n, 0, 6)),
        **dict.fromkeys(names, nothing),
    )


def pressing_record() -> RunRecord:
    """The same run with a task that asks for 40 N at the left foot and gets 41 N."""
    whole = standing_record()
    n = whole.time.size
    asked, given = np.ones((n, 1)) * [0.0, 0.0, 40.0], np.ones((n, 1)) * [0.0, 0.0, 41.0]
    force = TaskTrack(
        name="load",
        title="load",
        kind="force",
        moves=False,
        rows=("fx", "fy", "fz"),
        units=("N", "N", "N"),
        asked_units=("N", "N", "N"),
        target=asked,
        actual=given,
        error=asked - given,
        reference=asked,
        achieved=given,
    )
    return replace(whole, tasks=(*whole.tasks, force))


def _bump(since: np.ndarray) -> np.ndarray:
    """From 0 to 1 and back within 0.6 s."""
    return np.where((since > 0.0) & (since < 0.6), np.sin(np.pi * since / 0.6) ** 2, 0.0)
