"""Random hierarchies, and an independent reference: one interior-point QP after the other."""

from __future__ import annotations

import clarabel
import numpy as np
from scipy.sparse import csc_matrix

from poise.qp.hierarchy import HardRows, HierarchicalProblem, Level

# The judged gap: singular values are either rounding, or above 1e-3 of the largest.
RANK_GAP = 1e-8
# Relative to the largest singular value, as of a Jacobian that was computed with rounding.
NOISE = 9e-13

# An interior-point method cannot always reach the tightest: what is kept of higher levels
# leaves its programs without interior.
TOLERANCES = (1e-12, 1e-11, 1e-10, 1e-9, 1e-8)


class NoReferenceError(Exception):
    """Clarabel stands by no answer at any tolerance."""


def matrix_of_rank(rng, rows, n, rank, smallest=1e-3):
    """A matrix whose singular values lie between ``smallest`` and 1 of the largest, or are below
    1e-12 of it."""
    size = min(rows, n)
    U = np.linalg.qr(rng.standard_normal((rows, rows)))[0][:, :size]
    V = np.linalg.qr(rng.standard_normal((n, n)))[0][:, :size]
    spread = 10.0 ** rng.uniform(np.log10(smallest), 0.0, size)
    spread[:1] = 1.0
    spread[rank:] = rng.uniform(0.0, NOISE, size - rank) if rank else 0.0
    return 3.0 * (U * spread) @ V.T


def independent_rows(rng, rows, n):
    """Rows of which as many as fit are independent."""
    return rng.standard_normal((rows, n))


def dependent_rows(rng, rows, n):
    """Rows of which often some are combinations of others."""
    return matrix_of_rank(rng, rows, n, int(rng.integers(1, rows + 1)))


