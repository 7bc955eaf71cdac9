"""The damped null-space cascade against the exact solver, closed forms and the source's formula."""

import numpy as np
import pytest

from poise.errors import PoiseError
from poise.qp.hierarchy import (
    HardRows,
    HierarchicalProblem,
    Level,
    null_space_cascade,
    solve_hierarchy,
)
from qp import hierarchies


def random_levels(rng, n):
    """Three levels, of which the second repeats a row of the first and the third lacks rank."""
    A1, A2 = rng.normal(size=(3, n)), rng.normal(size=(3, n))
    A2[0] = A1[1]
    A3 = hierarchies.matrix_of_rank(rng, 4, n, 2)
    return tuple(
        Level(f"level {k}", A, rng.normal(size=len(A)), weights=rng.uniform(0.5, 2.0, len(A)))
        for k, A in enumerate((A1, A2, A3))
    )


@pytest.mark.parametrize("seed", range(30))
def test_without_damping_it_is_the_exact_hierarchy(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 14))
    problem = HierarchicalProblem(
        n,
        random_levels(rng, n),
        reference=rng.normal(size=n),
        reference_weights=rng.uniform(0.2, 5.0, n),
    )
    answer, exact = null_space_cascade(problem, np.inf), solve_hierarchy(problem)
    # Two ways to invert matrices of condition up to 1e3, twice over.
    np.testing.assert_allclose(answer.x, exact.x, atol=1e-8)
    for mine, other in zip(answer.levels, exact.levels, strict=True):
        np.testing.assert_allclose(mine.residual, other.residual, atol=1e-8)
        assert mine.damped == 0


@pytest.mark.parametrize("sigma", [1e-7, 0.01, 0.05, 0.06, 0.09, 0.1, 0.3, 2.0])
def test_one_row_is_damped_as_in_the_source(sigma):
    # Maciejewski and Klein, with the largest gain 10 of HierarchicalLSSolver, so n = 0.1.
    n = 0.1
    damping = n / 2 if sigma <= n / 2 else 0.0 if sigma >= n else np.sqrt(sigma * (n - sigma))
    problem = HierarchicalProblem(2, (Level("only", [[0.0, sigma]], [1.0]),))
    answer = null_space_cascade(problem)
    np.testing.assert_allclose(answer.x, [0.0, sigma / (sigma**2 + damping**2)], rtol=1e-12)
    assert answer.levels[0].damped == (damping > 0.0)


def test_no_direction_moves_further_than_the_largest_gain(rng):
    for exponent in np.linspace(-8.0, 1.0, 40):
        A = hierarchies.matrix_of_rank(rng, 3, 6, 3) * 10.0**exponent
        b = rng.normal(size=3)
        problem = HierarchicalProblem(6, (Level("only", A, b),))
        x = null_space_cascade(problem, 4.0).x
        assert np.linalg.norm(x) <= 4.0 * np.linalg.norm(b) * (1.0 + 1e-12)


def test_a_weak_direction_does_not_cut_a_strong_one_short():
    A, b = np.diag([2.0, 1e-4]), [1.0, 1.0]
    answer = null_space_cascade(HierarchicalProblem(2, (Level("only", A, b),)))
    assert answer.x[0] == pytest.approx(0.5, abs=1e-15)
    assert (answer.levels[0].rank, answer.levels[0].damped) == (2, 1)


def test_a_direction_that_was_cut_short_is_closed_to_lower_levels():
    # A stretched arm: the first level can hardly use x[1], the second would like to.
    high = Level("high", [[1.0, 0.0], [0.0, 1e-3]], [1.0, 1.0])
    low = Level("low", np.eye(2), [7.0, 7.0])
    alone = null_space_cascade(HierarchicalProblem(2, (high,)))
    both = null_space_cascade(HierarchicalProblem(2, (high, low)))
    np.testing.assert_array_equal(both.x, alone.x)
    assert both.levels[1].rank == 0


def test_lower_levels_do_not_disturb_higher_ones_near_a_singularity(rng):
    for _ in range(30):
        A = hierarchies.matrix_of_rank(rng, 4, 9, 4, smallest=1e-6)
        high = Level("high", A, rng.normal(size=4))
        low = Level("low", rng.normal(size=(7, 9)), 10.0 * rng.normal(size=7))
        alone = null_space_cascade(HierarchicalProblem(9, (high,)))
        both = null_space_cascade(HierarchicalProblem(9, (high, low)))
        np.testing.assert_allclose(
            both.levels[0].residual,
            alone.levels[0].residual,
            atol=1e-10,  # of numbers up to 100
        )


def test_a_heavier_variable_moves_less():
    problem = HierarchicalProblem(
        2, (Level("sum", [[1.0, 1.0]], [1.0]),), reference_weights=[1.0, 2.0]
    )
    # Least x₁² + 4 x₂² on x₁ + x₂ = 1.
    np.testing.assert_allclose(null_space_cascade(problem).x, [0.8, 0.2], atol=1e-14)


def test_hard_equalities_come_first_and_are_not_damped(rng):
    for _ in range(20):
        A, b = 1e-3 * rng.normal(size=(2, 7)), 1e-3 * rng.normal(size=2)
        level = Level("all", rng.normal(size=(4, 7)), rng.normal(size=4))
        problem = HierarchicalProblem(7, (level,), HardRows(A, b))
        answer = null_space_cascade(problem, 100.0)
        np.testing.assert_allclose(A @ answer.x, b, atol=1e-12)
        np.testing.assert_allclose(answer.hard_residual, 0.0, atol=1e-12)
        np.testing.assert_allclose(answer.x, solve_hierarchy(problem).x, atol=1e-8)


def test_rows_of_weight_zero_and_levels_without_rows_do_nothing():
    levels = (Level("none"), Level("zero", [[1.0]], [3.0], weights=0.0))
    answer = null_space_cascade(HierarchicalProblem(1, levels, reference=[2.0]))
    assert answer.x.tolist() == [2.0]
    assert answer.levels[1].residual.tolist() == [-1.0]


@pytest.mark.parametrize(
    ("problem", "gain", "message"),
    [
        (HierarchicalProblem(1, (Level("a", G=[[1.0]], upper=[0.0]),)), 1.0, "level 'a' has 1"),
        (HierarchicalProblem(1, (), HardRows(G=[[1.0]], upper=[0.0])), 1.0, "the hard rows have"),
        (HierarchicalProblem(1, (), HardRows(lower_x=[0.0])), 1.0, "the hard rows have"),
        (HierarchicalProblem(1, ()), 0.0, "largest_gain must be > 0"),
    ],
)
def test_what_it_cannot_do_is_said(problem, gain, message):
    with pytest.raises(PoiseError, match=message):
        null_space_cascade(problem, gain)
