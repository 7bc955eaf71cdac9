import subprocess
import sys

import numpy as np
import pytest

from poise.errors import (
    BackendError,
    BackendNotFoundError,
    BackendNotInstalledError,
    DefinitionError,
)
from poise.qp import QpStatus, QuadraticProgram, available_backends, load_backend
from poise.qp.backends import packages, registry
from poise.qp.backends.daqp import Daqp

ALL = ("daqp", "proxqp", "osqp", "piqp", "clarabel", "quadprog")
TINY = QuadraticProgram(np.eye(1), [1.0])


def test_an_unknown_name_is_answered_with_close_matches():
    with pytest.raises(BackendNotFoundError, match="'proxqp'"):
        load_backend("proxqb")


@pytest.mark.parametrize("name", ALL)
def test_a_missing_package_is_answered_with_the_extra(name, monkeypatch):
    monkeypatch.setattr(packages.importlib.util, "find_spec", lambda package: None)
    monkeypatch.delitem(sys.modules, "proxsuite", raising=False)
    monkeypatch.delitem(sys.modules, "piqp", raising=False)
    extra = "gpl" if name == "quadprog" else "qp"
    with pytest.raises(BackendNotInstalledError, match=rf'pip install "poise\[{extra}\]"'):
        load_backend(name)
    assert isinstance(BackendNotInstalledError("x"), ImportError)


def test_only_installed_backends_are_available(monkeypatch):
    monkeypatch.setattr(registry, "is_installed", lambda package: package == "daqp")
    assert available_backends() == ("daqp",)


def test_an_unknown_option_is_answered_with_close_matches():
    with pytest.raises(DefinitionError, match="'tolerance'"):
        load_backend("daqp", tolerence=1e-9)
    with pytest.raises(DefinitionError, match="tolerance must be > 0"):
        load_backend("daqp", tolerance=0.0)
    with pytest.raises(DefinitionError, match="max_iterations must be ≥ 1"):
        load_backend("daqp", max_iterations=0)


@pytest.mark.parametrize("fault", [KeyError("gone"), ImportError("lost"), ValueError("bad")])
def test_an_exception_inside_a_package_is_a_backend_error_that_keeps_its_cause(fault, monkeypatch):
    def fail(*_):
        raise fault

    monkeypatch.setattr(Daqp, "_solve", fail)
    with pytest.raises(BackendError, match=type(fault).__name__) as raised:
        load_backend("daqp").solve(TINY)
    assert raised.value.__cause__ is fault


def test_importing_the_package_loads_no_solver():
    code = (
        "import sys, poise.qp\n"
        "heavy = {'daqp', 'osqp', 'piqp', 'clarabel', 'proxsuite', 'quadprog', 'pinocchio'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_backend_prints_its_settings():
    assert (
        repr(load_backend("daqp", tolerance=1e-7)) == "Daqp(tolerance=1e-07, max_iterations=10000)"
    )
    assert load_backend().solve(TINY).status is QpStatus.SOLVED
