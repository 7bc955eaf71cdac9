"""Compiled loops do what their Python does, and are kept where the user's cache is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given
from hypothesis import strategies as st

import chains
from poise.cartesian.kernels.error import rotation_of_vector, vector_of_rotation
from poise.cartesian.kernels.linear import solve_positive, solve_six, sum_of_squares

_PROGRAM = """
import json, sys
sys.path.insert(0, {tests!r})
import chains
solver = chains.sliding_arm_solver()
q = chains.positions(solver, 8, seed=3)
guesses = chains.positions(solver, 8, seed=4)
results = [solver.inv_kin(solver.tcp_pose(a), b) for a, b in zip(q, guesses)]
far = solver.inv_kin([9.0, 0.0, 0.0, 0.0, 0.0, 0.0], guesses[0])
print(json.dumps([[r.status.name, r.branch, r.q.tolist()] for r in [*results, far]]))
"""


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
        env={**os.environ, **environment},
    )


def test_uncompiled_loops_find_the_same():
    program = _PROGRAM.format(tests=str(Path(chains.__file__).parent))
    compiled = json.loads(run(program).stdout)
    plain = json.loads(run(program, NUMBA_DISABLE_JIT="1").stdout)
    for (status, branch, q), (plain_status, plain_branch, plain_q) in zip(
        compiled, plain, strict=True
    ):
        assert (status, branch) == (plain_status, plain_branch)
        # Compiled sums may keep more digits on the way; descents end where the tolerance is.
        assert np.allclose(q, plain_q, atol=1e-7, rtol=0)


def test_loops_are_kept_in_the_users_cache_and_compiling_is_announced(tmp_path):
    code = (
        "import numpy as np\n"
        "from poise.cartesian.kernels.linear import solve_positive\n"
        "solve_positive(np.eye(2), np.ones(2), 2)\n"
    )
    given = {"XDG_CACHE_HOME": str(tmp_path), "NUMBA_CACHE_DIR": ""}
    first = run(code, **given)
    assert "poise: compiling poise.cartesian.kernels" in first.stderr
    assert "poise warmup" in first.stderr
    kept = list((tmp_path / "poise").rglob("*.nbi"))
    assert kept
    assert run(code, **given).stderr == ""
    chosen = tmp_path / "chosen"
    run(code, NUMBA_CACHE_DIR=str(chosen))
    assert list(chosen.rglob("*.nbi"))


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    code = (
        "import numpy as np\n"
        "from poise.cartesian.kernels.linear import solve_positive\n"
        "x = np.ones(2); solve_positive(2.0 * np.eye(2), x, 2); print(x[0])\n"
    )
    assert float(run(code, NUMBA_CACHE_DIR=str(blocked)).stdout) == pytest.approx(0.5)


def test_linear_systems(rng):
    columns = rng.normal(size=(8, 6))
    chosen = (rng.random(8) < 0.9).astype(float)
    square = np.zeros((6, 6))
    sum_of_squares(columns, chosen, 0.3, square)
    full = columns.T @ np.diag(chosen) @ columns + 0.3 * np.eye(6)
    assert np.allclose(np.tril(square), np.tril(full), atol=1e-13)
    right = rng.normal(size=6)
    wanted = np.linalg.solve(full, right)
    for solve in (lambda a, x: solve_positive(a, x, 6), solve_six):
        x = right.copy()
        solve(square.copy(), x)
        assert np.allclose(x, wanted, atol=1e-12)


@given(st.lists(st.floats(-1.0, 1.0), min_size=3, max_size=3), st.floats(0.0, np.pi))
def test_rotation_vectors_go_there_and_back(axis, angle):
    length = np.linalg.norm(axis)
    turn = angle * np.array(axis) / length if length > 1e-3 else np.zeros(3)
    pose, back = np.zeros(12), np.zeros(6)
    rotation_of_vector(np.concatenate((np.zeros(3), turn)), pose)
    assert np.allclose(pose[:9].reshape(3, 3), pin.exp3(turn), atol=1e-14, rtol=0)
    vector_of_rotation(pose, back)
    # At half a turn both directions are right.
    assert np.allclose(pin.exp3(back[3:]), pin.exp3(turn), atol=1e-12, rtol=0)
    assert np.linalg.norm(back[3:]) <= np.pi * (1.0 + 1e-15)
