"""``poise demo``: the files that come with poise, run with a few things changed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from poise.cli.demo_options import (
    BackendOption,
    ContactsOption,
    DurationOption,
    FrictionOption,
    HandOption,
    MirrorOption,
    NoiseOption,
    NoReportOption,
    PushOption,
    ReportOption,
    RobotOption,
    SeedOption,
    SimulatorOption,
    SweepOption,
    WriteOption,
)
from poise.cli.options import (
    ExplainOption,
    JsonOption,
    Output,
    QuietOption,
    VerboseOption,
    VersionOption,
    messages,
)
from poise.errors import DefinitionError

if TYPE_CHECKING:
    from poise.config import Setting


def demo(
    ctx: typer.Context,
    robot: RobotOption = "g1",
    contacts: ContactsOption = None,
    hand: HandOption = None,
    friction: FrictionOption = None,
    simulator: SimulatorOption = "mujoco",
    duration: DurationOption = 10.0,
    push: PushOption = None,
    mirror: MirrorOption = False,
    noise: NoiseOption = False,
    seed: SeedOption = 0,
    sweep: SweepOption = False,
    backend: BackendOption = "daqp",
    report: ReportOption = Path("report.html"),
    no_report: NoReportOption = False,
    write: WriteOption = None,
    explain: ExplainOption = False,
    json: JsonOption = False,
    verbose: VerboseOption = 0,
    quiet: QuietOption = False,
    version: VersionOption = False,  # noqa: ARG001 - handled by its callback
) -> None:
    """Let a robot stand, move its hand along a path and be pushed from three sides.

    An arm moves its hand round a circle instead. It is simulated and controlled at 1 kHz by
    whole-body control with the torques eliminated (reduced TSID). A table, a sentence and a
    report tell what happened.

    All of it is a file that can be copied with --write, changed, and run with 'poise run'.

    Exit status: 0 every threshold held, 1 it fell, 2 wrong usage, 3 it stands but a threshold is
    broken.
    """
    output = ctx.with_resource(messages(Output(json, quiet, verbose, explain)))
    from poise.cli.outcome import perform
    from poise.config import load_demo

    name = _demo_of(robot, hand)
    _write_if_asked(ctx, name, write, output)
    settings = [
        *_robot_settings(robot, contacts or (), hand, friction),
        *_push_settings(name, push, mirrored=mirror),
        _setting("--sim", "simulator.type", simulator),
        _setting("--duration", "duration", duration),
        _setting("--backend", "scene.backend", backend),
        _setting("--report", "outputs.report", None if no_report else str(report)),
        _setting("--noise", "noise", {"seed": seed} if noise else None),
    ]
    plan = load_demo(name, settings)
    raise typer.Exit(perform(plan.experiment, plan.outputs, output, sweep=sweep))


def _demo_of(robot: str, hand: str | None) -> str:
    """The file that suits a robot; one that poise does not know stands on its feet."""
    from poise.cli.robot_option import known_preset

    preset = known_preset(robot)
    if preset is not None and not preset.floating_base:
        return "arm"
    has_hand = hand is not None or (preset is not None and preset.hand is not None)
    return "humanoid" if has_hand else "quadruped"


def _robot_settings(
    robot: str, contacts: Sequence[str], hand: str | None, friction: float | None
) -> list[Setting]:
    from poise.cli.robot_option import contact_fields, known_preset, robot_fields

    settings = [_setting("--robot", "robot", robot_fields(robot), shown=robot)]
    if hand is not None:
        settings.append(_setting("--hand", "tasks.hand.frame", hand))
    preset = known_preset(robot)
    if preset is not None and not preset.floating_base:
        if contacts or friction is not None:
            raise DefinitionError(f"{robot} has a fixed base: --contact and --friction do nothing.")
        return settings
    fields = contact_fields(robot, contacts, friction)
    if fields is not None:
        option = "--contact" if contacts else "--friction"
        shown = " --contact ".join(contacts) if contacts else str(friction)
        settings.append(_setting(option, "contacts", fields, shown=shown))
    return settings


def _push_settings(name: str, impulse: float | None, *, mirrored: bool) -> list[Setting]:
    """The three pushes are the first event of the files that have them."""
    if name == "arm":
        if impulse or mirrored:
            raise DefinitionError("an arm is not pushed: --push and --mirror do nothing.")
        return []
    settings = [_setting("--mirror", "events.0.mirrored", mirrored)]
    if impulse is not None:
        settings.append(_setting("--push", "events.0.impulse", impulse))
    return settings


def _setting(option: str, path: str, value: Any, *, shown: str | None = None) -> Setting:
    """What an option means for the file; messages call it as it was typed."""
    from poise.config import Setting

    return Setting(f"{option} {value if shown is None else shown}", tuple(path.split(".")), value)


def _require_alone(ctx: typer.Context, option: str, *companions: str) -> None:
    """Refuse options that would be left out silently."""
    for name in ctx.params:
        source = ctx.get_parameter_source(name)
        given = source is not None and source.name == "COMMANDLINE"
        if given and name not in (option, *companions):
            raise DefinitionError(
                f"--{option} goes with --robot only; change the file it writes instead of giving "
                f"--{name.replace('_', '-')}."
            )


def _write_if_asked(ctx: typer.Context, name: str, path: Path | None, output: Output) -> None:
    """Copy a file out, for the robot asked for, and stop."""
    if path is None:
        return
    from poise.config import demo_text

    _require_alone(ctx, "write", "robot", "quiet", "verbose")
    line = f"robot: {ctx.params['robot']}"
    text = re.sub(r"^robot: \S+", lambda _: line, demo_text(name), flags=re.MULTILINE)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise DefinitionError(
            f"{path} exists and is left as it is; give --write another name."
        ) from error
    except OSError as error:
        raise DefinitionError(f"{path} cannot be written: {error.strerror}.") from error
    if output.tables:
        typer.echo(f"Wrote {path}. Run it: poise run {path}")
    raise typer.Exit
