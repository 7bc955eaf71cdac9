import numpy as np
import pytest

from poise.qp import QpStatus, QuadraticProgram
from poise.qp.presolve import dependent_equalities, with_equalities, without_equalities
from poise.qp.raw import RawAnswer
from qp.problems import duplicated_contact, strictly_convex


def test_independent_rows_are_all_kept():
    assert dependent_equalities(strictly_convex(0).problem) == []
    assert dependent_equalities(QuadraticProgram(np.eye(2), [0, 0])) == []


def test_as_many_rows_are_dropped_as_are_dependent():
    assert len(dependent_equalities(duplicated_contact())) == 6
    program = QuadraticProgram(np.eye(2), [0, 0], [[1, 0], [0, 0], [0, 3], [1, 1]], [1, 0, 3, 2])
    dropped = dependent_equalities(program)
    assert len(dropped) == 2
    assert 1 in dropped


def test_the_reduced_program_has_the_other_rows_and_their_names():
    program = QuadraticProgram(
        np.eye(2), [0, 0], [[1, 0], [0, 1]], [4, 5], [[1, 1]], [0], equality_names=("a", "b")
    )
    reduced = without_equalities(program, [0])
    assert reduced.equality_names == ("b",)
    assert reduced.b.tolist() == [5.0]
    assert np.array_equal(reduced.C, program.C)


def test_dropped_rows_bear_nothing():
    program = duplicated_contact()
    dropped = dependent_equalities(program)
    short = np.arange(1.0, program.layout.row_count - len(dropped) + 1)
    raw = with_equalities(program, RawAnswer(QpStatus.SOLVED, np.zeros(1), short), dropped)
    assert raw.multipliers[[program.n + row for row in dropped]].tolist() == [0.0] * 6
    assert raw.multipliers[raw.multipliers != 0.0] == pytest.approx(short)
