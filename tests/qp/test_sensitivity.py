"""Rates at which the objective reacts to limits, against programs solved anew."""

import numpy as np
import pytest

from poise.errors import InfeasibleError, ProblemError
from poise.qp import QuadraticProgram, find_conflicts, load_backend, sensitivities
from qp.problems import (
    INF,
    ROBOTS,
    duplicated_contact,
    friction_cone_apex,
    oracle_program,
    strictly_convex,
)

# Central differences of a quadratic are exact; rounding of the objective over the step remains.
RELATIVE = 1e-4


def solve(problem):
    return load_backend("daqp").solve(problem)


def moved(problem, row, sensitivity, step):
    """The program with one limit relaxed by a step, tightened by a negative one."""
    lower, upper = problem.row_lower.copy(), problem.row_upper.copy()
    change = step if sensitivity.side == "upper" else -step
    if sensitivity.side == "upper" or sensitivity.equality:
        upper[row] += change
    if sensitivity.side == "lower" or sensitivity.equality:
        lower[row] += change
    return QuadraticProgram.trusted(
        (problem.H.copy(), problem.g.copy()), problem.rows.copy(), (lower, upper), problem.layout
    )


def rows_of(problem, found):
    """Index of each sensitivity's row; names are unique in these programs."""
    index = {problem.layout.row_name(row): row for row in range(problem.layout.row_count)}
    return [index[s.name] for s in found]


def rate(problem, row, sensitivity, step):
    """What the objective falls by per unit while the limit is relaxed by a step."""
    there = solve(moved(problem, row, sensitivity, step)).require().objective
    return (solve(problem).require().objective - there) / step


def derivative(problem, row, sensitivity, step):
    """The same by central difference: exact for a quadratic, while the active set stays."""
    gains = [solve(moved(problem, row, sensitivity, s)).require().objective for s in (-step, step)]
    return (gains[0] - gains[1]) / (2 * step)


@pytest.mark.parametrize("seed", range(10))
def test_constructed_multipliers_are_the_derivatives(seed):
    known = strictly_convex(seed)
    found = sensitivities(known.problem, solve(known.problem))
    assert all(s.exact for s in found)
    assert len(found) == 13  # three equalities and the ten limits that were chosen
    multipliers = np.concatenate((known.z_x, known.y, known.z))
    for row, s in zip(rows_of(known.problem, found), found, strict=True):
        assert s.gain_per_unit == pytest.approx(abs(multipliers[row]), rel=1e-6)
        assert s.side == ("upper" if multipliers[row] > 0 else "lower")
        assert derivative(known.problem, row, s, 1e-4) == pytest.approx(
            s.gain_per_unit, rel=RELATIVE
        )


