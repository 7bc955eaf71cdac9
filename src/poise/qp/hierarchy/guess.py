"""A guess of a stage's working set, by any QP backend."""

from __future__ import annotations

import numpy as np

from poise.errors import BackendError
from poise.qp.backends.backend import Backend
from poise.qp.hierarchy.stage import Sides, Stage
from poise.qp.hierarchy.tolerances import PROXIMAL
from poise.qp.layout import QpLayout
from poise.qp.problem import QuadraticProgram
from poise.qp.residuals import evaluate
from poise.qp.working_set import guess


def guessed(stage: Stage, backend: Backend) -> Sides | None:
    """The rows at which a backend's answer holds; None if it has no answer.

    The stage becomes a strictly convex program: each soft row gets a slack variable, and the
    directions without cost a little curvature. What that falsifies is put right afterwards.
    """
    m, h, s = stage.m, stage.hard_count, stage.soft_weights.shape[0]
    C = stage.C * stage.weights[:, None]
    H = np.zeros((m + s, m + s))
    H[:m, :m] = C.T.dot(C)
    diagonal = H.reshape(-1)[:: m + s + 1]
    heaviest = max(float(diagonal[:m].max()), float((stage.soft_weights**2).max(initial=0.0)))
    diagonal[:m] += PROXIMAL * (heaviest or 1.0)
    diagonal[m:] = 1.0
    g = np.zeros(m + s)
    g[:m] = -(stage.weights * stage.target).dot(C)
    rows = np.zeros((h + s, m + s))
    rows[:, :m] = stage.F
    rows[h + np.arange(s), m + np.arange(s)] = -1.0 / stage.soft_weights
    absent = np.full(m + s, np.inf)
    lower, upper = np.concatenate((-absent, stage.lower)), np.concatenate((absent, stage.upper))
    layout = QpLayout(("",) * (m + s), (), ("",) * (h + s))
    program = QuadraticProgram.trusted((H, g), rows, (lower, upper), layout, known_convex=True)
    try:
        raw = backend.answer(program)
    except BackendError:
        return None
    if raw.x is None or raw.multipliers is None or not np.isfinite(raw.multipliers).all():
        return None
    sides = guess(program, evaluate(program, raw.x, raw.multipliers))[m + s :]
    return np.sign(sides, out=sides)
