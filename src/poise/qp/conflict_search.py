"""Disjoint conflicts among the limits of a program, small ones first.

Several conflicts at once allow many mixtures of them, and the proof of the largest violation is
often one. So first the limits are found that must give way for the rest to hold: those missed
where the *sum* of all violations is least (the elastic filter of Chinneck & Dravnieks, ORSA J.
Computing 3(2), 1991). With all but one of them left out, that one takes part in every conflict
there is, which keeps the conflicts apart.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from poise.qp.farkas import Proof, irreducible_proof, least_sum_violations
from poise.qp.row_sides import RowSides

_LEAST_AMOUNT = 1e-7
"""Violation of a normalised row from which a program is infeasible at all; a hundred times what
the linear programs leave as rounding."""

_LEAST_FURTHER = 1e-5
"""The same for conflicts beside others: what looks like a small one may be a neighbour of a large
one, and LP packages with their own row scaling decide at 1e-7."""

_MAX_CULPRITS = 20
"""Limits looked at in one round; the rest has its turn in the next one."""


def disjoint_proofs(sides: RowSides) -> Iterator[tuple[RowSides, Proof]]:
    """Members and proofs of irreducible conflicts, none with a member of another.

    What is left after the last one can hold, to 1e-5 of a normalised row; if there is none, all
    limits can, to 1e-7.

    Raises:
        BackendError: A linear program could not be solved.
    """
    left, any_found = sides, False
    while True:
        proofs = _separate(left)
        if not proofs:
            least = _LEAST_FURTHER if any_found else _LEAST_AMOUNT
            whole = irreducible_proof(left)
            if whole is None or whole.amount < least:
                return
            proofs = [whole]
        taken: set[int] = set()
        gone = np.zeros(left.rows.size, dtype=bool)
        for proof in sorted(proofs, key=lambda p: (p.members.size, -p.amount)):
            if taken.isdisjoint(proof.members.tolist()):
                alike = left.same_members(proof.members)
                taken.update(alike.nonzero()[0].tolist())
                gone |= alike
                yield left.take(proof.members), proof
        left, any_found = left.take(~gone), True


def _separate(sides: RowSides) -> list[Proof]:
    """One conflict for each limit that must give way, with the others of that kind left out."""
    violations = least_sum_violations(sides)
    culprits = (violations >= _LEAST_FURTHER).nonzero()[0]
    proofs = []
    for culprit in culprits[np.argsort(-violations[culprits], kind="stable")][:_MAX_CULPRITS]:
        kept = _all_but(violations.size, culprits, int(culprit))
        proof = irreducible_proof(sides.take(kept))
        if proof is not None and proof.amount >= _LEAST_FURTHER:
            proofs.append(Proof(kept[proof.members], proof.weights, proof.amount))
    return proofs


def _all_but(count: int, culprits: NDArray[np.intp], culprit: int) -> NDArray[np.intp]:
    kept = np.ones(count, dtype=bool)
    kept[culprits] = False
    kept[culprit] = True
    return kept.nonzero()[0]
