"""The standing experiment of a robot: from its preset, or from contacts of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from poise.contact import Contact, preset_contacts
from poise.experiment.standing import SHORTEST_WITH_PUSHES, Gains, StandingExperiment, three_pushes
from poise.model import RobotModel
from poise.model.joint_space import JointValues
from poise.sim import Push

# A push that gives the whole robot this speed is one that most survive [m/s].
_DEFAULT_PUSH_SPEED = 0.15


def standing_experiment(
    robot: RobotModel,
    contacts: Sequence[Contact] | None = None,
    *,
    stance: JointValues | None = None,
    hand: str | None = None,
    pushes: Sequence[Push] | None = None,
    **settings: Any,
) -> StandingExperiment:
    """An experiment with everything left out taken from the robot's preset.

    Args:
        robot: The robot; one with a floating base.
        contacts: What it stands on; the preset's when absent.
        stance: Joint positions, (na,) or ``{joint: value}`` [rad, m]. When absent the preset's,
            or all joints at 0 where their limits allow it.
        hand: Frame that follows a path; when absent the preset's, or none.
        pushes: What pushes it; when absent three pushes of :func:`default_push`, or none in a
            run that is too short for them.
        settings: Any other field of :class:`StandingExperiment`, by name.

    Raises:
        DefinitionError: No contacts for a robot without preset, or a value that cannot be.
        FrameNotFoundError: A contact or the hand names a frame that the robot has not.
    """
    chosen = preset_contacts(robot) if contacts is None else tuple(contacts)
    for contact in chosen:
        robot.frame_id(contact.frame)
    if robot.preset is not None:
        stance = robot.preset.stance if stance is None else stance
        hand = robot.preset.hand if hand is None else hand
    if stance is None:
        stance = np.clip(0.0, robot.lower_position, robot.upper_position)
    if hand is not None:
        robot.frame_id(hand)
    settings.setdefault("gains", Gains.from_preset(robot.preset))
    experiment = StandingExperiment(robot, chosen, stance, hand, **settings)
    if pushes is None:
        long_enough = experiment.duration >= SHORTEST_WITH_PUSHES
        pushes = three_pushes(default_push(robot) if long_enough else 0.0, experiment.duration)
    return replace(experiment, pushes=tuple(pushes))


def default_push(robot: RobotModel) -> float:
    """The impulse of each push that a robot gets unless told otherwise [N·s].

    The preset's; without one, what gives the robot's whole mass a speed of 0.15 m/s.
    """
    if robot.preset is not None and robot.preset.push is not None:
        return robot.preset.push
    return float(_DEFAULT_PUSH_SPEED * robot.total_mass)
