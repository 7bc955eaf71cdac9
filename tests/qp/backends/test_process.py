"""No backend may end the process, whatever else is loaded into it."""

import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from poise.errors import BackendError
from poise.qp import load_backend
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


several_builds = pytest.mark.parametrize(
    ("backend", "package", "plain"),
    [("proxqp", "proxsuite", "proxsuite_pywrap"), ("piqp", "piqp", "piqp_python")],
)


def run_in_a_new_process(code):
    return subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.strip()


@several_builds
def test_packages_with_several_builds_take_the_plain_one(backend, package, plain):
    if backend not in BACKENDS:
        pytest.skip(f"{package} is not installed")
    out = run_in_a_new_process(
        "import sys; from poise.qp import load_backend; "
        f"load_backend({backend!r}); "
        # Somebody else imports the package later, and the processor is asked again.
        f"import {package}; load_backend({backend!r}); "
        f"builds = [m for m in sys.modules if m.startswith('{package}.{plain}')]; "
        "print([m for m in builds if m.count('.') == 1])"
    )
    assert out == f"['{package}.{plain}']"


@several_builds
def test_a_package_imported_before_does_not_end_the_process(backend, package, plain):
    """Whatever build it took: it is used, or refused where it is the one that crashes."""
    if backend not in BACKENDS:
        pytest.skip(f"{package} is not installed")
    out = run_in_a_new_process(
        f"import {package}\n"
        "import numpy as np\n"
        "from poise.errors import BackendError\n"
        "from poise.qp import QuadraticProgram, load_backend\n"
        "try:\n"
        f"    backend = load_backend({backend!r})\n"
        "    print(backend.solve(QuadraticProgram(np.eye(2), -np.ones(2))).x.tolist())\n"
        "except BackendError as error:\n"
        "    print(error)\n"
    )
    assert out == "[1.0, 1.0]" or "AVX-512" in out


@several_builds
def test_the_build_for_avx512_is_refused(backend, package, plain, monkeypatch):
    if backend not in BACKENDS:
        pytest.skip(f"{package} is not installed")
    for name in [m for m in sys.modules if m == package or m.startswith(f"{package}.")]:
        monkeypatch.delitem(sys.modules, name)
    for name in (package, f"{package}.{plain}_avx512"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    with pytest.raises(BackendError, match="took its build for AVX-512"):
        load_backend(backend)
