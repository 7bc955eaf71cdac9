"""Synthetic records of standing runs: smooth, and known number by number."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from poise.experiment import RunRecord, three_pushes

JOINTS = ("hip_joint", "knee_joint", "ankle_joint", "wrist_joint")
CONTACTS = ("left_foot", "right_foot")
NV = 6 + len(JOINTS)


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
        fell_at=None,
        joint_names=JOINTS,
        contact_names=CONTACTS,
        friction=np.array([0.6, 0.6]),
        torque_limit=np.array([88.0, 139.0, 50.0, np.inf]),
        position_limits=np.array([[-2.5, -0.1, -0.9, -np.inf], [2.5, 2.9, 0.5, np.inf]]),
        velocity_limit=np.array([32.0, 20.0, 37.0, 22.0]),
        time=time,
        base_tilt=np.radians(2.0) * bump + np.radians(0.1),
        base_position=calm * [0.0, 0.0, 0.75],
        com=calm * [0.0, 0.0, 0.7] + np.outer(bump, [0.02, 0.0, 0.0]),
        com_target=calm * [0.0, 0.0, 0.7],
        hand=target + np.outer(0.002 + 0.02 * bump, [0.0, 1.0, 0.0]),
        hand_target=target,
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


def fallen_record() -> RunRecord:
    """The same run, ended by a fall 0.6 s after the first push began."""
    whole = standing_record(impulse=40.0)
    ticks = 3100
    arrays = {
        name: getattr(whole, name)[:ticks]
        for name in whole.__slots__
        if isinstance(getattr(whole, name), np.ndarray)
        and len(getattr(whole, name)) == whole.time.size
    }
    arrays["base_tilt"] = np.maximum(0.0, whole.time[:ticks] - 2.5) ** 2 * 2.0
    return replace(whole, fell_at=3.1, **arrays)


def slipping_record() -> RunRecord:
    """The same run with a foot that slips 12.5 mm."""
    whole = standing_record()
    return replace(whole, contact_shift=np.outer(whole.time / 10.0, [0.0125, 0.002]))


def quadruped_record() -> RunRecord:
    """The same run without a hand."""
    whole = standing_record()
    nothing = np.full_like(whole.hand, np.nan)
    return replace(whole, hand=nothing, hand_target=nothing)


def _bump(since: np.ndarray) -> np.ndarray:
    """From 0 to 1 and back within 0.6 s."""
    return np.where((since > 0.0) & (since < 0.6), np.sin(np.pi * since / 0.6) ** 2, 0.0)
