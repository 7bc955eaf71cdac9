"""Masses and moments of inertia that no robot has.

What moves is what counts. Links fixed to each other move as one body, so a link that is impossible
by itself is only noted as long as the body it belongs to is possible.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pinocchio as pin

from poise.model.review.finding import Finding, FindingKind, Severity
from poise.model.robot_model import RobotModel
from poise.model.urdf_inertia import LinkInertia, link_inertia
from poise.model.xml import parse_xml

_FROM_CAD = (
    "Take mass, centre of mass and moments about it from CAD, in kg, m and kg·m², "
    "with enough digits."
)

_ROUNDING = 1e-9  # of the largest moment, or m² of the mass: no robot is that small


def review_inertias(robot: RobotModel) -> Iterator[Finding]:
    """Moving bodies without mass or with an impossible inertia; impossible links in others."""
    impossible: set[str] = set()
    for joint, links in _bodies(robot.pin_model).items():
        finding = _review_body(robot, joint, links[0])
        if finding is not None:
            impossible.update(links)
            yield finding
    yield from _review_links(robot, impossible)


def _bodies(model: pin.Model) -> dict[int, list[str]]:
    """The links of each moving body, by the joint that carries them, the first link first.

    Joints without a link only lead on to the next joint of the same MJCF body.
    """
    bodies: dict[int, list[str]] = {}
    for frame in model.frames:
        if frame.type == pin.FrameType.BODY and frame.parentJoint > 0:
            bodies.setdefault(frame.parentJoint, []).append(frame.name)
    return bodies


def _review_body(robot: RobotModel, joint: int, link: str) -> Finding | None:
    model = robot.pin_model
    inertia = LinkInertia.of_body(model.inertias[joint])
    if not inertia.is_massless:
        return _impossible(inertia, link, Severity.FAULT)
    is_base = robot.floating_base and joint == 1
    if is_base and robot.source.kind == "urdf" and robot.preset is None:
        return None  # whether it moves at all is not said in the file
    below = sum(float(model.inertias[int(child)].mass) for child in model.subtrees[joint])
    carried = "the links it carries have mass" if below > 0.0 else "nor have the links it carries"
    return Finding(
        FindingKind.MASSLESS_LINK,
        Severity.FAULT,
        link,
        f"moves by joint {model.names[joint]!r} without mass; {carried}",
        "Give it a small mass and inertia; as it is, MuJoCo refuses it"
        + ("." if below > 0.0 else " and no accelerations can be computed."),
    )


def _review_links(robot: RobotModel, known: set[str]) -> Iterator[Finding]:
    """Links of a URDF that are impossible by themselves, in bodies that are possible."""
    if robot.source.kind != "urdf":
        return
    for link in parse_xml(robot.source.text, robot.name).findall("link"):
        name, inertia = link.get("name", ""), link_inertia(link)
        if inertia is None or name in known:
            continue
        finding = _impossible(inertia, name, Severity.NOTE)
        if finding is not None:
            yield finding


def _impossible(inertia: LinkInertia, link: str, severity: Severity) -> Finding | None:
    if inertia.is_possible:
        return None
    return Finding(
        FindingKind.UNPHYSICAL_INERTIA,
        severity,
        link,
        _reason(inertia),
        _FROM_CAD
        if severity is Severity.FAULT
        else "Nothing needs to be done as long as it stays fixed to a link that makes up for it.",
    )


def _reason(inertia: LinkInertia) -> str:
    moments = inertia.principal
    if np.abs(moments).max() < _ROUNDING * abs(inertia.mass):
        return f"mass {inertia.mass:g} kg in one point: all moments of inertia are 0"
    moments[np.abs(moments) < _ROUNDING * np.abs(moments).max()] = 0.0
    a, b, c = moments
    numbers = f"principal moments {a:.6g}, {b:.6g}, {c:.6g} kg·m²"
    if inertia.mass <= 0.0:
        return f"mass {inertia.mass:g} kg with {numbers}"
    if a < 0.0:
        return f"{numbers}: a negative one"
    if a == 0.0:
        return f"{numbers}: a zero one, as only a thin line of mass has"
    return f"{numbers}: the largest is {c / (a + b):.3g} times the sum of the others"
