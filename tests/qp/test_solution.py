import copy
import pickle

import numpy as np
import pytest

from poise.errors import BackendError, InfeasibleError
from poise.qp import ActiveRow, QpStatus, QuadraticProgram, load_backend
from qp.problems import friction_cone_apex, no_way_to_stand, strictly_convex


def test_every_status_is_a_sentence_with_advice():
    for status in QpStatus:
        assert status.value[0].isupper()
        assert status.value.endswith(".")


def test_require_returns_a_solved_solution():
    solution = load_backend().solve(strictly_convex(0).problem)
    assert solution.require() is solution


def test_require_names_the_worst_rows_of_an_infeasible_program():
    solution = load_backend().solve(no_way_to_stand())
    assert solution.status is QpStatus.INFEASIBLE
    with pytest.raises(InfeasibleError, match=r"'base\[2\]' by \d") as raised:
        solution.require()
    for row in solution.violated[:5]:
        assert repr(row.name) in str(raised.value)
    amounts = [row.violation for row in solution.violated]
    assert amounts == sorted(amounts, reverse=True)


def test_require_raises_for_an_unbounded_program():
    with pytest.raises(BackendError, match="falls without end"):
        load_backend().solve(QuadraticProgram(np.diag([1.0, 0.0]), [0.0, -1.0])).require()


def test_active_rows_have_names_and_sides():
    problem = QuadraticProgram(
        np.eye(2),
        [-5.0, 5.0],
        C=[[1.0, 0.0]],
        upper=[1.0],
        lower_x=[-9.0, -2.0],
        variable_names=("a", "b"),
        inequality_names=("friction",),
    )
    solution = load_backend().solve(problem).require()
    assert solution.active == (ActiveRow("b", "lower"), ActiveRow("friction", "upper"))
    assert solution.z[0] > 0.0
    assert solution.z_x[1] < 0.0


def test_rows_at_their_limit_are_active_even_without_a_multiplier():
    solution = load_backend().solve(friction_cone_apex()).require()
    assert len(solution.active) == 4


def test_parts_of_the_multipliers_have_their_own_names():
    known = strictly_convex(2)
    solution = load_backend().solve(known.problem).require()
    stack = np.concatenate((solution.z_x, solution.y, solution.z))
    assert np.array_equal(stack, solution.multipliers)
    assert len(solution.y) == len(known.y)


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))])
def test_copies_hold_the_same_answer(clone):
    solution = load_backend().solve(strictly_convex(0).problem)
    other = clone(solution)
    assert other.status is solution.status
    assert np.array_equal(other.x, solution.x)
    assert other.active == solution.active
    assert other.residuals == solution.residuals


def test_answers_are_read_only():
    solution = load_backend().solve(strictly_convex(0).problem)
    for array in (solution.x, solution.y, solution.z, solution.z_x, solution.sides):
        assert not array.flags.writeable
