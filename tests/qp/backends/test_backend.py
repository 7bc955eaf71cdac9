"""The contract of every backend, run for each one installed."""

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest

from poise.qp import KktTolerances, QpStatus, QuadraticProgram, load_backend
from poise.qp.backends.daqp import Daqp
from poise.qp.feasibility import LeastViolation
from poise.qp.raw import RawAnswer
from qp.problems import (
    BACKENDS,
    INF,
    ROBOTS,
    contradictory_rows,
    duplicated_contact,
    friction_cone_apex,
    no_way_to_stand,
    oracle_program,
    strictly_convex,
)
from qp.tolerances import AGREEMENT, CONSTRUCTED, EIGHT_DECIMALS, SAME

T = np.array(
    [
        [0.642, 0.706, 0.565, 0.48, 0.59, 0.917],
        [0.553, 0.087, 0.43, 0.71, 0.148, 0.87],
        [0.249, 0.632, 0.711, 0.13, 0.426, 0.963],
        [0.682, 0.123, 0.998, 0.716, 0.961, 0.901],
        [0.891, 0.019, 0.716, 0.534, 0.725, 0.633],
        [0.315, 0.551, 0.462, 0.221, 0.638, 0.244],
    ]
)
Y = np.array([0.833, 0.096, 0.078, 0.971, 0.883, 0.366])
EYE = np.eye(6)
NOTHING = np.zeros(6)


@pytest.fixture(params=BACKENDS)
def backend(request):
    return load_backend(request.param)


def _solved(backend, problem):
    solution = backend.solve(problem).require()
    assert solution.residuals.within()
    assert solution.residuals.dual_sign == 0.0
    assert solution.backend == backend.name
    return solution


@pytest.mark.parametrize("seed", range(20))
def test_constructed_solutions_and_multipliers_are_found(backend, seed):
    known = strictly_convex(seed)
    solution = _solved(backend, known.problem)
    assert solution.x == pytest.approx(known.x, abs=CONSTRUCTED)
    assert solution.y == pytest.approx(known.y, abs=CONSTRUCTED)
    assert solution.z == pytest.approx(known.z, abs=CONSTRUCTED)
    assert solution.z_x == pytest.approx(known.z_x, abs=CONSTRUCTED)


# The 6×6 least squares problem of ARC-OPT WBC's solver tests; numbers from an independent solver.


def test_least_squares_without_limits(backend):
    x = _solved(backend, QuadraticProgram(T.T @ T, -T.T @ Y)).x
    known = (0.0570578, -1.07000761, -3.82707394, -0.74856864, 3.71566404, 2.05143098)
    # Printed with seven or eight decimals.
    assert x == pytest.approx(np.array(known), abs=6e-8)
    assert x == pytest.approx(np.linalg.solve(T, Y), abs=AGREEMENT)


def test_least_norm_with_equalities(backend):
    x = _solved(backend, QuadraticProgram(EYE, NOTHING, T, Y)).x
    assert x == pytest.approx(np.linalg.solve(T, Y), abs=AGREEMENT)


def test_least_squares_with_bounds(backend):
    bound = np.full(6, 0.4)
    solution = _solved(backend, QuadraticProgram(T.T @ T, -T.T @ Y, lower_x=-bound, upper_x=bound))
    known = (0.4, 0.0881067, 0.32027736, 0.36478245, 0.4, -0.4)
    assert solution.x == pytest.approx(np.array(known), abs=6e-8)
    assert solution.objective == pytest.approx(-1.17827767, abs=EIGHT_DECIMALS)
    assert np.linalg.norm(T @ solution.x - Y) == pytest.approx(0.45729604, abs=EIGHT_DECIMALS)
    assert [tuple(row) for row in solution.active] == [
        ("x[0]", "upper"),
        ("x[4]", "upper"),
        ("x[5]", "lower"),
    ]


def test_least_norm_within_two_sided_rows(backend):
    problem = QuadraticProgram(EYE, NOTHING, C=T, lower=Y - 0.1, upper=Y + 0.1)
    solution = _solved(backend, problem)
    known = (0.70401602, -0.44859456, -1.59893759, -0.5377185, 1.83125079, 0.74023569)
    assert solution.x == pytest.approx(np.array(known), abs=6e-8)
    assert len(solution.active) == 6


