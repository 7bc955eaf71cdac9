"""Whether the hard rows of a hierarchy can hold, against linear programs by HiGHS."""

import numpy as np
import pytest
from scipy.optimize import linprog

from poise.qp.hierarchy import (
    HardRows,
    HierarchicalProblem,
    HierarchyStatus,
    Level,
    solve_hierarchy,
)


def random_degenerate_hierarchy(seed):
    """Small whole numbers: repeated, opposite and zero rows, vertices in which many limits meet;
    about half of the hard rows contradict each other, some of them by 1e-3 only."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 12))
    me, mi = int(rng.integers(0, n // 2 + 1)), int(rng.integers(n, 4 * n))
    A, G = rng.integers(-2, 3, (me, n)), rng.integers(-2, 3, (mi, n))
    if rng.random() < 0.3:
        G[mi // 2 :] = -G[: mi - mi // 2]
    inside = rng.integers(-2, 3, n)
    upper = (G @ inside + rng.integers(0, 2, mi)).astype(float)
    lower = np.where(rng.random(mi) < 0.3, upper - rng.integers(0, 3, mi), -np.inf)
    if rng.random() < 0.4:
        row = rng.integers(mi)
        upper[row] -= rng.choice([1e-3, 0.5, 3.0])
        lower[row] = -np.inf
    bounds = [inside - rng.integers(0, 2, n), inside + rng.integers(0, 2, n)]
    hard = HardRows(
        A, A @ inside, G, lower, upper, *(bounds if rng.random() < 0.5 else (None, None))
    )
    levels = []
    for number in range(3):
        rows, limits = int(rng.integers(1, n + 1)), int(rng.integers(0, 4))
        levels.append(
            Level(
                f"level {number}",
                rng.integers(-1, 2, (rows, n)),
                rng.integers(-3, 4, rows),
                G=rng.integers(-1, 2, (limits, n)),
                upper=rng.integers(-2, 3, limits),
            )
        )
    return HierarchicalProblem(n, tuple(levels), hard)


def can_hold(problem):
    """Whether some point fulfils the hard rows, by HiGHS."""
    hard, n = problem.hard, problem.n
    below = np.isfinite(hard.lower)
    bounds = list(zip(hard.lower_x, hard.upper_x, strict=True)) or (None, None)
    return (
        linprog(
            np.zeros(n),
            np.vstack((hard.G, -hard.G[below])),
            np.concatenate((hard.upper, -hard.lower[below])),
            hard.A.reshape(-1, n) if hard.b.size else None,
            hard.b if hard.b.size else None,
            bounds,
            method="highs",
        ).status
        == 0
    )


@pytest.mark.parametrize("block", range(4))
def test_exactly_what_a_linear_program_can_fulfil_is_solved(block):
    outcomes = []
    for seed in range(100 * block, 100 * block + 100):
        problem = random_degenerate_hierarchy(seed)
        solution = solve_hierarchy(problem)
        expected = HierarchyStatus.SOLVED if can_hold(problem) else HierarchyStatus.INFEASIBLE
        assert solution.status is expected, f"seed {seed}"
        assert bool(solution.violated) == (not solution.solved), f"seed {seed}"
        if solution.solved:
            again = solve_hierarchy(problem, solution)
            # The same working sets, or others of the same degenerate point.
            np.testing.assert_allclose(again.x, solution.x, atol=1e-9, err_msg=f"seed {seed}")
        outcomes.append(solution.solved)
    assert 20 < sum(outcomes) < 80


@pytest.mark.parametrize(
    "hard",
    [
        HardRows([[1.0, 1.0], [2.0, 2.0]], [1.0, 3.0]),
        HardRows([[0.0, 0.0]], [1.0]),
        HardRows(G=[[0.0, 0.0]], upper=[-1.0]),
        HardRows([[1.0, 0.0]], [2.0], upper_x=[1.0, np.inf]),
        HardRows(G=[[1.0, -1.0], [1.0, -1.0]], lower=[1.0, 2.0], upper=[1.0, 2.0]),
    ],
    ids=["equalities", "zero equality", "zero row", "equality and bound", "equal limits"],
)
def test_every_kind_of_contradiction_is_infeasible(hard):
    for levels in ((), (Level("any", np.eye(2), [0.5, 0.5]),)):
        solution = solve_hierarchy(HierarchicalProblem(2, levels, hard))
        assert solution.status is HierarchyStatus.INFEASIBLE
        assert solution.violated


def test_of_contradicting_limits_the_middle_is_returned():
    hard = HardRows(G=[[1.0], [1.0]], lower=[1.0, -np.inf], upper=[np.inf, 0.0])
    solution = solve_hierarchy(HierarchicalProblem(1, (Level("any", [[1.0]], [9.0]),), hard))
    # Least ½ (1 − x)² + ½ x².
    assert solution.x[0] == pytest.approx(0.5, abs=1e-12)
