import numpy as np
import pytest

from poise.qp import QuadraticProgram
from poise.qp.unboundedness import falling_direction
from qp.problems import ROBOTS, strictly_convex, tsid_program
from qp.tolerances import ROUNDING

FLAT = np.diag([1.0, 0.0, 0.0])


@pytest.mark.parametrize(
    "limits",
    [
        {},
        {"C": [[1.0, 1.0, 0.0]], "lower": [-5.0]},
        {"A": [[0.0, 1.0, 1.0]], "b": [1.0]},
        {"lower_x": [-1.0, -1.0, -1.0], "upper_x": [1.0, np.inf, np.inf]},
    ],
)
def test_a_direction_without_end_is_found_and_is_one(limits):
    problem = QuadraticProgram(FLAT, [0.0, -1.0, 0.5], **limits)
    direction = falling_direction(problem)
    assert problem.g @ direction < 0.0
    assert np.abs(problem.H @ direction).max() < ROUNDING
    assert np.abs(problem.A @ direction).max(initial=0.0) < ROUNDING
    far = direction * 1e6
    assert (problem.C @ far >= np.where(np.isfinite(problem.lower), -1e-6, -np.inf)).all()
    assert (far >= np.where(np.isfinite(problem.lower_x), -1e-6, -np.inf)).all()
    assert (far <= np.where(np.isfinite(problem.upper_x), 1e-6, np.inf)).all()


@pytest.mark.parametrize(
    "limits",
    [
        {"upper_x": [9.0, 9.0, 9.0], "lower_x": [-9.0, -9.0, -9.0]},
        {"C": [[0.0, 1.0, -0.5]], "upper": [3.0]},
        {"A": [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], "b": [1.0, 1.0]},
    ],
)
def test_none_is_found_where_rows_end_every_fall(limits):
    assert falling_direction(QuadraticProgram(FLAT, [3.0, -1.0, 0.5], **limits)) is None


def test_a_flat_cost_without_slope_is_bounded():
    assert falling_direction(QuadraticProgram(FLAT, [1.0, 0.0, 0.0])) is None
    assert falling_direction(QuadraticProgram(FLAT, [0.0, 0.0, 0.0])) is None


@pytest.mark.parametrize("robot", ROBOTS)
def test_a_tiny_regulariser_is_enough_to_be_bounded(robot):
    assert falling_direction(tsid_program(robot, 1)[0]) is None
    assert falling_direction(strictly_convex(0).problem) is None


def test_what_curves_least_still_ends_the_fall():
    # The regulariser 1e-8 beside a weight of 1e4: minimum at 100 along the second axis.
    problem = QuadraticProgram(np.diag([1e4, 1e-8]), [0.0, -1e-6])
    assert falling_direction(problem) is None
