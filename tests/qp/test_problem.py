import copy
import pickle

import numpy as np
import pytest

from poise.errors import ProblemError
from poise.qp import QpLayout, QuadraticProgram
from qp.problems import INF, strictly_convex

EYE = np.eye(2)
ROW = np.array([[1.0, 0.0]])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (((), ()), "at least one entry"),
        ((np.eye(3), [0, 0]), r"H must have shape \(2, 2\)"),
        (([[1, 2], [3, 4]], [0, 0]), "symmetric"),
        (([[1, np.nan], [np.nan, 1]], [0, 0]), r"H\[0, 1\] is nan"),
        ((EYE, [0, INF]), r"g\[1\] is inf"),
        ((EYE, [[0, 0]]), "g must have 1 dimension"),
        ((EYE, ["a", "b"]), "array of numbers"),
        ((EYE, [0, 0], np.ones((1, 3)), [1]), "A must have 2 columns"),
        ((EYE, [0, 0], ROW), "b must have 1 entries"),
        ((EYE, [0, 0], None, [1]), "b must have 0 entries"),
        ((EYE, [0, 0], ROW, [INF]), r"b\[0\] is inf"),
        ((EYE, [0, 0], None, None, ROW, [0, 0]), r"lower must have shape \(1,\)"),
        ((EYE, [0, 0], None, None, ROW, [np.nan]), r"lower\[0\] is nan"),
        ((EYE, [0, 0], None, None, ROW, [INF]), r"lower\[0\] is inf"),
        ((EYE, [0, 0], None, None, ROW, None, [-INF]), r"upper\[0\] is -inf"),
        ((EYE, [0, 0], None, None, ROW, [1], [0]), r"'inequality\[0\]', 1, is above"),
        ((EYE, [0, 0], None, None, None, None, None, [0, 2], [1, 1]), r"'x\[1\]', 2, is above"),
    ],
)
def test_matrices_that_do_not_fit_are_refused(arguments, words):
    with pytest.raises(ProblemError, match=words):
        QuadraticProgram(*arguments)


def test_wrong_number_of_names_and_impossible_scales_are_refused():
    with pytest.raises(ProblemError, match="variable_names must be 2 names, got 1"):
        QuadraticProgram(EYE, [0, 0], variable_names=("a",))
    with pytest.raises(ProblemError, match="equality_scale"):
        QuadraticProgram(EYE, [0, 0], ROW, [1], equality_scale=[0.0])


def test_rounding_asymmetry_is_averaged_away():
    H = EYE.copy()
    H[0, 1] = 1e-15
    program = QuadraticProgram(H, [0, 0])
    assert (program.H == program.H.T).all()


def test_arrays_are_copies_and_read_only():
    H = np.eye(2)
    program = QuadraticProgram(H, [0, 0], ROW, [1])
    H[0, 0] = 5.0
    assert program.H[0, 0] == 1.0
    for array in (program.H, program.g, program.A, program.b, program.rows, program.row_lower):
        assert not array.flags.writeable


def test_absent_limits_are_infinite_and_absent_rows_empty():
    program = QuadraticProgram(EYE, [0, 0], C=ROW)
    assert program.A.shape == (0, 2)
    assert (program.row_lower == -INF).all()
    assert (program.row_upper == INF).all()


def test_names_have_defaults_and_are_kept():
    program = QuadraticProgram(EYE, [0, 0], ROW, [1], ROW, inequality_names=("friction",))
    assert program.variable_names == ("x[0]", "x[1]")
    assert program.equality_names == ("equality[0]",)
    assert [program.layout.row_name(i) for i in range(4)] == [
        "x[0]",
        "x[1]",
        "equality[0]",
        "friction",
    ]


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))])
def test_copies_hold_the_same_numbers_and_stay_read_only(clone):
    program = strictly_convex(0).problem
    other = clone(program)
    for name in ("H", "g", "A", "b", "C", "lower", "upper", "lower_x", "upper_x"):
        assert np.array_equal(getattr(other, name), getattr(program, name))
        assert not getattr(other, name).flags.writeable
    assert other.layout == program.layout


def test_the_trusted_way_builds_the_same_program():
    program = strictly_convex(1).problem
    other = QuadraticProgram.trusted(
        (program.H, program.g),
        program.rows,
        (program.row_lower, program.row_upper),
        QpLayout(program.variable_names, program.equality_names, program.inequality_names),
    )
    for name in ("A", "b", "C", "lower", "upper", "lower_x", "upper_x", "equality_scale"):
        assert np.array_equal(getattr(other, name), getattr(program, name))