FEW_ROWS = {
    "no limits": QuadraticProgram(T.T @ T + EYE, Y),
    "one variable": QuadraticProgram([[2.0]], [-3.0], upper_x=[1.0]),
    "equalities only": QuadraticProgram(T.T @ T + EYE, Y, T[:3], Y[:3]),
    "lower limits only": QuadraticProgram(EYE, Y, C=T, lower=Y),
    "upper limits only": QuadraticProgram(EYE, -Y, C=T, upper=Y - 2.0),
    "lower bounds only": QuadraticProgram(EYE, Y, lower_x=np.full(6, -0.01)),
    "infinite limits": QuadraticProgram(
        EYE, Y, C=T[:2], lower=[-INF, -INF], upper=[INF, -1.0], lower_x=np.full(6, -INF)
    ),
    "row of zeros": QuadraticProgram(EYE, Y, C=np.zeros((1, 6)), lower=[-1.0], upper=[1.0]),
    "equality as inequality": QuadraticProgram(EYE, Y, C=T[:2], lower=Y[:2], upper=Y[:2]),
    "fixed variable": QuadraticProgram(EYE, Y, lower_x=np.ones(6), upper_x=np.ones(6)),
    "linear cost": QuadraticProgram(np.zeros((6, 6)), Y - 0.5, lower_x=NOTHING, upper_x=Y),
    "flat direction, limited": QuadraticProgram(np.diag([1.0, 0]), [1.0, 1.0], lower_x=[-3, -2]),
    "large numbers": QuadraticProgram(1e8 * EYE, 1e9 * Y, lower_x=-np.ones(6)),
    "small numbers": QuadraticProgram(1e-8 * EYE, 1e-9 * Y, lower_x=np.full(6, -0.05)),
    "equality twice": QuadraticProgram(EYE, Y, np.vstack((T[:3], T[:3])), np.r_[Y[:3], Y[:3]]),
    "equality of zeros": QuadraticProgram(EYE, Y, np.zeros((1, 6)), [0.0]),
    "apex of a cone": friction_cone_apex(),
    "contact twice": duplicated_contact(),
}


@pytest.mark.parametrize("name", FEW_ROWS)
def test_unusual_programs_are_solved(backend, name):
    _solved(backend, FEW_ROWS[name])


def test_unusual_programs_have_the_answers_that_can_be_read_off(backend):
    assert _solved(backend, FEW_ROWS["one variable"]).x == pytest.approx([1.0])
    assert _solved(backend, FEW_ROWS["fixed variable"]).x == pytest.approx(np.ones(6))
    assert np.abs(_solved(backend, friction_cone_apex()).x).max() < CONSTRUCTED
    linear = _solved(backend, FEW_ROWS["linear cost"]).x
    assert linear == pytest.approx(np.where(Y < 0.5, Y, 0.0), abs=CONSTRUCTED)
    flat = _solved(backend, FEW_ROWS["flat direction, limited"]).x
    assert flat == pytest.approx([-1.0, -2.0], abs=CONSTRUCTED)


INFEASIBLE = {
    "two rows": QuadraticProgram(
        np.eye(2), [0, 0], C=[[1.0, 0], [1.0, 0]], lower=[1, -INF], upper=[INF, 0]
    ),
    "two rows, nearly": QuadraticProgram(
        np.eye(2), [0, 0], C=[[1.0, 0], [1.0, 0]], lower=[1e-3, -INF], upper=[INF, 0]
    ),
    "two equalities": QuadraticProgram(np.eye(2), [0, 0], [[1.0, 0], [1.0, 0]], [0.0, 1.0]),
    "equality of zeros": QuadraticProgram(np.eye(2), [0, 0], [[0.0, 0]], [1.0]),
    "equality and bounds": QuadraticProgram(
        np.eye(2), [1, 1], [[1.0, 1.0]], [10.0], lower_x=[-1, -1], upper_x=[1, 1]
    ),
    **{f"rows {gap:g}": contradictory_rows(1, gap) for gap in (1.0, 1e-2, 1e-4)},
    **{f"{robot} without force": no_way_to_stand(robot) for robot in ROBOTS},
}


@pytest.mark.parametrize("name", INFEASIBLE)
def test_infeasible_programs_are_called_infeasible(backend, name):
    solution = backend.solve(INFEASIBLE[name])
    assert solution.status is QpStatus.INFEASIBLE
    assert not solution.solved
    assert solution.violated
    assert np.isfinite(solution.x).all()


@pytest.mark.parametrize(
    "problem",
    [
        QuadraticProgram(np.diag([1.0, 0.0]), [0.0, -1.0]),
        QuadraticProgram(np.diag([1.0, 0.0]), [0.0, -1.0], C=[[1.0, 1.0]], lower=[-5.0]),
        QuadraticProgram(np.zeros((2, 2)), [-1.0, 1.0], [[1.0, 1.0]], [1.0]),
    ],
)
def test_a_cost_without_end_is_called_unbounded(backend, problem):
    assert backend.solve(problem).status is QpStatus.UNBOUNDED


