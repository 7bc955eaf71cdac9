"""Pickling robots, also those whose mimic joints Pinocchio's own pickles lose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pinocchio as pin

from poise.arrays import Array
from poise.errors import ModelError
from poise.model.locking import lock_joints
from poise.model.robot_model import RobotModel
from poise.model.source import ModelSource
from poise.model.urdf import build_model

if TYPE_CHECKING:
    from poise.model.presets import Preset

_Frame = tuple[str, int, int, pin.SE3]  # name, parent joint, parent frame, placement in the joint


def reduce_robot(robot: RobotModel) -> tuple[Any, tuple[Any, ...]]:
    """What ``__reduce__`` returns: a function and its arguments.

    A pickled ``pin.Model`` has lost what its mimic joints are made of, and crashes the process at
    the next algorithm. A robot with such joints is read from its URDF again.

    Raises:
        ModelError: A robot with mimic joints that is not what its URDF says.
    """
    model = robot.pin_model
    if not model.mimicking_joints.tolist():
        return RobotModel, (model, robot.source, robot.preset)
    arguments = (robot.source, robot.preset, robot.floating_base, robot.gravity)
    if robot.source.kind == "urdf":
        plain = _read_again(*arguments, ())
        first = plain.pin_model.nframes
        frames = tuple(_described(frame) for frame in list(model.frames)[first:])
        if _read_again(*arguments, frames).pin_model == model:
            return _read_again, (*arguments, frames)
    raise ModelError(
        f"Robot '{robot.name}' cannot be pickled: Pinocchio's pickles lose mimic joints, and it is "
        "not what a URDF says. copy.deepcopy works."
    )


def _described(frame: pin.Frame) -> _Frame:
    return str(frame.name), frame.parentJoint, frame.parentFrame, frame.placement.copy()


def _read_again(
    source: ModelSource,
    preset: Preset | None,
    floating_base: bool,
    gravity: Array,
    frames: tuple[_Frame, ...],
) -> RobotModel:
    """The robot of a URDF, with its locked joints, added frames and gravity."""
    whole = ModelSource(source.kind, source.text, source.path, {}, source.meshes)
    origin = str(source.path) if source.path is not None else "the URDF text"
    model = build_model(source.text, origin, floating_base, has_mimic=True)
    robot = RobotModel(model, whole, preset)
    if source.locked_joints:
        robot = lock_joints(robot, source.locked_joints)
    model = robot.pin_model
    model.gravity.linear = gravity
    for frame in frames:
        model.addFrame(pin.Frame(*frame, pin.FrameType.OP_FRAME))
    return RobotModel(model, robot.source, preset)
