"""A URDF as MuJoCo can read it: the same bodies and joints, nothing to look at or to bump into.

Pinocchio joins links that are fixed to each other before it looks at their inertia; MuJoCo wants
every link to be a possible body by itself. Links that are not (rank-one placeholders such as
``1e-6`` in every entry of the inertia, point masses) are joined here to the links they are fixed
to, which leaves the moving body the same. Nothing is made up: a *moving* body without a possible
inertia stays as it is, and MuJoCo's refusal reaches the user.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, tostring

import pinocchio as pin

from poise.model.urdf_inertia import LinkInertia, link_inertia, origin
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
    """Join impossible links to those above; links that move take in those below as needed."""
    links = {link.get("name", ""): link for link in root.findall("link")}
    fixed = [joint for joint in root.findall("joint") if joint.get("type") == "fixed"]
    above = {_end(joint, "child"): joint for joint in fixed}
    for name in _deepest_first(root):
        inertia = link_inertia(links[name])
        if inertia is None:
            _remove_inertial(links[name])  # zeros, which MuJoCo would refuse
        elif not inertia.is_possible and name in above:
            joint = above[name]
            _add(links[_end(joint, "parent")], inertia.moved(origin(joint)))
            _remove_inertial(links[name])
    for name in links.keys() - above.keys():
        _take_in_children(name, links, fixed)


def _take_in_children(name: str, links: dict[str, Element], fixed: list[Element]) -> None:
    reached = [(name, pin.SE3.Identity())]
    for parent, pose in reached:  # grows on the way
        for joint in fixed:
            inertia = link_inertia(links[name])
            if inertia is None or inertia.is_possible:
                return
            if _end(joint, "parent") == parent:
                child, place = _end(joint, "child"), pose * origin(joint)
                reached.append((child, place))
                part = link_inertia(links[child])
                if part is not None:
                    _add(links[name], part.moved(place))
                    _remove_inertial(links[child])


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


def _add(link: Element, inertia: LinkInertia) -> None:
    present = link_inertia(link)
    (inertia if present is None else present + inertia).written_to(link)


def _remove_inertial(link: Element) -> None:
    for inertial in link.findall("inertial"):
        link.remove(inertial)


def _end(joint: Element, which: str) -> str:
    element = joint.find(which)
    return "" if element is None else element.get("link", "")