@pytest.mark.parametrize("curvature", [-1.0, -1e-3, -1e-6])
def test_a_cost_that_curves_downwards_is_never_called_solved(backend, curvature):
    H = np.diag([1.0, curvature])
    problem = QuadraticProgram(H, [0.0, 0.0], lower_x=[-1, -1], upper_x=[1, 1])
    assert backend.solve(problem).status is QpStatus.FAILED


@pytest.mark.parametrize("seed", range(5))
def test_warm_starts_do_not_change_the_answer(backend, seed):
    known = strictly_convex(seed)
    problem = known.problem
    other = QuadraticProgram(
        problem.H,
        problem.g + 0.3 * np.random.default_rng(seed).standard_normal(problem.n),
        *(problem.A, problem.b, problem.C, problem.lower, problem.upper),
        *(problem.lower_x, problem.upper_x),
    )
    cold = _solved(backend, problem)
    warm = backend.solve(problem, backend.solve(other).require()).require()
    same = backend.solve(problem, cold).require()
    assert warm.x == pytest.approx(cold.x, abs=CONSTRUCTED)
    assert same.x == pytest.approx(cold.x, abs=CONSTRUCTED)


@pytest.mark.parametrize("robot", ROBOTS)
def test_a_warm_start_from_another_state_of_a_robot_does_no_harm(backend, robot):
    first = backend.solve(oracle_program(robot, 0, "reduced", 1e-4)).require()
    problem = oracle_program(robot, 1, "reduced", 1e-4)
    warm, cold = backend.solve(problem, first).require(), backend.solve(problem).require()
    assert warm.x == pytest.approx(cold.x, abs=AGREEMENT)


@pytest.mark.parametrize("name", ["daqp", "proxqp", "osqp"])
def test_a_warm_start_saves_iterations_where_there_is_one(name):
    if name not in BACKENDS:
        pytest.skip(f"{name} is not installed")
    backend = load_backend(name)
    problem = oracle_program("g1", 1, "reduced", 1e-4)
    cold = backend.solve(problem).require()
    assert backend.solve(problem, cold).require().iterations < cold.iterations


def test_a_warm_start_with_another_layout_is_ignored(backend):
    problem = strictly_convex(0).problem
    for other in (strictly_convex(0, n=17).problem, strictly_convex(0, equalities=4).problem):
        warm = backend.solve(problem, backend.solve(other).require()).require()
        assert np.array_equal(warm.x, backend.solve(problem).x)


def test_a_useless_warm_start_is_survived(backend):
    known = strictly_convex(4)
    solution = backend.solve(known.problem).require()
    wrong = replace(solution, x=solution.x * 1e6, multipliers=-1e3 * solution.multipliers)
    assert backend.solve(known.problem, wrong).require().x == pytest.approx(
        known.x, abs=CONSTRUCTED
    )


def test_solving_twice_gives_the_same_bits(backend):
    problem = oracle_program("g1", 1, "reduced", 1e-4)
    first = backend.solve(problem)
    backend.solve(strictly_convex(0).problem)
    assert np.abs(backend.solve(problem).x - first.x).max() == SAME


def test_the_program_is_not_changed(backend):
    problem = oracle_program("g1", 0, "reduced", 1e-4)
    before = pickle.dumps(problem)
    backend.solve(problem)
    assert pickle.dumps(problem) == before


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))])
def test_copies_of_a_used_backend_solve_alike(backend, clone):
    problem = strictly_convex(0).problem
    solution = backend.solve(problem)
    assert np.array_equal(clone(backend).solve(problem).x, solution.x)


def test_nothing_is_printed(backend, capfd):
    for problem in (*FEW_ROWS.values(), *INFEASIBLE.values()):
        backend.solve(problem)
    backend.solve(QuadraticProgram(np.diag([1.0, -1.0]), [0.0, 0.0]))
    assert capfd.readouterr() == ("", "")


# The verdict is ours. A package that says anything at all is played by replacing DAQP's call.


def _saying(monkeypatch, *answers):
    said = list(answers)
    monkeypatch.setattr(Daqp, "_solve", lambda *_: said.pop(0) if len(said) > 1 else said[0])
    return load_backend("daqp")


KNOWN = strictly_convex(7)
RIGHT = np.concatenate((KNOWN.z_x, KNOWN.y, KNOWN.z))


