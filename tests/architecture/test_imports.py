"""What importing poise loads, that its names exist, and that layers hold."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import metadata, resources
from pathlib import Path

import pytest

import poise

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "src" / "poise").rglob("*.py"))

HEAVY = {
    *("mujoco", "matplotlib", "numba", "llvmlite", "meshcat", "viser", "glfw", "OpenGL"),
    *("typer", "rich", "daqp", "osqp", "piqp", "clarabel", "proxsuite", "quadprog"),
}


def modules_after(statement: str) -> set[str]:
    """Top-level modules loaded in a fresh interpreter by a statement."""
    code = f"{statement}\nimport sys\nprint(*sorted({{m.split('.')[0] for m in sys.modules}}))"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    return set(run.stdout.split())


def test_import_poise_loads_nothing_heavy():
    assert not modules_after("import poise") & HEAVY


def test_import_qp_loads_no_solver_and_no_robot():
    assert not modules_after("import poise.qp") & (HEAVY | {"pinocchio"})


def test_public_names_resolve():
    assert poise.__all__
    assert len(set(poise.__all__)) == len(poise.__all__)
    for name in poise.__all__:
        assert getattr(poise, name) is not None, name
        assert name in dir(poise)


def test_unknown_name_raises_attribute_error():
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = poise.no_such_name


@pytest.mark.requires("import-linter")
def test_layers_hold():
    # The source tree is what the contracts are about, also when the wheel is tested.
    code = "import sys; from importlinter.cli import lint_imports_command as run; run()"
    run = subprocess.run(
        [sys.executable, "-c", code, "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def imports_of(path: Path) -> set[str]:
    """Top-level packages that a file imports, anywhere in it, also by ``import_module``."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
        elif isinstance(node, ast.Call) and "import_module" in ast.dump(node.func):
            found |= {a.value.split(".")[0] for a in node.args if isinstance(a, ast.Constant)}
    return found


ONLY_IN = {
    "mujoco": ("model/mjcf", "sim/mujoco", "sim/__init__.py"),  # the last: is it installed?
    "matplotlib": ("report/",),
    "typer": ("cli/",),
    "rich": ("cli/",),
    **dict.fromkeys(("daqp", "osqp", "piqp", "clarabel", "quadprog"), ("qp/backends/",)),
    "proxsuite": ("qp/backends/",),
}


@pytest.mark.parametrize("package", ONLY_IN)
def test_package_is_imported_only_where_it_belongs(package):
    places = tuple(str(ROOT / "src" / "poise" / place) for place in ONLY_IN[package])
    strays = [str(p) for p in SOURCES if package in imports_of(p) and not str(p).startswith(places)]
    assert not strays


def test_only_model_touches_pinocchio_data():
    strays = []
    for path in SOURCES:
        if path.is_relative_to(ROOT / "src" / "poise" / "model"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = node.attr if isinstance(node, ast.Attribute) else None
            owner = getattr(getattr(node, "value", None), "id", None)
            if name == "createData" or (name == "Data" and owner in {"pin", "pinocchio"}):
                strays.append(f"{path}:{node.lineno}")
    assert not strays


def test_package_has_its_data_files():
    installed = resources.files("poise")
    assert (installed / "py.typed").is_file()
    presets = {p.name for p in (ROOT / "src" / "poise" / "presets").glob("*.toml")}
    assert presets
    assert {
        p.name for p in (installed / "presets").iterdir() if p.name.endswith(".toml")
    } == presets


def test_package_has_every_module():
    installed = resources.files("poise")
    for path in SOURCES:
        assert (installed / path.relative_to(ROOT / "src" / "poise").as_posix()).is_file()


def test_metadata_names_the_command_and_the_licence():
    try:
        distribution = metadata.distribution("poise")
    except metadata.PackageNotFoundError:
        pytest.skip("poise runs from its sources here, without being installed")
    assert distribution.metadata["License-Expression"] == "Apache-2.0"
    commands = {e.name: e.value for e in distribution.entry_points if e.group == "console_scripts"}
    assert commands == {"poise": "poise.cli.main:main"}
