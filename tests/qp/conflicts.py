"""Programs made infeasible in known ways, and witnesses that share nothing with poise."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog, nnls

from poise.qp import QuadraticProgram

INF = np.inf


class Planted(NamedTuple):
    """A program with the sets of row names that contradict each other by construction."""

    problem: QuadraticProgram
    conflicts: list[frozenset[str]]
    amounts: list[float]


class _Rows:
    """Rows gathered while a program is built; each has a normal, two limits and a name."""

    def __init__(self, rng, n):
        self.rng, self.n = rng, n
        self.equalities, self.inequalities = [], []
        self.lower_x, self.upper_x = np.full(n, -INF), np.full(n, INF)

    def put(self, name, normal, limit, kind):
        """normal · x ≤ limit as an inequality of either side and any scale, or an equality."""
        scale = 10 ** self.rng.uniform(-2, 2) * self.rng.choice([-1, 1])
        if kind == "equality":
            self.equalities.append((name, scale * normal, scale * limit))
        elif scale > 0:
            below = scale * limit - self.rng.choice([INF, 50.0])
            self.inequalities.append((name, scale * normal, below, scale * limit))
        else:
            above = scale * limit + self.rng.choice([INF, 50.0])
            self.inequalities.append((name, scale * normal, scale * limit, above))

    def bound(self, variable, sign, limit):
        """sign · x[variable] ≤ limit."""
        if sign > 0:
            self.upper_x[variable] = limit
        else:
            self.lower_x[variable] = -limit

    def program(self):
        order = self.rng.permutation(len(self.inequalities))
        rows = [self.inequalities[i] for i in order]
        n = self.n
        return QuadraticProgram(
            np.eye(n),
            self.rng.standard_normal(n),
            np.array([e[1] for e in self.equalities]).reshape(-1, n),
            np.array([e[2] for e in self.equalities]),
            np.array([r[1] for r in rows]).reshape(-1, n),
            np.array([r[2] for r in rows]),
            np.array([r[3] for r in rows]),
            self.lower_x,
            self.upper_x,
            equality_names=tuple(e[0] for e in self.equalities),
            inequality_names=tuple(r[0] for r in rows),
        )


def infeasible_program(seed):
    """One to three disjoint conflicts of 2 to 6 members among innocent rows.

    A conflict of k rows: unit normals dᵢ and weights wᵢ > 0 with Σ wᵢ dᵢ = 0, and limits with
    Σ wᵢ limitᵢ = −amount Σ wᵢ. So no x can miss all of them by less than ``amount``; without any
    one of them the normals are independent. Members are inequalities of either side, bounds and
    equalities. The amount is 1e-4 … 1, and every innocent row holds, with room, at one point.
    """
    rng = np.random.default_rng(seed)
    n = int(rng.integers(6, 25))
    rows = _Rows(rng, n)
    x0 = rng.standard_normal(n)
    free = list(rng.permutation(n))  # each variable is bounded at most once
    planted, amounts = [], []
    for number in range(int(rng.integers(1, 4))):
        size, amount = int(rng.choice([2, 3, 3, 4, 6])), 10 ** rng.uniform(-4, 0)
        planted.append(_plant(rows, x0, free, f"conflict {number}", (size, amount)))
        amounts.append(amount)
    for i in range(int(rng.choice([0, 5, 60]))):
        normal = _unit(rng, n)
        rows.put(f"innocent {i}", normal, normal @ x0 + rng.uniform(0.5, 3.0), "inequality")
    if rng.random() < 0.5:
        for i in range(2):
            normal = _unit(rng, n)
            rows.put(f"innocent equality {i}", normal, normal @ x0, "equality")
    return Planted(rows.program(), planted, amounts)


def _unit(rng, n):
    normal = rng.standard_normal(n)
    return normal / np.linalg.norm(normal)


def _plant(rows, x0, free, label, shape):
    (size, amount), rng, n = shape, rows.rng, rows.n
    weights = rng.uniform(0.3, 1.0, size)
    normals = np.array([_unit(rng, n) for _ in range(size)])
    bounded = {}
    for i in range(size - 1):
        if rng.random() < 0.4 and free:
            bounded[i] = (int(free.pop()), int(rng.choice([-1, 1])))
            normals[i] = bounded[i][1] * np.eye(n)[bounded[i][0]]
    rest = -(weights[:-1] @ normals[:-1])
    weights[-1] = np.linalg.norm(rest)
    normals[-1] = rest / weights[-1]
    limits = normals @ x0 + rng.uniform(0.0, 0.5, size)
    limits[-1] -= (weights @ limits + amount * weights.sum()) / weights[-1]
    names = set()
    for i in range(size):
        if i in bounded:
            rows.bound(*bounded[i], limits[i])
            names.add(f"x[{bounded[i][0]}]")
        else:
            kind = "equality" if rng.random() < 0.3 else "inequality"
            rows.put(f"{label} row {i}", normals[i], limits[i], kind)
            names.add(f"{label} row {i}")
    return frozenset(names)


def stack(problem):
    """All rows [bounds; equalities; inequalities], their limits, divided by their norms."""
    rows = np.concatenate((np.eye(problem.n), problem.A, problem.C))
    norm = np.linalg.norm(rows, axis=1)
    norm[norm == 0.0] = 1.0
    lower = np.concatenate((problem.lower_x, problem.b, problem.lower)) / norm
    upper = np.concatenate((problem.upper_x, problem.b, problem.upper)) / norm
    return rows / norm[:, None], lower, upper


def one_sided(problem, members):
    """The members as (row, limit) of row · x ≤ limit; an equality gives two."""
    rows, lower, upper = stack(problem)
    above = [m.row for m in members if m.side == "upper" or m.equality]
    below = [m.row for m in members if m.side == "lower" or m.equality]
    return np.concatenate((rows[above], -rows[below])), np.concatenate(
        (upper[above], -lower[below])
    )


def linear_program_can(problem, members):
    """Whether HiGHS, with its own tolerances, finds a point where the members hold."""
    rows, lower, upper = stack(problem)
    equal = [m.row for m in members if m.equality]
    above = [m.row for m in members if m.side == "upper" and not m.equality]
    below = [m.row for m in members if m.side == "lower" and not m.equality]
    answer = linprog(
        np.zeros(problem.n),
        A_ub=np.concatenate((rows[above], -rows[below])),
        b_ub=np.concatenate((upper[above], -lower[below])),
        A_eq=rows[equal],
        b_eq=upper[equal],
        bounds=(None, None),
    )
    assert answer.status in (0, 2), answer.message
    return answer.status == 0


def least_squares_can(problem, members):
    """Whether no weights prove a contradiction, by non-negative least squares.

    The members contradict each other exactly when weights w ≥ 0 combine rows to 0 and limits to
    −1; otherwise what the fit leaves is a point where they hold (Farkas).
    """
    if not members:
        return True
    rows, limits = one_sided(problem, members)
    left = np.concatenate((rows.T, limits[None]))
    target = np.zeros(problem.n + 1)
    target[-1] = -1.0
    weights, _ = nnls(left, target)
    rest = target - left @ weights
    if rest[-1] >= -1e-12:
        return False
    x = -rest[:-1] / rest[-1]
    return bool((rows @ x - limits).max() < 1e-6)


def least_largest_violation(problem, members=None):
    """min over x of the largest violation of some members, default of the whole program."""
    if members is None:
        rows, lower, upper = stack(problem)
        above, below = np.isfinite(upper), np.isfinite(lower)
        matrix = np.concatenate((rows[above], -rows[below]))
        limits = np.concatenate((upper[above], -lower[below]))
    else:
        matrix, limits = one_sided(problem, members)
    cost = np.zeros(problem.n + 1)
    cost[-1] = 1.0
    answer = linprog(
        cost,
        np.column_stack((matrix, -np.ones(len(matrix)))),
        limits,
        bounds=[(None, None)] * problem.n + [(0.0, None)],
        method="highs-ipm",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    assert answer.status == 0, answer.message
    return answer.fun


def with_limit(problem, member, limit):
    """The program with one limit of a conflict changed; an equality moves as a whole."""
    lower, upper = problem.row_lower.copy(), problem.row_upper.copy()
    if member.side == "upper" or member.equality:
        upper[member.row] = limit
    if member.side == "lower" or member.equality:
        lower[member.row] = limit
    return QuadraticProgram.trusted(
        (problem.H.copy(), problem.g.copy()), problem.rows.copy(), (lower, upper), problem.layout
    )
