"""How every solver is timed; imports numpy only."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

import numpy as np

Solve = Callable[[int, np.ndarray], np.ndarray]


def timed(solve: Solve, guesses: np.ndarray, passes: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """Answers, and processor time of each call [µs]: the less of some passes, as others run too."""
    times = np.full(len(guesses), np.inf)
    answers = np.zeros(guesses.shape)
    for _ in range(passes):
        for k, guess in enumerate(guesses):
            began = time.thread_time_ns()
            answer = solve(k, guess)
            times[k] = min(times[k], 1e-3 * (time.thread_time_ns() - began))
            answers[k] = answer
    return answers, times


def main(make: Callable[[dict, str], dict[str, tuple[Solve, str]]]) -> None:
    """Run solvers on a file of problems: ``PEER.py PROBLEMS.npz RESULTS.json``."""
    problems = dict(np.load(sys.argv[1]))
    results = {}
    for name, (solve, guesses) in make(problems, sys.argv[1]).items():
        solve(0, problems[guesses][0])
        answers, times = timed(solve, problems[guesses])
        results[name] = {"guesses": guesses, "q": answers.tolist(), "us": times.tolist()}
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump(results, file)
