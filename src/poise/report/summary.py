"""The figures of a run: what the terminal, the JSON output and the report all show."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from poise.arrays import Array
from poise.experiment import RunRecord, TaskTrack
from poise.experiment.thresholds import calm_rms
from poise.report.figures import ContactFigures, JointPeak, Residual, RunSummary, Timing, Tracking


def summarise(record: RunRecord) -> RunSummary:
    """Compute the figures of a run."""
    return RunSummary(
        robot=record.robot,
        title=record.title,
        simulator=record.simulator,
        backend=record.backend,
        joint_losses=record.joint_losses,
        duration=record.time.size * record.dt,
        dt=record.dt,
        ticks=record.time.size,
        ticks_not_solved=int((~record.solved).sum()),
        ticks_late=int((record.tick_time > record.dt).sum()),
        failures=dict(record.statuses),
        pushed=bool(record.pushes),
        fell_at=record.fell_at,
        tasks=tuple(_tracking(record, track) for track in record.tasks),
        tilt_at_end=float(record.base_tilt[-1]) if record.floating_base else None,
        largest_tilt=float(record.base_tilt.max()) if record.floating_base else None,
        tick=_timing(record.tick_time),
        solve=_timing(record.solve_time),
        ticks_asked=int((~np.isnan(record.raw_residual)).sum()),
        raw_residual=_residual(record, record.raw_residual),
        residual=_residual(record, record.residual),
        torque=_peak_share(record, record.torque, record.torque_limit),
        speed=_peak_share(record, record.joint_velocity, record.velocity_limit),
        position=_nearest_position_limit(record),
        contacts=tuple(_contact(record, k) for k in range(len(record.contact_names))),
    )


def _residual(record: RunRecord, multiples: Array) -> Residual:
    solved = multiples[record.solved]
    if solved.size == 0:
        return Residual(float("nan"), float("nan"))
    asked = solved[~np.isnan(solved)]
    if asked.size == 0:
        return Residual(float("nan"), float("nan"))
    return Residual(float(np.median(asked)), float(asked.max()))


def _rms(error: Array) -> float:
    return float(np.sqrt(np.mean(error**2)))


def _timing(seconds: Array) -> Timing:
    return Timing(
        float(np.median(seconds)), float(np.percentile(seconds, 99)), float(seconds.max())
    )


def _tracking(record: RunRecord, track: TaskTrack) -> Tracking:
    error = track.distance
    known = np.nan_to_num(error, nan=-1.0)  # a force is not known at ticks that were not solved
    worst = int(known.argmax())
    turn = None
    if track.kind == "pose":
        turn = calm_rms(record, np.linalg.norm(track.error[:, 3:], axis=1))
    missed = size_of(track, track.achieved - track.reference)[record.solved]
    return Tracking(
        task=track.name,
        title=track.title,
        moves=track.moves,
        unit=track.distance_unit,
        rms=_rms(error),
        rms_calm=calm_rms(record, error),
        largest=float(error[worst]),
        largest_at=float(record.time[worst]),
        turn_rms=turn,
        asked_for=track.asked_for,
        asked_unit=next(
            (unit for unit in track.asked_units if unit.startswith(track.distance_unit)),
            track.asked_units[0],
        ),
        missed_rms=_rms(missed) if missed.size else float("nan"),
    )


def size_of(track: TaskTrack, values: Array) -> Array:
    """One number per tick from a task's rows, by the rule of :attr:`TaskTrack.distance`.

    Args:
        track: The task.
        values: Errors or accelerations, shape (n, d).
    """
    return replace(track, error=values).distance


def limit_shares(values: Array, limit: Array) -> Array:
    """Each value as a share of its joint's limit; 0 for joints without one.

    Args:
        values: Shape (n, na).
        limit: Shape (na,), +inf where there is none.

    Returns:
        |value| / limit, shape (n, na).
    """
    limited = np.isfinite(limit) & (limit > 0.0)
    shares = np.zeros_like(values)
    shares[:, limited] = np.abs(values[:, limited]) / limit[limited]
    return shares


def _peak_share(record: RunRecord, values: Array, limit: Array) -> JointPeak | None:
    """The joint and tick with the largest share of a symmetric limit."""
    shares = limit_shares(values, limit)
    if not shares.any():
        return None
    tick, joint = np.unravel_index(int(shares.argmax()), shares.shape)
    value, bound = float(values[tick, joint]), float(limit[joint])
    return JointPeak(
        record.joint_names[joint],
        record.joint_units[joint],
        float(record.time[tick]),
        value,
        bound,
        bound - abs(value),
    )


def _nearest_position_limit(record: RunRecord) -> JointPeak | None:
    """The joint and tick with the smallest distance to a position limit."""
    lower, upper = record.position_limits
    margins = np.stack((record.joint_position - lower, upper - record.joint_position))
    if not np.isfinite(margins).any():
        return None
    side, tick, joint = np.unravel_index(int(margins.argmin()), margins.shape)
    return JointPeak(
        record.joint_names[joint],
        record.joint_units[joint],
        float(record.time[tick]),
        float(record.joint_position[tick, joint]),
        float(record.position_limits[side, joint]),
        float(margins[side, tick, joint]),
    )


def _contact(record: RunRecord, k: int) -> ContactFigures:
    solved = np.flatnonzero(record.solved)
    reserve = margin = time = normal = np.nan
    if solved.size:
        tick = solved[int(record.cone_reserve[solved, k].argmin())]
        reserve, margin = record.cone_reserve[tick, k], record.cone_margin[tick, k]
        time = record.time[tick]
        # In the first tick the simulator has not stepped yet, and its ground exerted nothing.
        stepped = solved[solved > 0]
        difference = record.wrench[stepped, k, 2] - record.measured_wrench[stepped, k, 2]
        normal = _rms(difference) if stepped.size else np.nan
    return ContactFigures(
        contact=record.contact_names[k],
        smallest_reserve=float(reserve),
        margin=float(margin),
        time=float(time),
        slip=float(record.contact_shift[:, k].max()),
        normal_force_rms=float(normal),
        slack=float(record.slack[:, k].max()),
    )
