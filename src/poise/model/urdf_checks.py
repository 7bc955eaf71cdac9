"""What must hold in a URDF before it is read: Pinocchio's reader drops or follows what is wrong."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from poise.errors import ModelLoadError

# Pinocchio's reader calls itself for every link on the way down and crashes at a few thousand.
_DEEPEST_CHAIN = 1000

_TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")


def check_urdf(root: Element, origin: str) -> None:
    """Check that a URDF describes one tree with numbers where numbers must be.

    Args:
        root: The ``<robot>`` element.
        origin: What to call the URDF in messages.

    Raises:
        ModelLoadError: Unnamed or repeated links or joints, no single root, loops, or masses,
            inertias or limits that are none.
    """
    links = _names(root, "link", origin)
    _names(root, "joint", origin)
    if not links:
        raise ModelLoadError(f"{origin} has no links; perhaps it is a template without content.")
    parents = _parents(root, set(links), origin)
    roots = [link for link in links if link not in parents]
    if len(roots) != 1:
        raise ModelLoadError(
            f"{origin} must have one root link, but has {len(roots)}: {', '.join(roots[:6])}."
        )
    _check_loops(parents, origin)
    for link in root.findall("link"):
        _check_inertia(link, origin)
    for joint in root.findall("joint"):
        _check_limits(joint, origin)


def _names(root: Element, kind: str, origin: str) -> list[str]:
    names = [element.get("name", "") for element in root.findall(kind)]
    for name, count in Counter(names).items():
        if not name:
            raise ModelLoadError(f"{origin} has a {kind} without a name.")
        if count > 1:
            raise ModelLoadError(f"{origin} defines the {kind} {name!r} more than once.")
    return names


def _parents(root: Element, links: set[str], origin: str) -> dict[str, str]:
    """The parent link of each child link."""
    parents: dict[str, str] = {}
    joints: dict[str, str] = {}
    for joint in root.findall("joint"):
        name = joint.get("name", "")
        ends = {}
        for end in ("parent", "child"):
            element = joint.find(end)
            ends[end] = element.get("link", "") if element is not None else ""
            if ends[end] not in links:
                raise ModelLoadError(
                    f"{origin}: joint {name!r} has the {end} link {ends[end]!r}, "
                    "which does not exist."
                )
        child = ends["child"]
        if child in parents:
            raise ModelLoadError(
                f"{origin}: link {child!r} is the child of two joints, "
                f"{joints[child]!r} and {name!r}; a URDF is a tree."
            )
        parents[child], joints[child] = ends["parent"], name
    return parents


def _check_loops(parents: Mapping[str, str], origin: str) -> None:
    """Every link must lead up to the root; Pinocchio would leave a loop out without a word."""
    depth: dict[str, int] = {}
    for start in parents:
        path: list[str] = []
        on_path: set[str] = set()
        link = start
        while link in parents and link not in depth:
            if link in on_path:
                loop = path[path.index(link) :]
                raise ModelLoadError(
                    f"{origin}: the links {', '.join(loop[:6])} form a loop; a URDF is a tree."
                )
            path.append(link)
            on_path.add(link)
            link = parents[link]
        above = depth.get(link, 0)
        for number, passed in enumerate(reversed(path), start=1):
            depth[passed] = above + number
    deepest = max(depth.values(), default=0)
    if deepest > _DEEPEST_CHAIN:
        raise ModelLoadError(
            f"{origin} has a chain of {deepest} joints; up to {_DEEPEST_CHAIN} are read."
        )


def _check_inertia(link: Element, origin: str) -> None:
    inertial = link.find("inertial")
    if inertial is None:
        return
    label = f"{origin}: link {link.get('name')!r} has"
    mass = _number(inertial.find("mass"), "value", f"{label} a mass")
    if mass < 0.0:
        raise ModelLoadError(f"{label} the negative mass {mass:g} kg.")
    for entry in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"):
        _number(inertial.find("inertia"), entry, f"{label} an inertia {entry}")


def _check_limits(joint: Element, origin: str) -> None:
    label, kind = f"{origin}: joint {joint.get('name')!r} has", joint.get("type")
    if kind not in _TYPES:
        raise ModelLoadError(f"{label} the type {kind!r}, which is none of {', '.join(_TYPES)}.")
    limit = joint.find("limit")
    bounded = kind in ("revolute", "prismatic")
    if limit is None:
        if bounded:
            raise ModelLoadError(f"{label} no <limit>, which a {kind} joint needs.")
        return
    for size in ("effort", "velocity"):  # the reader wants both, whatever the type
        value = _number(limit, size, f"{label} a limit {size}")
        if value < 0.0 and (bounded or kind == "continuous"):
            raise ModelLoadError(f"{label} the negative limit {size} {limit.get(size)}.")
    if not bounded:
        return
    lower, upper = (
        _number(limit, end, f"{label} a limit {end}") if end in limit.attrib else 0.0
        for end in ("lower", "upper")
    )
    if lower > upper:
        raise ModelLoadError(f"{label} the lower limit {lower:g} above the upper one, {upper:g}.")


def _number(element: Element | None, attribute: str, label: str) -> float:
    text = element.get(attribute) if element is not None else None
    try:
        value = float(text) if text is not None else math.nan
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ModelLoadError(f"{label} that is no finite number: {text!r}.")
    return value
