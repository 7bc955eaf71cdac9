"""Strict hierarchies against one interior-point program after the other, and closed forms."""

import re
from pathlib import Path

import numpy as np
import pytest

from poise.errors import DefinitionError, InfeasibleError, PoiseError
from poise.qp.hierarchy import (
    HardRows,
    HierarchicalProblem,
    HierarchyStatus,
    Level,
    solve_hierarchy,
)
from qp import hierarchies

# The interior-point reference is right to 1e-8 where its programs have an interior; what it
# keeps of higher levels leaves them hardly any, so that 1e-7 of its numbers is what it is good for.
AGREEMENT = 1e-6
# Of a level's optimum by the levels below it.
UNDISTURBED = 1e-8
PAGE = Path(__file__).parents[2] / "docs" / "hierarchy.md"


@pytest.mark.parametrize("block", range(10))
def test_random_hierarchies_agree_with_successive_programs(block):
    solved = 0
    for seed in range(50 * block, 50 * block + 50):
        problem = hierarchies.random_hierarchy(seed)
        solution = solve_hierarchy(problem)
        assert solution.solved, f"seed {seed}: {solution.status.value}"
        for level, (residual, violation) in zip(
            solution.levels, hierarchies.successive_programs(problem), strict=True
        ):
            label = f"seed {seed}, {level.name}"
            np.testing.assert_allclose(level.residual, residual, atol=AGREEMENT, err_msg=label)
            np.testing.assert_allclose(level.violation, violation, atol=AGREEMENT, err_msg=label)
            assert level.disturbance < UNDISTURBED, label
        solved += 1
    assert solved == 50


def test_where_limits_depend_on_each_other_the_reference_is_never_better():
    # They leave the programs of the reference without interior, and it is then off by a lot more
    # than its tolerance; but what it finds is feasible, so that its cost is a bound.
    compared = 0
    for seed in range(120):
        problem = hierarchies.random_hierarchy(seed, limited_rows=hierarchies.dependent_rows)
        solution = solve_hierarchy(problem)
        assert solution.solved, f"seed {seed}: {solution.status.value}"
        try:
            reference = hierarchies.successive_programs(problem)
        except hierarchies.NoReferenceError:
            continue
        compared += 1
        for level, result, (residual, violation) in zip(
            problem.levels, solution.levels, reference, strict=True
        ):
            ours = hierarchies.cost(level, result.residual, result.violation)
            theirs = hierarchies.cost(level, residual, violation)
            assert ours <= theirs + AGREEMENT * (1.0 + theirs), f"seed {seed}, {level.name}"
            assert result.disturbance < UNDISTURBED
            if ours < theirs - AGREEMENT * (1.0 + theirs):
                break  # what the reference makes of lower levels is under other conditions
    assert compared > 110


def test_the_random_hierarchies_are_hard_ones():
    acting = deficient = 0
    for seed in range(100):
        problem = hierarchies.random_hierarchy(seed)
        acting += bool(solve_hierarchy(problem).acting)
        deficient += any(
            level.A.size
            and np.linalg.matrix_rank(level.A, rtol=hierarchies.RANK_GAP) < level.A.shape[0]
            for level in problem.levels
        )
    assert acting > 60
    assert deficient > 40


def test_of_what_all_levels_leave_open_the_point_nearest_to_the_reference_is_taken(rng):
    for _ in range(20):
        A = hierarchies.matrix_of_rank(rng, 3, 8, 2)
        b, reference = rng.normal(size=3), rng.normal(size=8)
        x = solve_hierarchy(HierarchicalProblem(8, (Level("only", A, b),), reference=reference)).x
        # Closed form: the least-squares point of least distance.
        nearest = reference + np.linalg.pinv(A, rcond=1e-9) @ (b - A @ reference)
        np.testing.assert_allclose(x, nearest, atol=1e-9)


def test_two_levels_are_a_null_space_projection(rng):
    # Siciliano and Slotine: x = A⁺ b + (A2 N)⁺ (b2 − A2 A⁺ b), N = 1 − A⁺ A.
    for _ in range(20):
        A, b = rng.normal(size=(3, 9)), rng.normal(size=3)
        A2, b2 = rng.normal(size=(4, 9)), rng.normal(size=4)
        first = np.linalg.pinv(A) @ b
        N = np.eye(9) - np.linalg.pinv(A) @ A
        expected = first + np.linalg.pinv(A2 @ N, rcond=1e-9) @ (b2 - A2 @ first)
        levels = (Level("one", A, b), Level("two", A2, b2))
        x = solve_hierarchy(HierarchicalProblem(9, levels)).x
        np.testing.assert_allclose(x, expected, atol=1e-9)


