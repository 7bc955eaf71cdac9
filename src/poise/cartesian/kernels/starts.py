"""Where searches for inverse kinematics start again: near entries of a table, then everywhere."""

from __future__ import annotations

from math import floor, inf, pi, sqrt

import numpy as np

from poise.arrays import Array
from poise.cartesian.kernels import compiled
from poise.cartesian.kernels.kinematics import tip_pose

# How many restarts begin at those of the table whose poses are nearest.
_NEAR = 32
# Starts are taken from ranges this much larger, and brought to the limits, where many answers are.
_STRETCH = 1.2


@compiled
def make_table(links: Array, limits: Array, table: Array) -> None:
    """Fill a table of starts and the poses they give, (m, n + 12)."""
    n = limits.shape[1]
    axes = np.empty((links.shape[0] - 1, 6))
    for row in range(table.shape[0]):
        for j in range(n):
            table[row, j] = spread(row + 1, j, limits)
        tip_pose(links, table[row, :n], axes, table[row, n:])


@compiled
def pose_distances(target: Array, weight: float, table: Array, n: int) -> Array:
    """How far each pose of the table is from the target, squared, roughly."""
    distances = np.empty(table.shape[0])
    turns = 0.5 * weight * weight if target[21] == 1.0 else 0.0
    for row in range(table.shape[0]):
        far = turned = 0.0
        for k in range(9):
            turned += (table[row, n + k] - target[k]) ** 2
        for k in range(9, 12):
            far += (table[row, n + k] - target[k]) ** 2
        distances[row] = far + turns * turned
    return distances


@compiled
def next_start(limits: Array, table: Array, distances: Array, attempt: int, q: Array) -> None:
    """Where an attempt begins: at the nearest entry not yet used, or somewhere in the ranges."""
    if attempt <= _NEAR and attempt <= distances.shape[0]:
        nearest = np.argmin(distances)
        distances[nearest] = inf
        for j in range(q.shape[0]):
            q[j] = table[nearest, j]
        return
    for j in range(q.shape[0]):
        q[j] = spread(attempt, j, limits)


@compiled
def spread(row: int, j: int, limits: Array) -> float:
    """Position of joint j in a row of an endless series that fills the ranges evenly.

    Multiples of an irrational number, fractions only; always the same.
    """
    share = row * (sqrt(j + 2.0) * 0.7548776662466927 + 0.5 * j * 0.5698402909980532)
    share -= floor(share)
    share = min(max(0.5 + _STRETCH * (share - 0.5), 0.0), 1.0)
    position: float = limits[4, j] + share * (limits[5, j] - limits[4, j])
    return position


@compiled
def bring_inside(limits: Array, guess: Array, bounds: Array, q: Array) -> None:
    """Bring a start to the nearest turn, and within the bounds."""
    for j in range(q.shape[0]):
        if limits[3, j] == 1.0:
            q[j] += 2.0 * pi * floor((guess[j] - q[j]) / (2.0 * pi) + 0.5)
        q[j] = min(max(q[j], bounds[0, j]), bounds[1, j])