@pytest.mark.parametrize("scene", ["reduced", "tsid"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_robots_multipliers_predict_the_objective(robot, scene):
    problem = oracle_program(robot, 0, scene, 1e-4)
    solution = solve(problem)
    found = sensitivities(problem, solution)
    seen = 0
    for row, s in zip(rows_of(problem, found), found, strict=True):
        if not s.exact or s.gain_per_unit == 0.0:
            continue
        # The objective, rounded to 1e-13 or so, must change by far more than that.
        step = min(1.0, 1e-6 * max(1.0, abs(solution.objective)) / s.gain_per_unit)
        while step > 1e-5 and not same_limits_met(problem, row, s, step):
            step /= 2
        if s.gain_per_unit * step < 1e-8 * max(1.0, abs(solution.objective)):
            continue
        assert derivative(problem, row, s, step) == pytest.approx(s.gain_per_unit, rel=RELATIVE)
        seen += 1
    assert seen >= len(found) / 2


def same_limits_met(problem, row, sensitivity, step):
    here = set(solve(problem).active)
    ends = [solve(moved(problem, row, sensitivity, s)).require() for s in (-step, step)]
    return all(set(end.active) == here for end in ends)


class TestApex:
    def test_bounds_are_the_one_sided_differences(self):
        problem = friction_cone_apex()
        found = sensitivities(problem, solve(problem))
        assert len(found) == 4
        for row, s in zip(rows_of(problem, found), found, strict=True):
            assert not s.exact
            assert s.lower < s.upper
            assert rate(problem, row, s, 1e-6) == pytest.approx(s.lower, rel=1e-4, abs=1e-6)
            assert rate(problem, row, s, -1e-6) == pytest.approx(s.upper, rel=1e-4, abs=1e-6)
            assert "to one side each" in s.text()

    @pytest.mark.parametrize("seed", range(20))
    def test_of_random_pyramids_they_bracket_every_one_sided_difference(self, seed):
        rng = np.random.default_rng(seed)
        n, faces = 3, int(rng.integers(4, 8))
        cone = np.column_stack((rng.standard_normal((faces, 2)), -np.ones(faces)))
        pull = cone.T @ rng.uniform(0.1, 1.0, faces)  # inside the normal cone: the apex is optimal
        problem = QuadraticProgram(
            0.1 * np.eye(n), -pull, C=cone, upper=np.zeros(faces), lower=np.full(faces, -INF)
        )
        found = sensitivities(problem, solve(problem))
        assert len(found) == faces
        for row, s in zip(rows_of(problem, found), found, strict=True):
            if s.upper < INF:
                assert rate(problem, row, s, -1e-6) == pytest.approx(s.upper, rel=1e-4, abs=1e-5)
            assert rate(problem, row, s, 1e-6) == pytest.approx(s.lower, rel=1e-4, abs=1e-5)
            assert 0.0 <= s.lower <= s.upper

    def test_rows_elsewhere_stay_exact(self):
        apex = friction_cone_apex()
        problem = QuadraticProgram(
            np.diag([0.01] * 3 + [1.0]),
            np.append(apex.g, -3.0),
            C=np.column_stack((apex.C, np.zeros(4))),
            upper=np.zeros(4),
            upper_x=[INF, INF, INF, 1.0],
        )
        found = {s.name: s for s in sensitivities(problem, solve(problem))}
        assert found["x[3]"].exact
        assert found["x[3]"].gain_per_unit == pytest.approx(2.0)
        assert not found["inequality[0]"].exact


class TestDependentRows:
    def test_the_same_limit_twice_gains_nothing_and_costs_all(self):
        problem = QuadraticProgram([[1.0]], [-3.0], C=[[1.0], [2.0]], upper=[1.0, 2.0])
        first, second = sensitivities(problem, solve(problem))
        assert (first.lower, first.upper) == (0.0, pytest.approx(2.0))
        assert (second.lower, second.upper) == (0.0, pytest.approx(1.0))

    def test_the_same_equality_twice_cannot_move(self):
        problem = duplicated_contact()
        found = sensitivities(problem, solve(problem))
        doubled = {6, 7, 8, 9, 10, 11, 18, 19, 20, 21, 22, 23}
        for s in found:
            if s.equality and int(s.name[9:-1]) in doubled:
                assert (s.lower, s.upper, s.exact) == (-INF, INF, False)
                assert "leaves no feasible point" in s.text()
            else:
                assert s.exact

    def test_a_point_without_room_can_only_be_relaxed(self):
        """x ≤ 0 and x ≥ 0 as two rows: relaxing one gains, tightening leaves nothing."""
        problem = QuadraticProgram(
            [[1.0]], [-3.0], C=[[1.0], [1.0]], lower=[-INF, 0.0], upper=[0.0, INF]
        )
        above, below = sensitivities(problem, solve(problem))
        assert (above.side, above.lower, above.upper) == ("upper", pytest.approx(3.0), INF)
        assert (below.side, below.lower, below.upper) == ("lower", 0.0, INF)
        shifted = moved(problem, problem.n + 1, below, -1e-3)
        assert find_conflicts(shifted)

    @pytest.mark.parametrize("way", [1.0, -1.0])
    def test_an_equality_is_named_by_the_side_to_which_it_can_move(self, way):
        """x = 0 beside x ≥ 0 (or ≤): it can only move up (or down), which costs 5 per unit."""
        lower, upper = ([0.0], [INF]) if way > 0 else ([-INF], [0.0])
        problem = QuadraticProgram([[1.0]], [5.0 * way], [[1.0]], [0.0], [[1.0]], lower, upper)
        equality = sensitivities(problem, solve(problem))[0]
        assert equality.side == ("upper" if way > 0 else "lower")
        assert (equality.lower, equality.upper) == (pytest.approx(-5.0), INF)
        assert "costs 5 per unit" in equality.text()
        assert rate(problem, 1, equality, 1e-6) == pytest.approx(-5.0, rel=1e-4)


class TestText:
    def test_an_equality_says_which_way(self):
        problem = QuadraticProgram([[1.0]], [-3.0], [[1.0]], [1.0], equality_names=("e",))
        (s,) = sensitivities(problem, solve(problem))
        assert s.text() == "e (= 1): raising it gains 2 per unit"

    def test_a_lower_limit(self):
        problem = QuadraticProgram([[1.0]], [3.0], lower_x=[-1.0], variable_names=("f",))
        (s,) = sensitivities(problem, solve(problem))
        assert s.text() == "f lower (≥ -1): relaxing it gains 2 per unit"


def test_a_limit_met_without_force_gains_nothing():
    problem = QuadraticProgram([[1.0]], [0.0], upper_x=[0.0])
    (s,) = sensitivities(problem, solve(problem))
    assert (s.lower, s.upper, s.exact) == (0.0, 0.0, True)


def test_a_program_without_solution_is_refused():
    problem = QuadraticProgram(
        [[1.0]], [0.0], C=[[1.0], [1.0]], lower=[1.0, -INF], upper=[INF, 0.0]
    )
    with pytest.raises(InfeasibleError):
        sensitivities(problem, solve(problem))


def test_the_solution_of_another_program_is_refused():
    solution = solve(QuadraticProgram([[1.0]], [0.0]))
    with pytest.raises(ProblemError, match="must be of this program"):
        sensitivities(QuadraticProgram(np.eye(2), [0.0, 0.0]), solution)
