"""TRAC-IK by way of pytracik; it runs threads, so its processor time says too little."""

from __future__ import annotations

import numpy as np
from timing import main
from trac_ik import TracIK


def make(problems: dict, path: str) -> dict:
    """Speed mode with 5 ms."""
    targets = problems["targets"]
    solver = TracIK("base", "tip", path.replace(".npz", ".urdf"), timeout=0.005, epsilon=1e-6)

    def solve(k: int, guess: np.ndarray) -> np.ndarray:
        found = solver.ik(targets[k][:3, 3], targets[k][:3, :3], seed_jnt_values=guess)
        return np.full(len(guess), np.nan) if found is None else np.asarray(found)

    return {"TRAC-IK 5 ms (*)": (solve, "guesses")}


main(make)
