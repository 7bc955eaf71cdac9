"""``poise robots``: which robots poise knows, and which of them are on this machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

from poise.cli.options import (
    JsonOption,
    Output,
    QuietOption,
    VerboseOption,
    VersionOption,
    messages,
)
from poise.errors import PoiseError

if TYPE_CHECKING:
    from poise.model.presets import Preset


def robots(
    ctx: typer.Context,
    json: JsonOption = False,
    verbose: VerboseOption = 0,
    quiet: QuietOption = False,
    version: VersionOption = False,  # noqa: ARG001 - handled by its callback
) -> None:
    """List the robots that poise knows by name, and whether their files are found here."""
    output = ctx.with_resource(messages(Output(json, quiet, verbose)))
    from poise.model.presets import load_preset, preset_names

    known = [_known(load_preset(name)) for name in preset_names()]
    if output.json:
        from poise.cli.json_output import print_json

        print_json([robot.as_dict() for robot in known])
    if output.tables:
        from poise.cli.tables import console, robots_table

        console().print(robots_table([robot.cells() for robot in known]))
        if not all(robot.path for robot in known):
            typer.echo('Robots that are not found: pip install "poise[robots]".')


@dataclass(frozen=True, slots=True)
class _Known:
    """A robot of the list; path and joints are None where its file is not found."""

    preset: Preset
    path: str | None
    joints: int | None

    def as_dict(self) -> dict[str, Any]:
        preset = self.preset
        return {
            "name": preset.name,
            "title": preset.title,
            "joints": self.joints,
            "floating_base": preset.floating_base,
            "hand": preset.hand,
            "contacts": [{"frame": item.frame, "type": item.type} for item in preset.contacts],
            "found": self.path is not None,
            "path": self.path,
        }

    def cells(self) -> tuple[str, ...]:
        preset = self.preset
        kinds = {item.type for item in preset.contacts}
        contacts = f"{len(preset.contacts)} {'/'.join(sorted(kinds))}s" if kinds else "—"
        return (
            preset.name,
            preset.title,
            "—" if self.joints is None else str(self.joints),
            "floating" if preset.floating_base else "fixed",
            contacts,
            "✗ no" if self.path is None else "✓ yes",
        )


def _known(preset: Preset) -> _Known:
    from poise.model import load_robot
    from poise.model.presets import preset_urdf_path

    try:
        path = str(preset_urdf_path(preset))
        return _Known(preset, path, load_robot(preset.name).na)
    except PoiseError:
        return _Known(preset, None, None)
