import math

import numpy as np
import pytest

from poise.qp import KktResiduals, KktTolerances, QuadraticProgram
from poise.qp.residuals import evaluate, objective, residuals
from qp.problems import INF, strictly_convex
from qp.tolerances import ROUNDING


def _residuals(problem, x, z_x=(), y=(), z=()):
    multipliers = np.concatenate((z_x if len(z_x) else np.zeros(problem.n), y, z))
    return residuals(problem, evaluate(problem, np.array(x, dtype=float), multipliers))


@pytest.mark.parametrize("seed", range(5))
def test_a_constructed_solution_has_no_residual(seed):
    known = strictly_convex(seed)
    found = _residuals(known.problem, known.x, known.z_x, known.y, known.z)
    assert found.within(KktTolerances(ROUNDING, ROUNDING, ROUNDING, ROUNDING, ROUNDING))


def test_equality_is_judged_relative_to_its_scale():
    problem = QuadraticProgram(np.eye(1), [0], [[2.0]], [0.0], equality_scale=[4.0])
    assert _residuals(problem, [3.0], y=[0.0]).equality == pytest.approx(6.0 / 4.0)


@pytest.mark.parametrize(
    ("upper", "x", "expected"),
    [
        (0.0, [0.5, 0.0], 0.5),  # max(1, 0, 0.5) = 1
        (10.0, [12.0, 0.0], 2.0 / 12.0),  # the product is larger than the limit
        (100.0, [51.0, 50.0], 1.0 / 100.0),
        (0.0, [300.0, -299.0], 1.0 / 300.0),  # large numbers cancelling
    ],
)
def test_inequality_is_relative_to_the_numbers_in_the_row(upper, x, expected):
    problem = QuadraticProgram(np.eye(2), [0, 0], C=[[1.0, 1.0]], lower=[-1e5], upper=[upper])
    assert _residuals(problem, x, z=[0.0]).inequality == pytest.approx(expected)


def test_violated_bounds_count_as_inequalities():
    problem = QuadraticProgram(np.eye(1), [0], lower_x=[2.0])
    assert _residuals(problem, [1.0]).inequality == pytest.approx(0.5)


def test_a_multiplier_on_an_absent_limit_is_a_wrong_sign():
    problem = QuadraticProgram(np.eye(1), [0], C=[[1.0]], upper=[1.0])
    assert _residuals(problem, [1.0], z=[-3.0]).dual_sign == pytest.approx(3.0)
    assert _residuals(problem, [1.0], z=[3.0]).dual_sign == 0.0


def test_a_multiplier_on_a_slack_row_is_a_gap():
    problem = QuadraticProgram(np.eye(1), [0], C=[[1.0]], lower=[-5.0], upper=[1.0])
    assert _residuals(problem, [0.5], z=[3.0]).gap == pytest.approx(1.5)
    assert _residuals(problem, [0.5], z=[-3.0]).gap == pytest.approx(16.5)


def test_a_point_flung_far_away_fails_without_a_warning():
    problem = QuadraticProgram(np.eye(1), [0], C=[[1.0]], lower=[-5.0], upper=[1.0])
    found = _residuals(problem, [1e200], z=[1e200])
    loose = KktTolerances(*[1e-3] * 5)
    assert not found.within(loose)


def test_dual_residual_is_the_gradient_of_the_lagrangian():
    known = strictly_convex(3)
    problem = known.problem
    rng = np.random.default_rng(3)
    x, multipliers = rng.standard_normal(problem.n), rng.standard_normal(problem.layout.row_count)

    def lagrangian(x):
        values = np.concatenate((x, problem.A @ x, problem.C @ x))
        return 0.5 * x @ problem.H @ x + problem.g @ x + multipliers @ values

    step = 1e-6
    slope = [
        (lagrangian(x + step * e) - lagrangian(x - step * e)) / (2 * step)
        for e in np.eye(problem.n)
    ]
    point = evaluate(problem, x, multipliers)
    # Central differences of a quadratic are exact but for rounding / step, 1e-16 · 1e3 / 1e-6.
    assert point.stationarity == pytest.approx(np.array(slope), abs=1e-6)
    assert objective(problem, point) == pytest.approx(0.5 * x @ problem.H @ x + problem.g @ x)


def test_nan_is_never_within_the_bar():
    broken = KktResiduals(0.0, 0.0, math.nan, 0.0, 0.0)
    assert not broken.within()
    assert math.isnan(broken.worst())
    assert not KktResiduals(0.0, 0.0, INF, 0.0, 0.0).within()


def test_worst_is_the_largest_multiple_of_its_tolerance():
    found = KktResiduals(1e-8, 3e-7, 2e-6, 0.0, 0.0, gradient=2.0)
    assert found.worst() == pytest.approx(3.0)
    assert not found.within()
