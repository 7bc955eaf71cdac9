"""Looking up frames by name in a Pinocchio model."""

from __future__ import annotations

from dataclasses import dataclass

import pinocchio as pin

from poise.arrays import Array, did_you_mean
from poise.errors import FrameNotFoundError

# A URDF may give a joint and a link the same name. People who name a frame mean the link.
_PREFERENCE = (
    pin.FrameType.BODY,
    pin.FrameType.OP_FRAME,
    pin.FrameType.FIXED_JOINT,
    pin.FrameType.JOINT,
    pin.FrameType.SENSOR,
)


def frame_ids(model: pin.Model) -> dict[str, int]:
    """Map each frame name to its index, links before operational frames before joints."""
    rank = {kind: position for position, kind in enumerate(_PREFERENCE)}
    ids: dict[str, int] = {}
    best: dict[str, int] = {}
    for index, frame in enumerate(model.frames):
        order = rank.get(frame.type, len(rank))
        if frame.name not in ids or order < best[frame.name]:
            ids[frame.name] = index
            best[frame.name] = order
    return ids


def find_frame(ids: dict[str, int], name: str, robot_name: str) -> int:
    """The index of a frame.

    Raises:
        FrameNotFoundError: The robot has no such frame; the message lists close matches.
    """
    try:
        return ids[name]
    except (KeyError, TypeError):
        raise FrameNotFoundError(
            f"Robot '{robot_name}' has no frame {name!r}. {did_you_mean(str(name), ids)}"
        ) from None


def lowest_frames(model: pin.Model, q: Array, count: int = 8) -> list[str]:
    """Names of the links whose origins lie lowest at configuration q, lowest first."""
    data = model.createData()
    pin.framesForwardKinematics(model, data, q)
    links = [
        (float(data.oMf[index].translation[2]), frame.name)
        for index, frame in enumerate(model.frames)
        if frame.type == pin.FrameType.BODY and frame.name != "universe"
    ]
    return [name for _, name in sorted(links)[:count]]


@dataclass(frozen=True, slots=True, eq=False)
class FramePlace:
    """A frame resolved to the joint that carries it, possibly offset: what algorithms need.

    Attributes:
        name: The frame's name, for messages.
        joint: Pinocchio's index of the joint that carries it.
        placement: Pose of the place in the joint's axes.
    """

    name: str
    joint: int
    placement: pin.SE3
