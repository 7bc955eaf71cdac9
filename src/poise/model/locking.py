"""Holding joints of a robot fixed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pinocchio as pin

from poise.arrays import number
from poise.errors import DefinitionError
from poise.model.robot_model import RobotModel
from poise.model.source import ModelSource


def lock_joints(robot: RobotModel, locked_joints: Mapping[str, float]) -> RobotModel:
    """A robot without these joints, each held at a position.

    Joints that mimic a locked joint are held where it puts them. A preset's stance loses the
    locked joints, so that it still fits.

    Args:
        robot: The robot with the joints.
        locked_joints: Positions by joint [rad, m].

    Raises:
        JointNotFoundError: The robot has no such joint.
        DefinitionError: Not a mapping to finite numbers, or a joint with several degrees of
            freedom.
    """
    if not isinstance(locked_joints, Mapping):
        raise DefinitionError(f"locked_joints must map joints to positions, got {locked_joints!r}.")
    full = robot.pin_model
    ids: list[int] = []
    for name, value in locked_joints.items():
        robot.joint_row(name)
        number(f"position of locked joint '{name}'", value)
        if not full.existJointName(name):
            raise DefinitionError(
                f"locked_joints cannot hold {name!r}: it is one of several degrees of freedom "
                "of its joint."
            )
        ids.append(full.getJointId(name))
    followers = zip(full.mimicked_joints, full.mimicking_joints, strict=True)
    ids += [follower for leader, follower in followers if leader in ids]
    model = pin.buildReducedModel(full, ids, robot.configuration(locked_joints))
    source = ModelSource(
        robot.source.kind,
        robot.source.text,
        robot.source.path,
        {**robot.source.locked_joints, **locked_joints},
        robot.source.meshes,
    )
    preset = robot.preset
    if preset is not None:
        stance = {j: value for j, value in preset.stance.items() if j not in locked_joints}
        preset = replace(preset, stance=stance)
    return RobotModel(model, source, preset)
