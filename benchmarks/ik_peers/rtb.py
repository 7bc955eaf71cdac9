"""The compiled solvers of roboticstoolbox-python."""

from __future__ import annotations

import numpy as np
import roboticstoolbox as rtb
from timing import main


def make(problems: dict, path: str) -> dict:
    """``ik_LM`` as it comes, with the tolerance of 1e-6 on the norm; once from one start only."""
    del path
    links, lower, upper = problems["links"], problems["lower"], problems["upper"]
    ets = rtb.ETS()
    for k, row in enumerate(links):
        fixed = np.eye(4)
        fixed[:3, :3], fixed[:3, 3] = row[:9].reshape(3, 3), row[9:12]
        ets *= rtb.ET.SE3(fixed)
        if k < len(links) - 1:
            if row[13] != 0.0:
                ets *= rtb.ET.tz(row[13]) if row[14] else rtb.ET.Rz(row[13])
            move = rtb.ET.tz if row[14] else rtb.ET.Rz
            ets *= move(flip=bool(row[12] < 0.0), jindex=int(row[15]), qlim=[lower[k], upper[k]])
    targets = problems["targets"]

    def solver(starts: int):
        def solve(k: int, guess: np.ndarray) -> np.ndarray:
            return ets.ik_LM(targets[k], q0=guess, slimit=starts, tol=5e-13, joint_limits=True)[0]

        return solve

    return {
        "rtb ik_LM": (solver(100), "guesses"),
        "rtb ik_LM tracking": (solver(1), "near"),
    }


main(make)
