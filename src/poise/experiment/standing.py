"""The standing experiment of a robot: from its preset, or from contacts of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from poise.arrays import Array
from poise.contact import Contact, preset_contacts
from poise.errors import DefinitionError
from poise.experiment.experiment import Experiment
from poise.experiment.gains import Gains
from poise.experiment.limits import Limits
from poise.experiment.plans import MotionPlan
from poise.experiment.pushes import SHORTEST_WITH_PUSHES, default_push, three_pushes
from poise.experiment.references import Figure
from poise.model import RobotModel
from poise.model.joint_space import JointValues
from poise.sim import Push
from poise.tasks import CenterOfMassTask, FrameOrientationTask, FramePoseTask, PostureTask

# How far the hand moves, world axes [m], and how well it must stay on its path [m].
_HAND_AMPLITUDE = (0.05, 0.03, 0.05)
_HAND_LIMIT = 0.010


def standing_experiment(
    robot: RobotModel,
    contacts: Sequence[Contact] | None = None,
    *,
    hand: str | None = None,
    gains: Gains | None = None,
    pushes: Sequence[Push] | None = None,
    **settings: Any,
) -> Experiment:
    """A robot that stands, moves its hand along a figure in space and is pushed.

    Everything left out is taken from the robot's preset.

    Args:
        robot: The robot; one with a floating base.
        contacts: What it stands on; the preset's when absent.
        hand: Frame that follows a path; when absent the preset's, or none.
        gains: Weights and laws; when absent the preset's, or poise's.
        pushes: What pushes it; when absent three pushes of :func:`default_push`, or none in a
            run that is too short for them.
        settings: Any other field of :class:`Experiment`, by name. The stance, when absent, is the
            preset's, or all joints at 0 where their limits allow it.

    Raises:
        DefinitionError: A fixed base, no contacts for a robot without preset, or a value that
            cannot be.
        FrameNotFoundError: A contact or the hand names a frame that the robot has not.
    """
    if not robot.floating_base:
        raise DefinitionError(
            f"robot '{robot.name}' has a fixed base and cannot be pushed over; "
            "the standing run needs a floating base."
        )
    chosen = preset_contacts(robot) if contacts is None else tuple(contacts)
    for contact in chosen:
        robot.frame_id(contact.frame)
    if hand is None and robot.preset is not None:
        hand = robot.preset.hand
    if hand is not None:
        robot.frame_id(hand)
        settings.setdefault("limits", Limits(tracking={"hand": _HAND_LIMIT}))
    settings.setdefault("stance", default_stance(robot))
    tasks = standing_tasks(robot, hand, Gains.from_preset(robot.preset) if gains is None else gains)
    experiment = Experiment(robot, chosen, tasks=tasks, **settings)
    if pushes is None:
        long_enough = experiment.duration >= SHORTEST_WITH_PUSHES
        pushes = three_pushes(default_push(robot) if long_enough else 0.0, experiment.duration)
    return replace(experiment, pushes=tuple(pushes))


def default_stance(robot: RobotModel) -> JointValues:
    """The preset's joint positions, or all joints at 0 where their limits allow it."""
    if robot.preset is not None:
        return robot.preset.stance
    stance: Array = np.clip(0.0, robot.lower_position, robot.upper_position)
    return stance


def standing_tasks(robot: RobotModel, hand: str | None, gains: Gains) -> tuple[MotionPlan, ...]:
    """Centre of mass and trunk held, the hand on its figure, and the posture kept besides."""
    tasks = [
        MotionPlan(CenterOfMassTask("com", gains.com_weight), gains.com),
        MotionPlan(
            FrameOrientationTask("trunk", robot.base_frame, gains.trunk_weight), gains.trunk
        ),
        MotionPlan(PostureTask("posture", gains.posture_weight), gains.posture),
    ]
    if hand is not None:
        task = FramePoseTask("hand", hand, gains.hand_weight)
        tasks.append(MotionPlan(task, gains.hand, Figure(np.array(_HAND_AMPLITUDE))))
    return tuple(tasks)
