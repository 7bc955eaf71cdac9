"""The options of ``poise demo``: what each is called, and its help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

_OWN = "Your own robot"
_RUN = "The run"
_OUT = "What is written"

RobotOption = Annotated[
    str,
    typer.Option(
        metavar="NAME|PATH",
        help="A robot that 'poise robots' lists, or the path of a URDF, which needs --contact.",
    ),
]
ContactsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--contact",
        metavar="FRAME[:LENGTHxWIDTH][@x,y,z]",
        help="What it stands on; once per foot. With a size a rectangle, otherwise a point; "
        "x,y,z is its place in the frame, in metres.",
        rich_help_panel=_OWN,
    ),
]
HandOption = Annotated[
    str | None,
    typer.Option(metavar="FRAME", help="Frame that follows a path.", rich_help_panel=_OWN),
]
FrictionOption = Annotated[
    float | None,
    typer.Option(
        metavar="MU",
        show_default="the known robot's, otherwise 0.6",
        help="Coefficient of friction of all contacts, in controller and simulator.",
        rich_help_panel=_OWN,
    ),
]
SimulatorOption = Annotated[
    Literal["mujoco", "soft"],
    typer.Option(
        "--sim",
        help="MuJoCo, or poise's own simulator with soft contacts.",
        rich_help_panel=_RUN,
    ),
]
DurationOption = Annotated[
    float,
    typer.Option(metavar="S", help="How long it lasts, in seconds.", rich_help_panel=_RUN),
]
PushOption = Annotated[
    float | None,
    typer.Option(
        metavar="NS",
        show_default="one that the robot survives",
        help="Impulse of each of the three pushes, in N·s; 0 for none.",
        rich_help_panel=_RUN,
    ),
]
MirrorOption = Annotated[
    bool,
    typer.Option(
        "--mirror", metavar="", help="Push from the opposite sides.", rich_help_panel=_RUN
    ),
]
NoiseOption = Annotated[
    bool,
    typer.Option(
        "--noise",
        metavar="",
        help="Let the controller see noisy velocities: σ 0.05 rad/s for joints, 0.02 m/s for "
        "the base.",
        rich_help_panel=_RUN,
    ),
]
SweepOption = Annotated[
    bool,
    typer.Option(
        "--sweep",
        metavar="",
        help="With --noise: also run with growing rate penalties, ten runs more, and let the "
        "report show what they do and where the robot falls.",
        rich_help_panel=_RUN,
    ),
]
SeedOption = Annotated[
    int, typer.Option(metavar="N", min=0, help="Seed of the noise.", rich_help_panel=_RUN)
]
BackendOption = Annotated[
    str, typer.Option(metavar="NAME", help="Which QP solver to use.", rich_help_panel=_RUN)
]
ReportOption = Annotated[
    Path,
    typer.Option(
        metavar="FILE", help="Where to write the report, an HTML file.", rich_help_panel=_OUT
    ),
]
NoReportOption = Annotated[
    bool,
    typer.Option("--no-report", metavar="", help="Write no report.", rich_help_panel=_OUT),
]
WriteOption = Annotated[
    Path | None,
    typer.Option(
        "--write",
        metavar="FILE",
        help="Write the file that says all this, to be changed and run with 'poise run', and stop.",
        rich_help_panel=_OUT,
    ),
]
