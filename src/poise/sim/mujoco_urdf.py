"""A URDF as MuJoCo can read it: the same bodies and joints, nothing to look at or to bump into.

Pinocchio joins links that are fixed to each other before it looks at their inertia; MuJoCo wants
every link to be a possible body by itself. Links that are not (rank-one placeholders such as
``1e-6`` in every entry of the inertia, point masses) are joined here to the link they are fixed to,
which leaves the moving body the same. Nothing is made up: a *moving* body without a possible
inertia stays as it is, and MuJoCo's refusal reaches the user.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, tostring

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.model.xml import parse_xml

_WORLD = "world"  # MuJoCo takes a link of this name for its own, fixed world


def urdf_for_mujoco(text: str) -> str:
    """The URDF with links, inertias, joints, limits and mimics, and nothing else.

    Args:
        text: The URDF.

    Raises:
        ModelLoadError: Not XML.
    """
    root = parse_xml(text, "the URDF text")
    for child in list(root):
        if child.tag not in ("link", "joint"):
            root.remove(child)
    for link in root.findall("link"):
        for child in list(link):
            if child.tag != "inertial":
                link.remove(child)
    _rename_world(root)
    _join_impossible_links(root)
    return tostring(root, encoding="unicode")


def following_joints(text: str) -> dict[str, tuple[str, float, float]]:
    """Each mimic joint of a URDF with the joint it follows, the multiplier and the offset.

    Args:
        text: The URDF.

    Raises:
        ModelLoadError: Not XML.
    """
    return {
        joint.get("name", ""): (
            mimic.get("joint", ""),
            float(mimic.get("multiplier", "1")),
            float(mimic.get("offset", "0")),
        )
        for joint in parse_xml(text, "the URDF text").findall("joint")
        if (mimic := joint.find("mimic")) is not None
    }


def _rename_world(root: Element) -> None:
    names = {link.get("name") for link in root.findall("link")}
    if _WORLD not in names:
        return
    fresh = f"{_WORLD}_link"
    while fresh in names:
        fresh += "_"
    for link in root.findall("link"):
        if link.get("name") == _WORLD:
            link.set("name", fresh)
    for end in [*root.findall("joint/parent"), *root.findall("joint/child")]:
        if end.get("link") == _WORLD:
            end.set("link", fresh)


def _join_impossible_links(root: Element) -> None:
    links = {link.get("name", ""): link for link in root.findall("link")}
    fixed = [joint for joint in root.findall("joint") if joint.get("type") == "fixed"]
    above = {_end(joint, "child"): joint for joint in fixed}
    children = {_end(joint, "child") for joint in root.findall("joint")}
    for name in _deepest_first(root):
        inertia = _inertia(links[name])
        if inertia is None or inertia.is_possible():
            continue
        if name in above:
            joint = above[name]
            _add(links[_end(joint, "parent")], inertia.moved(_origin(joint)))
            _remove_inertial(links[name])
        elif name not in children:  # the root: what is fixed to it becomes part of it
            for joint in fixed:
                if _end(joint, "parent") == name:
                    part = _inertia(links[_end(joint, "child")])
                    if part is not None:
                        _add(links[name], part.moved(_origin(joint)))
                        _remove_inertial(links[_end(joint, "child")])


def _deepest_first(root: Element) -> list[str]:
    parents = {_end(joint, "child"): _end(joint, "parent") for joint in root.findall("joint")}

    def depth(name: str) -> int:
        count = 0
        while name in parents:
            name = parents[name]
            count += 1
        return count

    names = [link.get("name", "") for link in root.findall("link")]
    return sorted(names, key=depth, reverse=True)


@dataclass(frozen=True, slots=True, eq=False)
class _Inertia:
    """Mass, centre of mass and moments about it; unlike ``pin.Inertia`` it may be impossible."""

    mass: float
    com: Array
    moments: Array

    def __add__(self, other: _Inertia) -> _Inertia:
        mass = self.mass + other.mass
        com = (self.mass * self.com + other.mass * other.com) / mass
        moments = np.zeros((3, 3))
        for part in (self, other):  # the parallel-axis theorem
            d = part.com - com
            moments += part.moments + part.mass * (d @ d * np.eye(3) - np.outer(d, d))
        return _Inertia(mass, com, moments)

    def moved(self, pose: pin.SE3) -> _Inertia:
        """The same body in the frame in which ``pose`` is given."""
        rotation = pose.rotation
        return _Inertia(self.mass, pose.act(self.com), rotation @ self.moments @ rotation.T)

    def is_possible(self) -> bool:
        """Whether a rigid body can have it, with a margin above rounding."""
        moments = np.linalg.eigvalsh(self.moments)
        positive = moments[0] > 1e-9 * max(moments[2], 1e-12)
        return bool(
            self.mass > 0.0 and positive and moments[0] + moments[1] > moments[2] * (1.0 - 1e-9)
        )


def _inertia(link: Element) -> _Inertia | None:
    inertial = link.find("inertial")
    if inertial is None:
        return None
    mass, matrix = inertial.find("mass"), inertial.find("inertia")
    value = 0.0 if mass is None else float(mass.get("value", "0"))
    xx, xy, xz, yy, yz, zz = (
        0.0 if matrix is None else float(matrix.get(f"i{key}", "0"))
        for key in ("xx", "xy", "xz", "yy", "yz", "zz")
    )
    moments = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    if value == 0.0 and not moments.any():
        _remove_inertial(link)
        return None
    return _Inertia(value, np.zeros(3), moments).moved(_origin(inertial))


def _add(link: Element, inertia: _Inertia) -> None:
    present = _inertia(link)
    total = inertia if present is None else present + inertia
    _remove_inertial(link)
    inertial = SubElement(link, "inertial")
    SubElement(inertial, "origin", xyz=" ".join(repr(float(x)) for x in total.com))
    SubElement(inertial, "mass", value=repr(float(total.mass)))
    matrix = total.moments
    entries = {
        f"i{a}{b}": repr(float(matrix["xyz".index(a), "xyz".index(b)]))
        for a, b in ("xx", "xy", "xz", "yy", "yz", "zz")
    }
    SubElement(inertial, "inertia", entries)


def _remove_inertial(link: Element) -> None:
    for inertial in link.findall("inertial"):
        link.remove(inertial)


def _end(joint: Element, which: str) -> str:
    element = joint.find(which)
    return "" if element is None else element.get("link", "")


def _origin(element: Element) -> pin.SE3:
    origin = element.find("origin")
    if origin is None:
        return pin.SE3.Identity()
    return pin.SE3(pin.rpy.rpyToMatrix(_numbers(origin.get("rpy"))), _numbers(origin.get("xyz")))


def _numbers(text: str | None) -> Array:
    return np.array([float(part) for part in (text or "0 0 0").split()])
