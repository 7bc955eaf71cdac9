"""No backend may end the process, whatever else is loaded into it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from qp.problems import BACKENDS, ORACLES

PROGRAM = Path(__file__).with_name("crowded_process.py")


@pytest.mark.requires("mujoco")
@pytest.mark.parametrize("backend", BACKENDS)
def test_real_programs_are_solved_beside_pinocchio_and_mujoco(backend):
    finished = subprocess.run(
        [sys.executable, str(PROGRAM), backend, str(ORACLES)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    answer = json.loads(finished.stdout)
    assert answer["solved"] == answer["programs"] == 24


@pytest.mark.parametrize(("backend", "package"), [("proxqp", "proxsuite"), ("piqp", "piqp")])
def test_packages_that_pick_a_build_by_themselves_are_not_asked(backend, package):
    if backend not in BACKENDS:
        pytest.skip(f"{package} is not installed")
    code = (
        "import sys; from poise.qp import load_backend; "
        f"load_backend({backend!r}); assert {package!r} not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
