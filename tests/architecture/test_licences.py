"""Every required package is permissive, with all it brings, and the documents say what is there."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]

PERMISSIVE = {
    *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "HPND", "ISC"),
    *("LLVM-exception", "MIT", "MIT-0", "MIT-CMU", "PSF-2.0", "Unlicense", "Zlib"),
}
CLASSIFIERS = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Python Software Foundation License": "PSF-2.0",
}
# Read by a person, since the package's metadata says nothing.
READ_BY_HAND = {"cmeel-qhull": "the Qhull licence: free to use and change, keep the notice"}


def licence_problem(expression: str) -> str | None:
    """What is not permissive in an SPDX expression; None when it is."""
    for alternative in re.split(r"\bOR\b", expression):
        names = set(re.findall(r"[\w.+-]+", alternative)) - {"AND", "WITH"}
        if names and names <= PERMISSIVE:
            return None
    return f"{expression!r} is not known to be permissive"


def licence_of(distribution: metadata.Distribution) -> str:
    """SPDX expression from the metadata: the expression, else classifiers, else the short text."""
    fields = distribution.metadata
    if expression := fields.get("License-Expression"):
        return str(expression)
    found = [c.split(" :: ")[-1] for c in fields.get_all("Classifier") or [] if "License ::" in c]
    if found:
        return " AND ".join(CLASSIFIERS.get(name, name.replace(" ", "-")) for name in found)
    return str(fields.get("License") or "nothing")


def required_distributions() -> dict[str, metadata.Distribution]:
    """All that `pip install poise` brings, by walking the installed metadata."""
    found: dict[str, metadata.Distribution] = {}
    open_ends = list(PROJECT["dependencies"])
    while open_ends:
        requirement = Requirement(open_ends.pop())
        name = canonicalize_name(requirement.name)
        extras = sorted(requirement.extras) or [""]
        markers = requirement.marker
        if markers is not None and not any(markers.evaluate({"extra": e}) for e in extras):
            continue
        if name not in found:
            found[name] = metadata.distribution(name)
            open_ends += found[name].requires or []
    return found


def test_required_packages_are_permissive():
    required = required_distributions()
    assert {"pin", "llvmlite", "cmeel-boost", "cmeel-qhull", "coal"} <= set(required)
    problems = {
        name: problem
        for name, distribution in required.items()
        if name not in READ_BY_HAND and (problem := licence_problem(licence_of(distribution)))
    }
    assert not problems


@pytest.mark.parametrize(
    ("expression", "good"),
    [
        ("MIT", True),
        ("BSD-2-Clause AND Apache-2.0 WITH LLVM-exception", True),
        ("GPL-3.0-only OR MIT", True),
        ("MIT AND LGPL-3.0-or-later", False),
        ("GPLv2+", False),
        ("nothing", False),
        ("", False),
    ],
)
def test_licence_expressions_are_understood(expression, good):
    assert (licence_problem(expression) is None) == good


def test_gpl_package_is_in_no_other_extra():
    for extra, requirements in EXTRAS.items():
        names = {Requirement(r).name for r in requirements}
        assert ("quadprog" in names) == (extra == "gpl")
        assert extra == "gpl" or not any("gpl" in Requirement(r).extras for r in requirements)
    assert not any("quadprog" in r for r in PROJECT["dependencies"])


def direct_requirements() -> list[Requirement]:
    """What pyproject.toml names itself, in every extra."""
    texts = [*PROJECT["dependencies"], *(r for extra in EXTRAS.values() for r in extra)]
    return [r for r in map(Requirement, texts) if r.name != "poise"]


def test_document_names_each_dependency_with_its_range():
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.split("|")] for line in page.splitlines()]
    for requirement in direct_requirements():
        row = next((row for row in rows if requirement.name in row), None)
        assert row is not None, f"{requirement.name} is not in docs/dependencies.md"
        ranges = {
            frozenset(str(part) for part in Requirement(f"x{cell}").specifier)
            for cell in row
            if cell.startswith(">=")
        }
        assert frozenset(str(part) for part in requirement.specifier) in ranges, requirement.name


@pytest.mark.parametrize("minor", ["311", "312", "313"])
def test_constraints_pin_each_dependency_within_its_range(minor):
    lines = (ROOT / "constraints" / f"py{minor}.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    assert all(re.fullmatch(r"[\w.]+", version) for version in pins.values())
    by_name = {canonicalize_name(name): version for name, version in pins.items()}
    for requirement in direct_requirements():
        version = by_name[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), f"{requirement} against {version}"