def random_hierarchy(seed, levels=3, largest=12, limited_rows=independent_rows):
    """Hard rows with a feasible point; levels with equality rows, limits or both, mostly rank
    deficient, in part on directions of higher levels, with weights."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, largest))
    inside = rng.standard_normal(n)
    me, mi = int(rng.integers(0, n // 3 + 1)), int(rng.integers(0, 2 * n))
    A = matrix_of_rank(rng, me, n, max(me - int(rng.integers(0, 2)), 0)) if me else None
    G = rng.standard_normal((mi, n))
    bounded = rng.random() < 0.5
    hard = HardRows(
        A,
        None if A is None else A @ inside,
        G,
        np.where(rng.random(mi) < 0.4, G @ inside - rng.uniform(0.0, 1.0, mi), -np.inf),
        G @ inside + rng.uniform(0.0, 1.0, mi) * (rng.random(mi) < 0.9),
        inside - rng.uniform(0.1, 2.0, n) if bounded else None,
        inside + rng.uniform(0.1, 2.0, n) if bounded else None,
    )
    above = [np.zeros((0, n))] if A is None else [A]
    made = []
    for number in range(levels):
        made.append(random_level(rng, f"level {number}", n, np.vstack(above), limited_rows))
        above.append(made[-1].A if made[-1].A.size else np.zeros((0, n)))
    return HierarchicalProblem(n, tuple(made), hard, rng.standard_normal(n))


def random_level(rng, name, n, above, limited_rows):
    """A level of random kind; some of its rows are combinations of rows above it."""
    kind = rng.choice(["equalities", "limits", "both"], p=[0.5, 0.25, 0.25])
    A = b = G = lower = upper = None
    weights = limit_weights = 1.0
    if kind != "limits":
        rows = int(rng.integers(1, max(2, n // 2)))
        A = matrix_of_rank(rng, rows, n, int(rng.integers(1, rows + 1)))
        if above.shape[0] and rng.random() < 0.5:
            mix = rng.standard_normal((1, above.shape[0])) @ above
            A = np.vstack((A, mix / max(np.linalg.norm(mix), 0.1)))
        b = 3.0 * rng.standard_normal(A.shape[0])
        weights = rng.uniform(0.3, 3.0, A.shape[0])
    if kind != "equalities":
        rows = int(rng.integers(1, n))
        G = limited_rows(rng, rows, n)
        middle = 2.0 * rng.standard_normal(rows)
        lower = np.where(rng.random(rows) < 0.5, middle - rng.uniform(0.0, 1.0, rows), -np.inf)
        upper = np.where(rng.random(rows) < 0.8, middle + rng.uniform(0.0, 1.0, rows), np.inf)
        limit_weights = rng.uniform(0.3, 3.0, rows)
    return Level(name, A, b, weights, G, lower, upper, limit_weights)


def successive_programs(problem):
    """Residuals and violations of each level, by one QP a level with Clarabel.

    What a level has reached is kept for the next one by equality rows (an orthonormal basis of
    what its rows span, by SVD) and by limits moved by the violations.
    """
    n, hard = problem.n, problem.hard
    equal, at = [hard.A.reshape(-1, n)], [hard.b]
    bounds = np.eye(n) if hard.lower_x.size else np.zeros((0, n))
    G = [bounds, hard.G.reshape(-1, n)]
    lower, upper = [hard.lower_x, hard.lower], [hard.upper_x, hard.upper]
    found = []
    for level in problem.levels:
        A, Gk = level.A.reshape(-1, n), level.G.reshape(-1, n)
        x = _one_level(
            level,
            n,
            (np.vstack(equal), np.concatenate(at)),
            (np.vstack(G), np.concatenate(lower), np.concatenate(upper)),
        )
        values = Gk @ x
        violation = values - np.clip(values, level.lower, level.upper)
        found.append((A @ x - level.b, violation))
        equal.append(A)
        at.append(A @ x)
        G.append(Gk)
        lower.append(level.lower + np.minimum(violation, 0.0))
        upper.append(level.upper + np.maximum(violation, 0.0))
    return found


def _one_level(level, n, equal, limited):
    """min ½ ‖W (A x − b)‖² + ½ ‖W_G v‖² over x and v."""
    A, G = level.A.reshape(-1, n), level.G.reshape(-1, n)
    k = G.shape[0]
    WA = level.weights[:, None] * A
    P = np.zeros((n + k, n + k))
    P[:n, :n] = WA.T @ WA
    P[n:, n:] = np.diag(level.limit_weights**2)
    q = np.concatenate((-WA.T @ (level.weights * level.b), np.zeros(k)))
    rows, values = orthonormal(*equal)
    above, below = np.isfinite(limited[2]), np.isfinite(limited[1])
    own_above, own_below = np.isfinite(level.upper), np.isfinite(level.lower)
    v = np.eye(k)
    stack = [
        np.hstack((rows, np.zeros((rows.shape[0], k)))),
        np.hstack((limited[0][above], np.zeros((above.sum(), k)))),
        np.hstack((-limited[0][below], np.zeros((below.sum(), k)))),
        np.hstack((G, -v))[own_above],
        np.hstack((-G, v))[own_below],
    ]
    right = np.concatenate(
        (
            values,
            limited[2][above],
            -limited[1][below],
            level.upper[own_above],
            -level.lower[own_below],
        )
    )
    cones = [
        clarabel.ZeroConeT(rows.shape[0]),
        clarabel.NonnegativeConeT(right.shape[0] - rows.shape[0]),
    ]
    data = csc_matrix(P), q, csc_matrix(np.vstack(stack)), right, cones
    return _clarabel(data)[:n]


def _clarabel(data):
    """The most exact answer that Clarabel stands by."""
    for tolerance in TOLERANCES:
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = tolerance
        settings.tol_infeas_abs = settings.tol_infeas_rel = 1e-14
        answer = clarabel.DefaultSolver(*data, settings).solve()
        if str(answer.status) in {"Solved", "AlmostSolved"}:
            return np.array(answer.x)
    raise NoReferenceError(f"the reference has no answer: {answer.status}")


def cost(level, residual, violation):
    """½ ‖W residual‖² + ½ ‖W_G violation‖²."""
    equal, limited = level.weights * residual, level.limit_weights * violation
    return 0.5 * float(equal @ equal + limited @ limited)


def orthonormal(rows, values):
    """The same equalities with orthonormal rows, dependent ones left out."""
    if not rows.shape[0]:
        return rows, values
    norm = np.linalg.norm(rows, axis=1)
    norm[norm == 0.0] = 1.0
    U, s, Vt = np.linalg.svd(rows / norm[:, None], full_matrices=False)
    rank = int((s > RANK_GAP * max(s[0], 1e-300)).sum())
    return Vt[:rank], (U[:, :rank].T @ (values / norm)) / s[:rank]
