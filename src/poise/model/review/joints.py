"""Limits and other properties of joints that can hardly be meant."""

from __future__ import annotations

import math
from collections.abc import Iterator

from poise.arrays import did_you_mean
from poise.model.review.finding import Finding, FindingKind, Severity
from poise.model.robot_model import RobotModel
from poise.model.xml import parse_xml

_TURNS = 2.0  # a limit beyond this many turns is either in degrees or means "none"
_NONE = 1e4  # rad; nobody means degrees by this either


def review_limits(robot: RobotModel) -> Iterator[Finding]:
    """Position limits that are equal or look like degrees; velocity and effort limits of zero."""
    for row, joint in enumerate(robot.joint_names):
        lower, upper = float(robot.lower_position[row]), float(robot.upper_position[row])
        if lower == upper:
            yield Finding(
                FindingKind.EQUAL_LIMITS,
                Severity.WARNING,
                joint,
                f"both limits are {lower:g} {robot.joint_units[row]}",
                "Make it a fixed joint, or lock it when loading (locked_joints), or give it its "
                "range. MuJoCo takes it as a joint without limits.",
            )
        elif robot.joint_units[row] == "rad":
            yield from _review_range(joint, lower, upper)
        if robot.velocity_limit[row] == 0.0:
            yield _zero(FindingKind.ZERO_VELOCITY_LIMIT, joint, "velocity", "never move")
        # For an MJCF file loading tells it, with its reason: no actuator.
        if robot.effort_limit[row] == 0.0 and robot.source.kind != "mjcf":
            yield _zero(FindingKind.ZERO_EFFORT_LIMIT, joint, "effort", "never push")


def review_axes(robot: RobotModel) -> Iterator[Finding]:
    """Joints of a URDF whose axis has no length."""
    if robot.source.kind != "urdf":
        return
    for joint in parse_xml(robot.source.text, robot.name).findall("joint"):
        axis = joint.find("axis")
        numbers = "1" if axis is None else axis.get("xyz", "1")
        moves = joint.get("type") in ("revolute", "continuous", "prismatic")
        if moves and not any(float(number) for number in numbers.split()):
            yield Finding(
                FindingKind.NO_AXIS,
                Severity.FAULT,
                joint.get("name", ""),
                f"its axis is {numbers!r}",
                'Give it a direction, for example <axis xyz="0 0 1"/>.',
            )


def review_followers(robot: RobotModel) -> Iterator[Finding]:
    """Joints of a URDF that mimic a joint which does not exist."""
    if robot.source.kind != "urdf":
        return
    joints = parse_xml(robot.source.text, robot.name).findall("joint")
    names = {joint.get("name", "") for joint in joints}
    for joint in joints:
        mimic = joint.find("mimic")
        leader = None if mimic is None else mimic.get("joint", "")
        if leader is not None and leader not in names:
            yield Finding(
                FindingKind.UNKNOWN_LEADER,
                Severity.FAULT,
                joint.get("name", ""),
                f"mimics {leader!r}, which does not exist",
                f"Name the joint it follows. {did_you_mean(leader, names)}",
            )


def _review_range(joint: str, lower: float, upper: float) -> Iterator[Finding]:
    finite = [abs(side) for side in (lower, upper) if math.isfinite(side)]
    largest = max(finite, default=0.0)
    if largest <= _TURNS * 2.0 * math.pi or largest > _NONE:
        return
    yield Finding(
        FindingKind.LIMIT_IN_DEGREES,
        Severity.WARNING,
        joint,
        f"its range is {lower:g} to {upper:g} rad, {largest / (2.0 * math.pi):.1f} turns",
        f"If degrees are meant, write {math.radians(lower):.4g} to {math.radians(upper):.4g}; if "
        "it turns without end, make it a continuous joint.",
    )


def _zero(kind: FindingKind, joint: str, quantity: str, consequence: str) -> Finding:
    return Finding(
        kind,
        Severity.WARNING,
        joint,
        f"its {quantity} limit is 0: it may {consequence}",
        f"Write the motor's {quantity} limit; if the joint is passive, nothing needs to be done.",
    )
