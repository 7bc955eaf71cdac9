"""A URDF that MuJoCo accepts, with made-up inertias where no rigid body has the file's."""

from __future__ import annotations

from xml.etree.ElementTree import Element, tostring

import numpy as np

from poise.model.urdf_inertia import LinkInertia, link_inertia
from poise.model.xml import parse_xml
from poise.sim.mujoco_urdf import urdf_for_mujoco

_MASS = 1.0  # kg
_RADIUS_OF_GYRATION = 0.1  # m


def with_stand_ins(text: str) -> tuple[str, tuple[str, ...]]:
    """The URDF with possible inertias, and the links that got one of their own.

    Only links that MuJoCo would refuse get one. The result is to be read by both programs.

    Args:
        text: The URDF.
    """
    root = parse_xml(text, "the URDF text")
    links = {link.get("name", ""): link for link in root.findall("link")}
    made_up: dict[str, float] = {}
    while refused := _refused(tostring(root, encoding="unicode"), links):
        for name in sorted(refused):
            # What is fixed to it may take the body out of what is possible again.
            made_up[name] = 4.0 * made_up.get(name, _moment(links[name]))
            _replace(links[name], made_up[name])
    return tostring(root, encoding="unicode"), tuple(made_up)


def _refused(text: str, links: dict[str, Element]) -> set[str]:
    """Links whose bodies MuJoCo refuses: moving without mass, or with an impossible inertia."""
    root = parse_xml(urdf_for_mujoco(text), "the URDF text")
    inertias = {link.get("name", ""): link_inertia(link) for link in root.findall("link")}
    impossible = {name for name, value in inertias.items() if value and not value.is_possible}
    moving: set[str] = set()
    fixed: dict[str, list[str]] = {}
    for joint in root.findall("joint"):
        parent, child = (_link(joint, end) for end in ("parent", "child"))
        if joint.get("type") == "fixed":
            fixed.setdefault(parent, []).append(child)
        else:
            moving.add(child)
    moving |= links.keys() - {_link(joint, "child") for joint in root.findall("joint")}

    def has_mass(name: str) -> bool:
        return bool(inertias.get(name)) or any(has_mass(child) for child in fixed.get(name, ()))

    massless = {name for name in moving if not has_mass(name)}
    return (impossible | massless) & links.keys()


def _moment(link: Element) -> float:
    """A moment of inertia of the right size [kg·m²]."""
    present = link_inertia(link)
    if present is None:
        return _MASS * _RADIUS_OF_GYRATION**2
    return max(float(np.abs(present.principal).max()), present.mass * _RADIUS_OF_GYRATION**2)


def _replace(link: Element, moment: float) -> None:
    """The same moment about every axis, at the link's own mass and centre of mass if it has any."""
    present = link_inertia(link)
    mass = present.mass if present is not None and present.mass > 0.0 else _MASS
    com = np.zeros(3) if present is None else present.com
    LinkInertia(mass, com, moment * np.eye(3)).written_to(link)


def _link(joint: Element, end: str) -> str:
    element = joint.find(end)
    return "" if element is None else element.get("link", "")
