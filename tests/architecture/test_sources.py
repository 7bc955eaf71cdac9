"""Docstrings everywhere, and budgets for files, functions and parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "src" / "poise").rglob("*.py"))
MAX_FILE_LINES = 250
MAX_FUNCTION_LINES = 40
MAX_PARAMETERS = 6
# Functions with more parameters, and why they may have them.
MANY_PARAMETERS = {
    "AccelerationScene.__init__": "a scene's parameters are its settings",
    "VelocityScene.__init__": "a scene's parameters are its settings",
    "ContactForceScene.__init__": "the parameters of the class it re-creates",
    "SoftContactSimulator.__init__": "a simulator's parameters are its settings",
    "SoftContactModel.__init__": "the parameters of the class it re-creates",
    "SoftContactModel.ct": "the parameters of the class it re-creates",
    "check": "a command's parameters are its options",
    "demo": "a command's parameters are its options",
    "drop": "a command's parameters are its options",
    "fk": "a command's parameters are its options",
    "ik": "a command's parameters are its options",
    "run": "a command's parameters are its options",
    "validate": "a command's parameters are its options",
    "_place_points": "a compiled kernel takes arrays, not objects",
    "_load_joints": "a compiled kernel",
    "_point_forces": "a compiled kernel",
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def in_each_file(test):
    """Run a test once per source file."""
    names = [path.relative_to(ROOT / "src").as_posix() for path in SOURCES]
    return pytest.mark.parametrize("path", SOURCES, ids=names)(test)


def definitions(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Classes and functions of a module with their names, also methods and nested classes."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.ClassDef, *Function.__args__)):
            yield f"{prefix}{child.name}", child
        if isinstance(child, ast.ClassDef):
            yield from definitions(child, f"{prefix}{child.name}.")


def is_public(name: str) -> bool:
    return not any(part.startswith("_") for part in name.split("."))


def is_exempt(node: ast.AST) -> bool:
    """Overloads and property setters are documented at their first definition."""
    decorators = [ast.unparse(d) for d in getattr(node, "decorator_list", [])]
    return any(d.endswith((".setter", "overload")) for d in decorators)


@in_each_file
def test_everything_public_has_a_docstring(path):
    module = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(module), "the module"
    missing = [
        name
        for name, node in definitions(module)
        if is_public(name) and not is_exempt(node) and not ast.get_docstring(node)
    ]
    assert not missing


@in_each_file
def test_file_fits_its_budget(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_FILE_LINES


@in_each_file
def test_functions_fit_their_budgets(path):
    too_big = []
    for name, node in definitions(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            continue
        lines = node.end_lineno - node.lineno + 1 - docstring_lines(node)
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        parameters = len([a for a in arguments if a.arg not in {"self", "cls"}])
        # Compiled kernels take arrays, not objects.
        exempt = name in MANY_PARAMETERS or path.parent.name == "kernels"
        too_many = parameters > MAX_PARAMETERS and not exempt
        if lines > MAX_FUNCTION_LINES or too_many:
            too_big.append(f"{name}: {lines} lines, {parameters} parameters")
    assert not too_big


def docstring_lines(node: Function) -> int:
    if ast.get_docstring(node) is None:
        return 0
    return node.body[0].end_lineno - node.body[0].lineno + 1
