"""``poise check``: what is wrong with a robot file, and whether MuJoCo computes the same robot."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from poise.cli.options import (
    JsonOption,
    Output,
    QuietOption,
    VerboseOption,
    VersionOption,
    messages,
)
from poise.errors import DependencyError

if TYPE_CHECKING:
    from pathlib import Path

    from poise.model.review import Review
    from poise.sim.mujoco_bridge import BridgeReport

EXIT_PASSES = 0
EXIT_FAULT = 1
EXIT_DIFFERS = 3

RobotArgument = Annotated[
    str,
    typer.Argument(
        metavar="ROBOT",
        help="A name that 'poise robots' lists, a URDF or MJCF file, or the name of a file of the "
        "package example-robot-data, such as tiago_dual.",
    ),
]
StatesOption = Annotated[
    int,
    typer.Option("--states", min=1, max=10_000, help="Random states to compare, for each base."),
]
SeedOption = Annotated[int, typer.Option("--seed", min=0, help="Seed of the random states.")]


def check(
    ctx: typer.Context,
    robot: RobotArgument,
    states: StatesOption = 5,
    seed: SeedOption = 0,
    json: JsonOption = False,
    verbose: VerboseOption = 0,
    quiet: QuietOption = False,
    version: VersionOption = False,  # noqa: ARG001 - handled by its callback
) -> None:
    """Review a robot file, and compare the robot in Pinocchio and MuJoCo number by number.

    Exit status: 0 no faults and no differences, 1 the file has a fault, 2 wrong usage, 3 MuJoCo
    computes another robot or cannot be given it, although the file has no fault.
    """
    output = ctx.with_resource(messages(Output(json, quiet, verbose)))
    from poise.model.review import review_file
    from poise.model.robot_lookup import robot_file

    path = robot_file(robot)
    review = review_file(path)
    bridge, obstacle = _bridge(path, review, states, seed)
    status = _exit_status(review, bridge)
    if output.json:
        from poise.cli.json_output import print_json

        print_json(
            {
                "robot": robot,
                "file": str(path),
                "exit_status": status,
                "findings": [_finding(item) for item in review.findings],
                "bridge": [_report(item) for item in bridge],
                "bridge_not_tested": obstacle or None,
            }
        )
    if output.tables:
        from poise.cli.check_tables import print_check

        print_check(robot, review, bridge, obstacle, all_subjects=verbose > 0)
    raise typer.Exit(status)


def _bridge(
    path: Path, review: Review, states: int, seed: int
) -> tuple[tuple[BridgeReport, ...], str]:
    """The comparisons, or why there are none."""
    if review.robot is None:
        return (), "The file cannot be loaded, so there is nothing to compare."
    try:
        from poise.sim import check_file
    except DependencyError:
        return (), "MuJoCo is not installed, so nothing is compared: pip install 'poise[mujoco]'."
    return check_file(path, states=states, seed=seed), ""


def _exit_status(review: Review, bridge: tuple[BridgeReport, ...]) -> int:
    if review.faults:
        return EXIT_FAULT
    return EXIT_PASSES if all(report.agrees for report in bridge) else EXIT_DIFFERS


def _finding(finding: Any) -> dict[str, Any]:
    return {
        **asdict(finding),
        "kind": finding.kind.name.lower(),
        "severity": finding.severity.name.lower(),
    }


def _report(report: BridgeReport) -> dict[str, Any]:
    return {
        **asdict(report),
        "status": report.status.name.lower(),
        "differences": [
            {
                "quantity": item.quantity.name.lower(),
                "largest": item.largest,
                "unit": item.quantity.unit,
                "where": item.where,
                "tolerance": item.tolerance,
                "agrees": item.agrees,
            }
            for item in report.differences
        ],
    }
