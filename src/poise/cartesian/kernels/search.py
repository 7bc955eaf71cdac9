"""Inverse kinematics: downhill from the guess, and from ever new starts if that fails."""

from __future__ import annotations

from math import floor, inf, isfinite, pi, sqrt

import numpy as np

from poise.arrays import Array
from poise.cartesian.kernels import compiled
from poise.cartesian.kernels.descent import descend, squared
from poise.cartesian.kernels.error import pose_error, whole_position
from poise.cartesian.kernels.kinematics import tip_pose
from poise.cartesian.kernels.starts import bring_inside, next_start, pose_distances

REACHED, MISSED, OUT_OF_REACH, NO_ROOM, NOT_FINITE = 0, 1, 2, 3, 4
"""How a search ends."""

# After so many steps the search ends if the best is still further away than this, in radians: what
# can be reached at all has come nearer by then, but for one target in a thousand. Steps take
# longer with more than so many joints, which need fewer of them.
_STEPS, _MANY, _FAR = 250, 7, 0.1
# How many starts a target gets that the chain is too short for: the best effort only.
_EFFORT = 4
# Steps in a row that bring little, before a descent ends; more for the last one, the best effort.
_EARLY, _PATIENT = 2, 6


@compiled
def solve(
    links: Array,
    limits: Array,
    table: Array,
    settings: Array,
    target: Array,
    guess: Array,
    most_distant: Array,
    q: Array,
    report: Array,
) -> None:
    """Joint positions for one target.

    Args:
        links: The chain, (k + 1, 16).
        limits: Lower; upper; what counts as much as a radian; 1 for joints that may turn all round;
            lower and upper end of what starts are taken from, (6, n).
        table: Starts and the poses they give, (m, n + 12).
        settings: Tolerances [m, rad]; weight of a radian [m/rad]; most starts; centre (3) and
            radius of what the chain can reach, (8,).
        target: (28,).
        guess: (n,).
        most_distant: How far each joint may end from its guess, (n,).
        q: Filled with the answer, (n,).
        report: Filled with how it ended; the start that led there; all steps; both residuals
            [m, rad] at q; how often the best error came back, (6,).
    """
    n, k = guess.shape[0], links.shape[0] - 1
    bounds, work = np.empty((2, n)), np.empty((9, max(n, 6)))
    memory = (
        *(np.empty(n), np.empty((k, 6)), np.empty(12), np.empty((n, 6)), np.empty(8)),
        work,
    )
    report[0] = _set_up(limits, guess, most_distant, target, bounds, q)
    if report[0] != REACHED:
        return
    starts = settings[3]
    out_of_reach = _out_of_reach(settings, target)
    if out_of_reach:
        starts = min(starts, 1.0 * _EFFORT)
    _search(links, limits, table, settings, target, guess, (bounds, memory), starts, q, report)
    _nearest_turns(q, guess, most_distant, limits)
    tip_pose(links, q, memory[1], memory[2])
    report[3], report[4] = pose_error(target, memory[2], settings[2], memory[4])
    if report[3] <= settings[0] and report[4] <= settings[1]:
        report[0] = REACHED
    else:
        report[0] = OUT_OF_REACH if out_of_reach else MISSED


@compiled
def solve_many(
    links: Array,
    limits: Array,
    table: Array,
    settings: Array,
    targets: Array,
    guesses: Array,
    most_distant: Array,
    q: Array,
    reports: Array,
    first: int,
    last: int,
) -> None:
    """Like :func:`solve`, for rows first to last − 1."""
    for row in range(first, last):
        solve(
            *(links, limits, table, settings, targets[row], guesses[row], most_distant),
            *(q[row], reports[row]),
        )


@compiled
def _set_up(
    limits: Array, guess: Array, most_distant: Array, target: Array, bounds: Array, q: Array
) -> int:
    """Where each joint may be, and where it starts."""
    for value in target:
        if not isfinite(value):
            return NOT_FINITE
    for j in range(guess.shape[0]):
        if not isfinite(guess[j]):
            return NOT_FINITE
        low = max(limits[0, j], guess[j] - most_distant[j])
        high = min(limits[1, j], guess[j] + most_distant[j])
        if low > high:
            return NO_ROOM
        q[j] = min(max(guess[j], low), high)
        if limits[3, j] == 1.0 and high - low >= 2.0 * pi:
            low, high = -inf, inf
            q[j] = guess[j]
        bounds[0, j], bounds[1, j] = low, high
    return REACHED


@compiled
def _out_of_reach(settings: Array, target: Array) -> bool:
    """Whether the chain is too short, stretched out, for a target whose whole position matters."""
    if not whole_position(target):
        return False
    x, y, z = target[9] - settings[4], target[10] - settings[5], target[11] - settings[6]
    farthest = settings[7] * (1.0 + 1e-9) + settings[0]
    return bool(sqrt(x * x + y * y + z * z) > farthest)


@compiled
def _search(
    links: Array,
    limits: Array,
    table: Array,
    settings: Array,
    target: Array,
    guess: Array,
    buffers: tuple[Array, tuple[Array, Array, Array, Array, Array, Array]],
    starts: float,
    q: Array,
    report: Array,
) -> None:
    """Descend from one start after the other; q ends at the best found."""
    bounds, memory = buffers
    weight, units, error = settings[2], limits[2], memory[4]
    reached, steps = descend(links, target, weight, settings, bounds, units, q, memory, _EARLY)
    report[1], report[2], report[5] = 0.0, steps, 0.0
    if reached or starts <= 1.0 or guess.shape[0] == 0:
        return
    best, smallest, returns = q.copy(), squared(error), 0
    distances = pose_distances(target, weight, table, guess.shape[0])
    attempt, far, most_steps = 1, (_FAR * weight) ** 2, _STEPS * min(1.0, _MANY / guess.shape[0])
    while attempt < starts and (report[2] < most_steps or smallest < far):
        next_start(limits, table, distances, attempt, q)
        bring_inside(limits, guess, bounds, q)
        reached, more = descend(links, target, weight, settings, bounds, units, q, memory, _EARLY)
        report[2] += more
        if reached:
            report[1] = attempt
            return
        size = squared(error)
        if size < 0.999 * smallest:
            smallest, returns, report[1] = size, 0, attempt
            best[:] = q
        elif size < 1.001 * smallest:
            returns += 1
        attempt += 1
    q[:] = best
    reached, more = descend(links, target, weight, settings, bounds, units, q, memory, _PATIENT)
    report[2] += more
    report[5] = returns


@compiled
def _nearest_turns(q: Array, guess: Array, most_distant: Array, limits: Array) -> None:
    """Bring joints that turn all round to the turn nearest to the guess within their limits."""
    for j in range(q.shape[0]):
        if limits[3, j] != 1.0:
            continue
        q[j] += 2.0 * pi * floor((guess[j] - q[j]) / (2.0 * pi) + 0.5)
        low = max(limits[0, j], guess[j] - most_distant[j])
        high = min(limits[1, j], guess[j] + most_distant[j])
        if q[j] > high:
            q[j] -= 2.0 * pi * (1.0 + floor((q[j] - high) / (2.0 * pi)))
        if q[j] < low:
            q[j] += 2.0 * pi * (1.0 + floor((low - q[j]) / (2.0 * pi)))
        q[j] = min(max(q[j], low), high)
