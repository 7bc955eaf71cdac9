"""Proofs of contradictions: vertices, whatever the linear program gave."""

import numpy as np
import pytest

from poise.qp import QuadraticProgram
from poise.qp.farkas import _vertex, least_move, least_sum_violations
from poise.qp.row_sides import RowSides
from qp.conflicts import infeasible_program
from qp.tolerances import ROUNDING


def two_conflicts():
    """x ≤ 0 against x ≥ 1, and y ≤ 0 against y ≥ 3; the sides are in this order: ≤, ≤, ≥, ≥."""
    return RowSides.of(
        QuadraticProgram(
            np.eye(2), [0, 0], C=np.eye(2), lower=[1.0, 3.0], upper=[9, 9], upper_x=[0, 0]
        )
    )


def test_weights_of_two_conflicts_end_at_the_larger_one():
    sides = two_conflicts()
    members = np.array([0, 1, 4, 5])  # the bounds, and the lower limits of the rows
    assert sides.limits[members].tolist() == [0.0, 0.0, -1.0, -3.0]
    proof = _vertex(sides, members, np.full(4, 0.25))
    assert proof.members.tolist() == [1, 5]
    assert proof.weights == pytest.approx([0.5, 0.5])
    assert proof.amount == pytest.approx(1.5)


@pytest.mark.parametrize("seed", range(20))
def test_weights_inside_the_set_of_proofs_end_at_a_vertex(seed):
    """The mean of several proofs is a proof without being irreducible."""
    sides = RowSides.of(infeasible_program(seed).problem)
    rng = np.random.default_rng(seed)
    weights = np.zeros(sides.rows.size)
    for _ in range(5):
        found = least_move(sides, rng.uniform(0.2, 5.0, weights.size)).weights
        weights += found / found.sum()
    members = (weights > 1e-9).nonzero()[0]
    proof = _vertex(sides, members, weights[members])
    rows = sides.matrix[proof.members]
    assert np.linalg.matrix_rank(rows, tol=1e-9) == len(rows) - 1
    assert np.abs(proof.weights @ rows).max() < ROUNDING
    before = -(weights[members] @ sides.limits[members]) / weights[members].sum()
    assert proof.amount >= before * (1 - 1e-9)


def test_the_least_sum_of_violations_leaves_one_limit_of_each_conflict():
    violations = least_sum_violations(two_conflicts())
    assert sorted(violations[violations > 0]) == pytest.approx([1.0, 3.0])


def test_a_move_is_infinite_if_the_limit_cannot_help():
    sides = two_conflicts()
    assert least_move(sides, np.eye(len(sides.rows))[0]).amount == np.inf
