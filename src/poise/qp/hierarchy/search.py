"""The optimum of one level: a known working set, a backend's guess, or a descent."""

from __future__ import annotations

import numpy as np

from poise.qp.backends.backend import Backend
from poise.qp.hierarchy.descent import Outcome, corrected, descended
from poise.qp.hierarchy.guess import guessed
from poise.qp.hierarchy.stage import Sides, Stage


def optimum_of(
    stage: Stage, backend: Backend, known: Sides | None = None, *, feasible: bool = True
) -> Outcome:
    """Find the optimum of a stage.

    Args:
        stage: The stage.
        backend: Who guesses the working set.
        known: The working set of an earlier, similar stage.
        feasible: Whether y = 0 fulfils the hard rows; if not, there may be no optimum.
    """
    tries = 0
    if known is None and not stage.F.shape[0]:
        known = np.empty(0, dtype=np.int8)
    if known is not None:
        outcome = corrected(stage, known, _RESUMPTIONS)
        tries += outcome.tries
        if outcome.found:
            return outcome
    sides = guessed(stage, backend)
    if sides is None:
        sides = np.zeros(stage.F.shape[0], dtype=np.int8)
    outcome = corrected(stage, sides)
    tries += outcome.tries
    if feasible and not outcome.found:
        outcome = descended(stage)
        tries += outcome.tries
    return outcome._replace(tries=tries)


_RESUMPTIONS = 2
"""Working sets tried before the backend is asked; more cost more than asking."""
