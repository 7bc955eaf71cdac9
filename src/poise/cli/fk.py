"""``poise fk``: where a robot's TCP is."""

from __future__ import annotations

from typing import Annotated

import typer

from poise.cli.chain_options import (
    BaseOption,
    DegreesOption,
    RobotArgument,
    TipOption,
    joints_table,
    numbers,
    pose_table,
    solver_for,
)
from poise.cli.options import (
    JsonOption,
    Output,
    QuietOption,
    VerboseOption,
    VersionOption,
    messages,
)

PositionsOption = Annotated[
    str | None,
    typer.Option(
        "--q",
        metavar="'q1 q2 …'",
        show_default="all at 0, or the limit next to it",
        help="Joint positions from the base to the tip, in radians and metres.",
    ),
]


def fk(
    ctx: typer.Context,
    robot: RobotArgument,
    q: PositionsOption = None,
    tip: TipOption = None,
    base: BaseOption = None,
    degrees: DegreesOption = False,
    json: JsonOption = False,
    verbose: VerboseOption = 0,
    quiet: QuietOption = False,
    version: VersionOption = False,  # noqa: ARG001 - handled by its callback
) -> None:
    """Tell the pose of a robot's TCP at given joint positions.

    poise fk panda --q '0 0.3 0 -1.5 0 1.8 0.8'
    """
    output = ctx.with_resource(messages(Output(json, quiet, verbose)))
    import numpy as np

    solver = solver_for(robot, base, tip, degrees=degrees)
    positions = np.clip(0.0, solver.lower_limits, solver.upper_limits)
    if q is not None:
        positions = np.array(numbers("--q", q, solver.joint_names))
    pose = solver.tcp_pose(positions)
    if output.json:
        from poise.cli.json_output import print_json

        print_json(
            {
                "base": solver.chain.base,
                "tip": solver.chain.tip,
                "joints": dict(zip(solver.joint_names, positions.tolist(), strict=True)),
                "pose": solver.fwd_kin(positions).tolist(),
                "matrix": pose.homogeneous.tolist(),
            }
        )
    if output.tables:
        from poise.cli.tables import console

        stdout = console()
        stdout.print(joints_table(solver, positions, {}))
        stdout.print(pose_table({f"{solver.chain.tip} in {solver.chain.base}": pose}))
