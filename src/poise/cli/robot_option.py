"""What ``--robot`` and ``--contact`` together mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from poise.cli.contact_option import parse_contact
from poise.errors import DefinitionError

if TYPE_CHECKING:
    from poise.model import Preset, RobotModel

DEFAULT_FRICTION = 0.6
_ALIKE = 0.02  # frames this close in height are taken for feet of the same kind [m]


def robot_fields(source: str) -> dict[str, Any]:
    """The robot as a configuration file writes it: one of a URDF gets a floating base."""
    fields: dict[str, Any] = {"source": source}
    if known_preset(source) is None and _is_urdf(source):
        fields["floating_base"] = True
    return fields


def known_preset(source: str) -> Preset | None:
    """What poise knows of a robot of that name; None for a path or an unknown name."""
    from poise.model.presets import load_preset, preset_names

    return load_preset(source) if source in preset_names() else None


def _is_urdf(source: str) -> bool:
    """Whether a file is there and is no MJCF, which says itself how its base moves."""
    from pathlib import Path

    from poise.model.xml import parse_xml, read_xml_text

    path = Path(source)
    return path.is_file() and parse_xml(read_xml_text(path), source).tag != "mujoco"


def contact_fields(
    source: str, options: Sequence[str], friction: float | None
) -> dict[str, Any] | None:
    """The contacts given, or those of the robot's preset with another friction.

    Args:
        source: What ``--robot`` was.
        options: Every ``--contact``.
        friction: Coefficient for all of them; None for the preset's, or 0.6.

    Returns:
        As a configuration file writes them; None for the preset's as they are.

    Raises:
        DefinitionError: None given for a robot without preset; the message lists candidates.
        RobotNotFoundError: There is no such robot.
    """
    if options:
        mu = DEFAULT_FRICTION if friction is None else friction
        fields: dict[str, Any] = {}
        for option in (parse_contact(text) for text in options):
            if option.frame in fields:
                raise DefinitionError(f"--contact {option.frame} is given twice.")
            fields[option.frame] = option.fields(mu)
        return fields
    preset = known_preset(source)
    if preset is None:
        from poise.model import load_robot

        floating = robot_fields(source).get("floating_base")
        raise DefinitionError(_candidates(load_robot(source, floating_base=floating), source))
    if friction is None:
        return None
    return {c.frame: {"type": "preset", "friction": friction} for c in preset.contacts}


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
