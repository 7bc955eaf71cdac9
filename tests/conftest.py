"""Fixtures and rules for all tests: seeds, optional packages, the installed package."""

from __future__ import annotations

import importlib
import os
import shutil
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from types import ModuleType

import hypothesis
import numpy as np
import pytest

import poise.errors

ROOT = Path(__file__).resolve().parent.parent

# Distribution → (extra that brings it, module to import; None where it holds data only).
OPTIONAL = {
    "mujoco": ("mujoco", "mujoco"),
    "example-robot-data": ("robots", None),
    "matplotlib": ("report", "matplotlib"),
    "osqp": ("qp", "osqp"),
    "piqp": ("qp", None),
    "clarabel": ("qp", "clarabel"),
    # Importing it here would let it pick its own build; see poise.qp.backends.packages.
    "proxsuite": ("qp", None),
    "quadprog": ("gpl", "quadprog"),
    "import-linter": ("dev", "importlinter"),
    "array-api-strict": ("dev", "array_api_strict"),
    "jax": ("jax", "jax"),
    "torch": ("torch", "torch"),
    "pillow": ("image", "PIL"),
}

# The same examples on every run, and no failures because of a slow machine.
hypothesis.settings.register_profile("poise", derandomize=True, deadline=None)
hypothesis.settings.load_profile("poise")


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to test the sources where the installed package is to be tested."""
    found = Path(poise.errors.__file__).resolve()
    if os.environ.get("POISE_TEST_INSTALLED") and found.is_relative_to(ROOT / "src"):
        raise pytest.UsageError(f"the installed package is to be tested, but {found} was found")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Apply ``@pytest.mark.requires("mujoco", …)``."""
    for marker in item.iter_markers("requires"):
        for distribution in marker.args:
            require_package(distribution)


def require_package(distribution: str) -> ModuleType | None:
    """Import an optional package; skip the test where it is absent, or fail with CI=true."""
    extra, module = OPTIONAL[distribution]
    try:
        metadata.distribution(distribution)
        return importlib.import_module(module) if module else None
    except (metadata.PackageNotFoundError, ImportError) as error:
        _missing(
            f"needs {distribution} ({error}): .venv/bin/python -m pip install -e '.[{extra}]'",
            may_skip=extra in ("gpl", "torch"),  # never part of the full installation
        )
        raise AssertionError from error  # not reached


def _missing(message: str, *, may_skip: bool = False) -> None:
    if os.environ.get("CI") == "true" and not may_skip:
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


@pytest.fixture
def require() -> Callable[[str], ModuleType | None]:
    """``require("mujoco")`` imports an optional package or leaves the test."""
    return require_package


@pytest.fixture
def require_program() -> Callable[[str, str], str]:
    """``require_program("make", "make")``: path of a program, and the system package it is in."""

    def find(program: str, package: str) -> str:
        path = shutil.which(program)
        if path is None:
            _missing(f"needs the program {program}: apt-get install {package}")
        return str(path)

    return find


@pytest.fixture
def seed() -> int:
    """The seed of everything random in a test."""
    return 20_240_229


@pytest.fixture
def rng(seed: int) -> np.random.Generator:
    """A random generator that starts anew, with the same seed, for each test."""
    return np.random.default_rng(seed)
