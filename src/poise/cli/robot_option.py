"""What ``--robot`` and ``--contact`` together mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from poise.cli.contact_option import parse_contact
from poise.errors import DefinitionError

if TYPE_CHECKING:
    from poise.contact import Contact
    from poise.model import RobotModel

DEFAULT_FRICTION = 0.6
_ALIKE = 0.02  # frames this close in height are taken for feet of the same kind [m]


def load(source: str) -> RobotModel:
    """The robot of that name, or of that file with a floating base.

    Raises:
        PoiseError: There is none, or its file cannot be read.
    """
    from poise.model import load_robot
    from poise.model.presets import preset_names

    if source in preset_names() or not _is_urdf(source):
        return load_robot(source)
    return load_robot(source, floating_base=True)


def _is_urdf(source: str) -> bool:
    """Whether a file is there and is no MJCF, which says itself how its base moves."""
    from pathlib import Path

    from poise.model.xml import parse_xml, read_xml_text

    path = Path(source)
    return path.is_file() and parse_xml(read_xml_text(path), source).tag != "mujoco"


def chosen_contacts(
    robot: RobotModel, source: str, options: Sequence[str], friction: float | None
) -> tuple[Contact, ...]:
    """The contacts given, or else those of the robot's preset.

    Args:
        robot: The robot.
        source: What ``--robot`` was, for the example in the message.
        options: Every ``--contact``.
        friction: Coefficient for all of them; None for the preset's, or 0.6.

    Raises:
        DefinitionError: None given for a robot without preset; the message lists candidates.
        FrameNotFoundError: A contact names a frame that the robot has not.
    """
    from poise.contact import preset_contacts

    if options:
        given = [parse_contact(text) for text in options]
        for option in given:
            robot.frame_id(option.frame)
        return tuple(
            option.contact(DEFAULT_FRICTION if friction is None else friction) for option in given
        )
    if robot.preset is None:
        raise DefinitionError(_candidates(robot, source))
    known = preset_contacts(robot)
    if friction is None:
        return known
    return tuple(contact.changed(friction=friction) for contact in known)


def _candidates(robot: RobotModel, source: str) -> str:
    """The lowest links with their heights, and a line that could be meant."""
    from poise.model import Workspace

    state = robot.neutral_state()
    snapshot = Workspace(robot).evaluate(state)
    height = {
        name: float(snapshot.pose(name).translation[2]) for name in robot.lowest_frames(state.q)
    }
    lowest = min(height.values())
    lines = [f"  {name}  {z - lowest:.3f} m" for name, z in height.items()]
    feet = [name for name, z in height.items() if z - lowest < _ALIKE][:4]
    example = " ".join(f"--contact {name}:0.2x0.1@0,0,-0.03" for name in feet)
    question = (
        f"{source}: what does it stand on? Give --contact for each foot. The lowest links, with "
        "the heights of their origins above the lowest when all joints are at 0:"
    )
    hint = "For example, with soles of 0.2 m × 0.1 m that lie 0.03 m below these origins:"
    return "\n".join([question, *lines, hint, f"  poise demo --robot {source} {example}"])
