import numpy as np
import pytest

from poise.qp import QuadraticProgram
from poise.qp.feasibility import least_violation
from poise.qp.residuals import evaluate, relative_violations
from qp.problems import ROBOTS, contradictory_rows, no_way_to_stand, oracle_program, strictly_convex
from qp.tolerances import CONSTRUCTED


def _worst(problem, x):
    point = evaluate(problem, x, np.zeros(problem.layout.row_count))
    return relative_violations(problem, point).max()


def test_the_least_violation_of_two_opposed_limits_is_halfway():
    problem = QuadraticProgram(np.eye(1), [0], C=[[1.0], [1.0]], lower=[3.0, -9], upper=[9.0, 1.0])
    found = least_violation(problem)
    assert found.converged
    # φ is flat there: its rounding, 1e-16, hides shifts of its square root.
    assert found.x == pytest.approx([2.0], abs=1e-7)


@pytest.mark.parametrize("seed", range(10))
def test_a_feasible_program_has_a_point_without_violation(seed):
    problem = strictly_convex(seed).problem
    found = least_violation(problem, np.full(problem.n, 100.0))
    assert found.converged
    assert _worst(problem, found.x) < CONSTRUCTED


@pytest.mark.parametrize("scene", ["reduced", "tsid"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_robots_that_can_stand_are_found_feasible(robot, scene):
    problem = oracle_program(robot, 0, scene, 1e-8)
    found = least_violation(problem)
    # Rows in newtons reach 1e3: rounding of their sums is 1e-12.
    assert _worst(problem, found.x) < 1e-8


@pytest.mark.parametrize("gap", [1.0, 1e-2, 1e-4])
@pytest.mark.parametrize("seed", range(5))
def test_violations_at_the_least_point_prove_that_there_is_no_better_one(seed, gap):
    problem = contradictory_rows(seed, gap)
    found = least_violation(problem)
    assert found.converged
    norm = np.linalg.norm(problem.C, axis=1)
    excess = np.maximum(problem.C @ found.x - problem.upper, 0.0) / norm
    combination = (excess / norm) @ problem.C
    assert excess.max() > 0.0
    assert np.abs(combination).max() < 1e-6 * excess.max()  # Farkas: the rows cancel …
    assert (excess / norm) @ problem.upper < 0.0  # … and their limits do not


@pytest.mark.parametrize("robot", ROBOTS)
def test_a_robot_without_enough_force_is_found_infeasible(robot):
    problem = no_way_to_stand(robot)
    found = least_violation(problem)
    assert found.converged
    assert _worst(problem, found.x) > 1e-2
