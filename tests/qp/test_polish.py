import numpy as np
import pytest

from poise.qp.polish import polish
from poise.qp.residuals import evaluate, residuals
from poise.qp.working_set import EQUALITY, FREE, LOWER, UPPER, with_right_signs
from qp.problems import duplicated_contact, friction_cone_apex, oracle_program, strictly_convex
from qp.tolerances import CONSTRUCTED


def _disturbed(known, size, seed=0):
    rng = np.random.default_rng(seed)
    multipliers = np.concatenate((known.z_x, known.y, known.z))
    # Interior-point like: only rows that bear something are disturbed, and not through zero.
    multipliers = multipliers * (1.0 + size * rng.uniform(-1, 1, len(multipliers)))
    return evaluate(known.problem, known.x + size * rng.uniform(-1, 1, len(known.x)), multipliers)


@pytest.mark.parametrize("size", [0.0, 1e-9, 1e-6, 1e-3])
@pytest.mark.parametrize("seed", range(10))
def test_polish_finds_the_exact_solution_from_a_rough_one(seed, size):
    known = strictly_convex(seed)
    point = polish(known.problem, _disturbed(known, size))
    expected = np.concatenate((known.z_x, known.y, known.z))
    assert point.x == pytest.approx(known.x, abs=CONSTRUCTED)
    assert point.multipliers == pytest.approx(expected, abs=CONSTRUCTED)


@pytest.mark.parametrize("seed", range(10))
def test_a_row_missing_from_the_guess_is_added(seed):
    known = strictly_convex(seed)
    start = _disturbed(known, 0.0)
    row = int(np.flatnonzero(known.z)[0])
    multipliers = start.multipliers.copy()
    multipliers[known.problem.n + len(known.y) + row] = 0.0
    point = polish(known.problem, evaluate(known.problem, known.x, multipliers))
    assert point.x == pytest.approx(known.x, abs=CONSTRUCTED)


@pytest.mark.parametrize("seed", range(10))
def test_a_row_wrongly_in_the_guess_is_dropped(seed):
    known = strictly_convex(seed)
    problem = known.problem
    start = _disturbed(known, 0.0)
    first = problem.n + len(known.y)
    idle = np.flatnonzero((known.z == 0.0) & np.isfinite(problem.upper))[0]
    multipliers = start.multipliers.copy()
    multipliers[first + idle] = 100.0
    point = polish(problem, evaluate(problem, known.x, multipliers))
    assert point.x == pytest.approx(known.x, abs=CONSTRUCTED)


def test_all_rows_of_a_cone_may_be_active_at_its_apex():
    problem = friction_cone_apex()
    point = polish(problem, evaluate(problem, np.zeros(3), np.r_[np.zeros(3), np.full(4, 2.0)]))
    assert residuals(problem, point).within()
    assert np.abs(point.x).max() < CONSTRUCTED
    assert (point.multipliers[3:] >= 0.0).all()


def test_duplicated_equalities_are_no_obstacle():
    problem = duplicated_contact()
    start = evaluate(problem, np.zeros(problem.n), np.zeros(problem.layout.row_count))
    single = oracle_program("talos", 0, "reduced", 1e-4)
    from poise.qp import load_backend

    expected = load_backend().solve(single).require()
    n, me = single.n, len(single.b)
    multipliers = np.zeros(problem.layout.row_count)
    multipliers[: n + me] = expected.multipliers[: n + me]
    multipliers[n + me + 6 :] = expected.multipliers[n + me :]
    point = polish(problem, evaluate(problem, expected.x + 1e-4, multipliers))
    assert residuals(problem, point).within()
    # Condition of H 1e8 on top of rounding 1e-16.
    assert point.x == pytest.approx(expected.x, abs=1e-7)
    assert start.x.max() == 0.0


def test_the_starting_point_is_not_changed():
    known = strictly_convex(0)
    start = _disturbed(known, 1e-3)
    x, multipliers = start.x.copy(), start.multipliers.copy()
    polish(known.problem, start)
    assert np.array_equal(start.x, x)
    assert np.array_equal(start.multipliers, multipliers)


def test_a_hopeless_start_ends_after_a_bounded_number_of_corrections():
    problem = oracle_program("talos", 0, "reduced", 1e-8)
    start = evaluate(problem, np.zeros(problem.n), np.zeros(problem.layout.row_count))
    point = polish(problem, start)
    assert point is not None
    assert np.isfinite(point.x).all()


def test_small_multipliers_of_the_wrong_sign_become_zero():
    sides = np.array([UPPER, UPPER, LOWER, LOWER, EQUALITY, FREE], dtype=np.int8)
    multipliers = np.array([1.0, -1e-16, -1.0, 1e-16, -2.0, 0.0])
    found = with_right_signs(multipliers, sides)
    assert found.tolist() == [1.0, 0.0, -1.0, 0.0, -2.0, 0.0]
    assert with_right_signs(found, sides) is found
