"""Names that more than one frame has."""

from __future__ import annotations

from collections.abc import Iterator

import pinocchio as pin

from poise.model.review.finding import Finding, FindingKind, Severity
from poise.model.robot_model import RobotModel

_SAME_PLACE = 1e-9  # m and rad


def review_names(robot: RobotModel) -> Iterator[Finding]:
    """Frames that share a name: harmless in the same place, a trap elsewhere."""
    frames: dict[str, list[pin.Frame]] = {}
    for frame in robot.pin_model.frames:
        frames.setdefault(frame.name, []).append(frame)
    for name, sharing in frames.items():
        if len(sharing) > 1:
            yield _finding(robot, name, sharing)


def _finding(robot: RobotModel, name: str, sharing: list[pin.Frame]) -> Finding:
    meant = robot.pin_model.frames[robot.frame_id(name)]
    apart = any(
        frame.parentJoint != meant.parentJoint
        or not frame.placement.isApprox(meant.placement, _SAME_PLACE)
        for frame in sharing
    )
    kinds = " and ".join(_kind(frame) for frame in sharing)
    return Finding(
        FindingKind.SHARED_NAME,
        Severity.WARNING if apart else Severity.NOTE,
        name,
        f"is the name of a {kinds}, " + ("in different places" if apart else "in the same place"),
        f"poise takes the {_kind(meant)}; rename one if another is meant.",
    )


def _kind(frame: pin.Frame) -> str:
    return {
        pin.FrameType.BODY: "link",
        pin.FrameType.JOINT: "joint",
        pin.FrameType.FIXED_JOINT: "fixed joint",
        pin.FrameType.OP_FRAME: "site",
        pin.FrameType.SENSOR: "sensor",
    }.get(frame.type, "frame")
