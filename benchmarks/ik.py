"""Inverse kinematics against other libraries, all in one run: python benchmarks/ik.py [COUNT].

Each peer lives in a virtual environment of its own below benchmarks/.peers, made on the first run;
one that cannot be installed is left out. Every solver gets the same chains, targets and guesses,
and every answer is judged by Pinocchio: 1e-6 m and 1e-6 rad (per axis), limits respected. Times
are processor times of the calling thread, which other load on the machine disturbs least.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import venv
from pathlib import Path

import numpy as np
import pinocchio as pin

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent / "ik_peers")]
from ik_problems import chains, write_problems
from timing import timed

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results" / "ik.json"
PEERS = {
    "rtb": ("roboticstoolbox-python==1.5.0",),
    "tracik": ("pytracik==0.0.3",),
    "rates": ("mink", "pin-pink", "daqp"),
}
REACHED = 1e-6 * np.sqrt(3.0)
OVERSHOOT = 1e-6  # single precision limits of a peer


def peer_python(name: str) -> Path | None:
    """The interpreter of a peer's environment; None where it cannot be installed."""
    folder = HERE / ".peers" / name
    python, done = folder / "bin" / "python", folder / "installed"
    if not done.exists():
        print(f"installing {', '.join(PEERS[name])} …", flush=True)
        venv.create(folder, with_pip=True)
        command = [str(python), "-m", "pip", "install", "-q", *PEERS[name]]
        if subprocess.run(command, check=False, capture_output=True).returncode:
            print(f"{name} cannot be installed and is left out")
            return None
        done.touch()
    return python


def poise_calls(problems: dict, name: str) -> dict:
    """poise's public calls, the compiled search alone, and a differential step."""
    from poise.cartesian.kernels.search import solve as kernel

    solver = chains.arm(name)
    targets = [pin.SE3(target) for target in problems["targets"]]
    ik = solver.inverse
    q, report, whole = np.empty(solver.num_joints), np.empty(6), np.full(solver.num_joints, np.inf)
    parts = ik._whole[12:]
    numbers = [np.concatenate((t.rotation.ravel(), t.translation, parts)) for t in targets]

    def search(k: int, guess: np.ndarray) -> np.ndarray:
        kernel(*ik._arrays, numbers[k], guess, whole, q, report)
        return q

    def step(k: int, guess: np.ndarray) -> np.ndarray:
        return solver.diff_inv_kin(guess, twists[k]).qdot

    twists = np.random.default_rng(3).normal(0.0, 0.3, (len(targets), 6))
    return {
        "poise": (lambda k, guess: solver.inv_kin(targets[k], guess).q, "guesses"),
        "poise tracking": (lambda k, guess: solver.inv_kin(targets[k], guess).q, "near"),
        "poise kernel": (search, "guesses"),
        "poise kernel tracking": (search, "near"),
        "poise step": (step, "near"),
    }


def measure(name: str, count: int, pythons: dict[str, Path]) -> dict[str, dict[str, float]]:
    """All solvers on one chain: share of targets reached, median and 99 % of times [µs]."""
    folder = RESULTS.parent / "problems"
    folder.mkdir(parents=True, exist_ok=True)
    path = write_problems(name, folder, count)
    problems, truth, rows = dict(np.load(path)), chains.Truth(chains.arm(name)), {}
    runs = {}
    for label, (solve, guesses) in poise_calls(problems, name).items():
        for _ in range(20):
            solve(0, problems[guesses][0])
        q, us = timed(solve, problems[guesses])
        runs[label] = {"q": q, "us": us}
    for peer, python in pythons.items():
        out = folder / f"{name}.{peer}.json"
        command = [str(python), str(HERE / "ik_peers" / f"{peer}.py"), str(path), str(out)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            print(f"{peer} failed on {name}: {done.stderr.strip().splitlines()[-1]}")
            continue
        runs |= json.loads(out.read_text(encoding="utf-8"))
    for label, run in runs.items():
        us = np.array(run["us"])
        rows[label] = {"median": float(np.median(us)), "p99": float(np.percentile(us, 99))}
        if not label.endswith("step"):
            rows[label]["reached"] = share_reached(truth, problems, np.array(run["q"]))
    return rows


def share_reached(truth: chains.Truth, problems: dict, answers: np.ndarray) -> float:
    """Share of answers that reach their target within the limits."""
    lower, upper = truth.limits
    good = 0
    for target, q in zip(problems["targets"], answers, strict=True):
        if np.isfinite(q).all():
            far, turned = truth.errors(q, pin.SE3(target))
            inside = (q >= lower - OVERSHOOT) & (q <= upper + OVERSHOOT)
            good += bool(far <= REACHED and turned <= REACHED and inside.all())
    return good / len(answers)


def summary(table: dict[str, dict[str, dict[str, float]]]) -> dict[str, dict[str, float]]:
    """Geometric means of times over the chains, least and mean share reached."""
    labels = sorted({label for rows in table.values() for label in rows})
    result = {}
    for label in labels:
        rows = [table[name][label] for name in table if label in table[name]]
        result[label] = {
            kind: float(np.exp(np.mean(np.log([row[kind] for row in rows]))))
            for kind in ("median", "p99")
        }
        reached = [row["reached"] for row in rows if "reached" in row]
        if reached:
            result[label] |= {"least": min(reached), "mean": float(np.mean(reached))}
    return result


RATIOS = (
    ("random guess, median", "poise", "rtb ik_LM", "median", 1 / 5),
    ("random guess, 99 %", "poise", "rtb ik_LM", "p99", 1 / 7),
    ("tracking", "poise tracking", "rtb ik_LM tracking", "median", 1 / 2),
    ("tracking, kernel", "poise kernel tracking", "rtb ik_LM tracking", "median", 1 / 3),
    ("differential step, mink", "poise step", "mink step", "median", 1 / 7),
    ("differential step, pink", "poise step", "pink step", "median", 1 / 7),
)


def show(means: dict[str, dict[str, float]]) -> None:
    """Print the table and the ratios that are asked for."""
    print(f"\n{'solver':24s}{'median µs':>10s}{'99 % µs':>10s}{'reached, least / mean %':>26s}")
    for label, row in means.items():
        reached = f"{100 * row['least']:8.2f} / {100 * row['mean']:6.2f}" if "least" in row else ""
        print(f"{label:24s}{row['median']:10.1f}{row['p99']:10.1f}{reached:>26s}")
    print()
    for what, ours, theirs, kind, wanted in RATIOS:
        if ours in means and theirs in means:
            ratio = means[ours][kind] / means[theirs][kind]
            print(f"{what:28s} 1/{1 / ratio:5.1f}   asked for: 1/{1 / wanted:.0f}")


def main() -> None:
    """Measure everything, write benchmarks/results/ik.json and print the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    pythons = {name: python for name in PEERS if (python := peer_python(name))}
    table, began = {}, time.time()
    for name in chains.NAMES:
        table[name] = measure(name, count, pythons)
        print(f"{name} done after {time.time() - began:.0f} s", flush=True)
    means = summary(table)
    RESULTS.write_text(json.dumps({"count": count, "chains": table, "means": means}, indent=1))
    show(means)
    print("(*) works in threads of its own, whose time is not in these numbers")
    print(f"\nall numbers: {RESULTS.relative_to(HERE.parent)}")


main()