def test_a_lower_level_of_any_weight_takes_nothing():
    high = Level("high", [[1.0, 0.0]], [1.0])
    low = Level("low", [[1.0, 0.0], [0.0, 1.0]], [5.0, 2.0], weights=1e6)
    x = solve_hierarchy(HierarchicalProblem(2, (high, low))).x
    np.testing.assert_allclose(x, [1.0, 2.0], atol=1e-9)


def test_weights_count_within_a_level_and_act_squared():
    level = Level("both", [[1.0], [1.0]], [0.0, 1.0], weights=[1.0, 3.0])
    # d/dx (x² + 9 (x − 1)²) = 0 at x = 0.9.
    assert solve_hierarchy(HierarchicalProblem(1, (level,))).x[0] == pytest.approx(0.9, abs=1e-12)


def test_limits_of_a_level_give_way_to_a_higher_level_only():
    high = Level("high", [[1.0]], [3.0])
    limit = Level("limit", G=[[1.0]], upper=[2.0])
    above = solve_hierarchy(HierarchicalProblem(1, (high, limit)))
    below = solve_hierarchy(HierarchicalProblem(1, (limit, high)))
    assert above.x[0] == pytest.approx(3.0)
    assert above.level("limit").violation[0] == pytest.approx(1.0)
    assert below.x[0] == pytest.approx(2.0)
    assert below.level("high").residual[0] == pytest.approx(-1.0)
    assert [(a.name, a.side, a.level) for a in below.acting] == [
        ("limit.limit[0]", "upper", "high")
    ]


def test_a_warm_start_gives_the_same_answer_in_fewer_tries():
    for seed in range(30):
        problem = hierarchies.random_hierarchy(seed)
        cold = solve_hierarchy(problem)
        warm = solve_hierarchy(problem, cold)
        np.testing.assert_allclose(warm.x, cold.x, atol=1e-8)
        assert warm.iterations <= cold.iterations


def test_contradicting_hard_rows_are_an_outcome_that_names_them():
    hard = HardRows(G=[[1.0], [1.0]], lower=[1.0, -np.inf], upper=[np.inf, 0.0])
    solution = solve_hierarchy(HierarchicalProblem(1, (Level("any", [[1.0]], [0.0]),), hard))
    assert solution.status is HierarchyStatus.INFEASIBLE
    assert {row.name for row in solution.violated} == {"hard.limit[0]", "hard.limit[1]"}
    with pytest.raises(InfeasibleError, match=r"hard\.limit"):
        solution.require()


def test_a_solved_answer_is_required_without_complaint_and_levels_are_found_by_name():
    solution = solve_hierarchy(HierarchicalProblem(1, (Level("only", [[2.0]], [1.0]),)))
    assert solution.require() is solution
    assert solution.level("only").cost == pytest.approx(0.0, abs=1e-18)
    with pytest.raises(DefinitionError, match=r"no level 'onyl'.*only"):
        solution.level("onyl")


def test_the_example_of_the_page_comes_out_as_it_says():
    [code] = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    names = {}
    exec(code, names)  # noqa: S102 — our own page
    solution = names["solution"]
    # x₁ + x₂ = 3 with x₁ ≤ 2 leaves x₂ ≥ 1, half a unit above the elbow's limit.
    np.testing.assert_allclose(solution.x, [2.0, 1.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(solution.level("elbow").violation, [0.5], atol=1e-12)
    assert [(limit.name, limit.level) for limit in solution.acting] == [("x[0]", "elbow")]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Level("a", [[1.0, np.nan]], [0.0]), "A of level 'a'"),
        (lambda: Level("a", [[1.0]], [0.0, 1.0]), "b of level 'a' must have 1 entries"),
        (lambda: Level("a", [[1.0]], [0.0], weights=-1.0), "weight of row"),
        (
            lambda: Level("a", G=[[1.0]], lower=[2.0], upper=[1.0]),
            r"lower limit of 'a\.limit\[0\]' of level 'a', 2,",
        ),
        (lambda: Level("a", [[1.0]], [0.0], G=[[1.0, 2.0]], upper=[0.0]), "same number of columns"),
        (lambda: HierarchicalProblem(2, (Level("a", [[1.0]], [0.0]),)), "must have 2 columns"),
        (
            lambda: HierarchicalProblem(1, (Level("a", [[1.0]], [0.0]),) * 2),
            "'a' is there twice",
        ),
        (lambda: HierarchicalProblem(0, ()), "n, the number of variables"),
        (lambda: HierarchicalProblem(2, (), HardRows(lower_x=[0.0])), "2 entries"),
        (lambda: HierarchicalProblem(2, (), reference=[1.0]), "reference must have 2"),
        (lambda: HierarchicalProblem(1, (), reference_weights=0.0), "reference_weights"),
    ],
)
def test_wrong_numbers_are_named(make, message):
    with pytest.raises(PoiseError, match=message):
        make()