def test_nan_is_failed_whatever_the_package_says(monkeypatch):
    x = KNOWN.x.copy()
    x[2] = np.nan
    backend = _saying(monkeypatch, RawAnswer(QpStatus.SOLVED, x, RIGHT.copy()))
    solution = backend.solve(KNOWN.problem)
    assert solution.status is QpStatus.FAILED
    assert np.isnan(solution.x).all()


def test_a_bad_answer_called_solved_is_inaccurate(monkeypatch):
    monkeypatch.setattr("poise.qp.judge.polish", lambda *_: None)
    backend = _saying(monkeypatch, RawAnswer(QpStatus.SOLVED, KNOWN.x + 1e-3, RIGHT.copy()))
    solution = backend.solve(KNOWN.problem)
    assert solution.status is QpStatus.INACCURATE
    assert not solution.residuals.within()
    assert not solution.polished


def test_a_good_answer_called_infeasible_is_solved(monkeypatch):
    backend = _saying(monkeypatch, RawAnswer(QpStatus.INFEASIBLE, KNOWN.x + 1e-4, RIGHT.copy()))
    solution = backend.solve(KNOWN.problem)
    assert solution.status is QpStatus.SOLVED
    assert solution.polished
    assert solution.raw_residuals.worst() > 1.0 > solution.residuals.worst()


def test_infeasible_is_not_said_without_a_proof(monkeypatch):
    nowhere = LeastViolation(KNOWN.x + 5.0, converged=False)
    monkeypatch.setattr("poise.qp.judge.least_violation", lambda *_: nowhere)
    backend = _saying(monkeypatch, RawAnswer(QpStatus.INFEASIBLE))
    assert backend.solve(KNOWN.problem).status is QpStatus.FAILED


def test_a_feasible_program_called_infeasible_without_an_answer_is_failed(monkeypatch):
    backend = _saying(monkeypatch, RawAnswer(QpStatus.INFEASIBLE))
    assert backend.solve(KNOWN.problem).status is QpStatus.FAILED


def test_a_bounded_program_called_unbounded_is_not(monkeypatch):
    raw = RawAnswer(QpStatus.UNBOUNDED, 1e9 * KNOWN.x, 1e9 * RIGHT)
    monkeypatch.setattr("poise.qp.judge.polish", lambda *_: None)
    assert _saying(monkeypatch, raw).solve(KNOWN.problem).status is QpStatus.FAILED


def test_an_infeasible_program_called_solved_is_infeasible(monkeypatch):
    problem = INFEASIBLE["two rows"]
    backend = _saying(monkeypatch, RawAnswer(QpStatus.SOLVED, np.zeros(2), np.zeros(4)))
    assert backend.solve(problem).status is QpStatus.INFEASIBLE


def test_a_failed_warm_start_is_followed_by_a_cold_one(monkeypatch):
    # The package is to be asked, although the working set is known.
    monkeypatch.setattr("poise.qp.backends.backend.resumed", lambda *_: None)
    good = load_backend("daqp").solve(KNOWN.problem).require()
    backend = _saying(
        monkeypatch,
        RawAnswer(QpStatus.INFEASIBLE, iterations=3),
        RawAnswer(QpStatus.SOLVED, KNOWN.x.copy(), RIGHT.copy(), iterations=4),
    )
    solution = backend.solve(KNOWN.problem, good)
    assert solution.status is QpStatus.SOLVED
    assert solution.iterations == 7


def test_a_polish_that_makes_things_worse_is_not_used(monkeypatch):
    from poise.qp.residuals import evaluate

    worse = evaluate(KNOWN.problem, KNOWN.x + 1.0, RIGHT.copy())
    monkeypatch.setattr("poise.qp.judge.polish", lambda *_: worse)
    backend = _saying(monkeypatch, RawAnswer(QpStatus.SOLVED, KNOWN.x.copy(), RIGHT.copy()))
    solution = backend.solve(KNOWN.problem)
    assert solution.status is QpStatus.SOLVED
    assert not solution.polished
    assert solution.residuals == solution.raw_residuals


def test_an_iteration_limit_is_reported(monkeypatch):
    monkeypatch.setattr("poise.qp.judge.polish", lambda *_: None)
    raw = RawAnswer(QpStatus.ITERATION_LIMIT, KNOWN.x + 0.1, RIGHT.copy())
    assert _saying(monkeypatch, raw).solve(KNOWN.problem).status is QpStatus.ITERATION_LIMIT


def test_the_bar_is_the_one_agreed():
    assert KktTolerances() == KktTolerances(
        equality=1e-8, inequality=1e-7, dual=1e-6, dual_sign=1e-9, gap=1e-7
    )
