"""Solving from the working set of the tick before: the same answer without asking a backend."""

import numpy as np
import pytest

import wbc_oracle as oracle
from poise.qp import QpStatus, QuadraticProgram, load_backend


def moved(problem, other, share):
    """Between two programs of one layout, as between two ticks."""
    between = [
        (1.0 - share) * getattr(problem, name) + share * getattr(other, name)
        for name in ("H", "g", "A", "b", "C")
    ]
    limits = []
    for name in ("lower", "upper", "lower_x", "upper_x"):
        one, two = getattr(problem, name), getattr(other, name)
        mixed = np.array(one)
        both = np.isfinite(one) & np.isfinite(two)
        mixed[both] = (1.0 - share) * one[both] + share * two[both]
        limits.append(mixed)
    return QuadraticProgram(*between, *limits)


@pytest.fixture(scope="module")
def programs():
    """Stored programs of one robot at two states, with a force regulariser that is meant."""
    found = []
    for stored in oracle.load("qp", "talos")[:2]:
        qp = {name: np.array(value) for name, value in stored["reduced"].items()}
        H = qp["H"] + (1e-4 - 1e-8) * np.eye(len(qp["g"]))
        infinite = 9e3  # their own idea of infinity: 1e4 and 1e5
        low, high = (np.where(np.abs(v) > infinite, s * np.inf, v) for v, s in
                     ((qp["lower_y"], -1), (qp["upper_y"], 1)))  # fmt: skip
        found.append(QuadraticProgram(H, qp["g"], qp["A"], qp["b"], qp["C"], low, high))
    return found


def test_along_a_motion_the_answers_are_those_of_cold_solves(programs):
    backend = load_backend("daqp")
    before, asked = None, 0
    for share in np.linspace(0.0, 1.0, 101):
        problem = moved(*programs, share)
        warm = backend.solve(problem, before).require()
        cold = backend.solve(problem).require()
        # Both are exact but for rounding; q̈ of some 10 rad/s² keep nine digits.
        np.testing.assert_allclose(warm.x, cold.x, atol=1e-7, rtol=1e-9)
        asked += warm.iterations > 0
        before = warm
    assert asked <= 10, "the working set changes a few times between the two states"


def test_the_backend_is_not_asked_where_the_working_set_holds(programs, monkeypatch):
    backend = load_backend("daqp")
    first = backend.solve(programs[0]).require()

    def never(*_):
        raise AssertionError("asked")

    monkeypatch.setattr(type(backend), "_solve", never)
    again = backend.solve(moved(*programs, 1e-4), first).require()
    assert again.iterations == 0
    assert np.isnan(again.raw_residuals.worst())
    assert again.residuals.within()


def test_a_program_that_became_infeasible_is_not_called_solved(programs):
    backend = load_backend("daqp")
    problem = programs[0]
    first = backend.solve(problem).require()
    low = np.array(problem.lower_x)
    low[-4] = 1e5  # the normal force of one foot, far above what the torques allow
    impossible = QuadraticProgram(
        problem.H, problem.g, problem.A, problem.b, problem.C, problem.lower, problem.upper, low
    )
    assert backend.solve(impossible, first).status is QpStatus.INFEASIBLE


def test_limits_that_vanish_or_turn_into_equalities_do_no_harm(programs):
    backend = load_backend("daqp")
    problem = programs[0]
    first = backend.solve(problem).require()
    upper, lower = np.array(problem.upper), np.array(problem.lower)
    held = int(np.argmax(first.z))
    assert first.z[held] > 0
    lower[held] = upper[held]
    upper[(held + 1) % upper.size] = np.inf
    changed = QuadraticProgram(problem.H, problem.g, problem.A, problem.b, problem.C, lower, upper)
    warm, cold = backend.solve(changed, first).require(), backend.solve(changed).require()
    np.testing.assert_allclose(warm.x, cold.x, atol=1e-7, rtol=1e-9)
