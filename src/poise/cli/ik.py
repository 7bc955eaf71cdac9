"""``poise ik``: joint positions that bring a robot's TCP to a pose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

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

if TYPE_CHECKING:
    import pinocchio as pin

    from poise.cartesian import ChainSolver, IkResult

EXIT_REACHED = 0
EXIT_NOT_REACHED = 1

_POSE = ("x", "y", "z", "rx", "ry", "rz")
TargetOption = Annotated[
    str,
    typer.Option(
        metavar="'x y z rx ry rz'",
        help="Position [m] and axis times angle [rad] of the TCP in the base; with "
        "--position-only three numbers.",
    ),
]
GuessOption = Annotated[
    str | None,
    typer.Option(
        metavar="'q1 q2 …'",
        show_default="the known robot's stance, or all at 0 within the limits",
        help="Where to start; answers near it are preferred.",
    ),
]
PositionOnlyOption = Annotated[
    bool, typer.Option("--position-only", metavar="", help="Any orientation will do.")
]


def ik(
    ctx: typer.Context,
    robot: RobotArgument,
    target: TargetOption,
    tip: TipOption = None,
    base: BaseOption = None,
    guess: GuessOption = None,
    position_only: PositionOnlyOption = False,
    degrees: DegreesOption = False,
    json: JsonOption = False,
    verbose: VerboseOption = 0,
    quiet: QuietOption = False,
    version: VersionOption = False,  # noqa: ARG001 - handled by its callback
) -> None:
    """Find joint positions that bring a robot's TCP to a pose, within the joint limits.

    poise ik panda --target '0.4 0.1 0.5 3.14 0 0'

    Exit status: 0 reached, 1 not reached (the best found is shown), 2 wrong usage.
    """
    output = ctx.with_resource(messages(Output(json, quiet, verbose)))
    import numpy as np

    from poise.cartesian import TargetParts
    from poise.spatial import pose_from_vector

    solver = solver_for(robot, base, tip, degrees=degrees)
    wanted = numbers("--target", target, _POSE[:3] if position_only else _POSE)
    pose = pose_from_vector([*wanted, 0.0, 0.0, 0.0][:6])
    start = _start(solver) if guess is None else numbers("--guess", guess, solver.joint_names)
    parts = TargetParts.position_only() if position_only else TargetParts()
    result = solver.inv_kin(pose, np.array(start), parts=parts)
    if output.json:
        from poise.cli.json_output import print_json

        print_json(_as_dict(solver, result))
    if output.tables:
        _tell(solver, result, pose, position_only=position_only)
    raise typer.Exit(EXIT_REACHED if result.converged else EXIT_NOT_REACHED)


def _start(solver: ChainSolver) -> list[float]:
    """The robot's stance where it has one, in the units of the solver."""
    import numpy as np

    chain = solver.chain
    preset = chain.robot.preset
    stance = chain.robot.joint_vector({} if preset is None else preset.stance)[list(chain.rows)]
    start = solver.units.outside(np.clip(stance, chain.lower, chain.upper))
    return [float(value) for value in start]


def _as_dict(solver: ChainSolver, result: IkResult) -> dict[str, Any]:
    return {
        "base": solver.chain.base,
        "tip": solver.chain.tip,
        "converged": result.converged,
        "status": result.status.name,
        "message": result.status.value,
        "joints": dict(zip(solver.joint_names, result.q.tolist(), strict=True)),
        "pose": solver.fwd_kin(result.q).tolist(),
        "position_residual": result.position_residual,
        "rotation_residual": result.rotation_residual,
        "active_limits": [f"{joint} {side}" for joint, side in result.active_limits],
        "iterations": result.iterations,
        "branch": result.branch,
    }


def _tell(solver: ChainSolver, result: IkResult, target: pin.SE3, *, position_only: bool) -> None:
    from poise.cli.tables import console

    stdout = console()
    marked = {joint: f"at its {side} limit" for joint, side in result.active_limits}
    stdout.print(joints_table(solver, result.q, marked))
    reached = {"reached": solver.tcp_pose(result.q)}
    if position_only:
        stdout.print(pose_table(reached, {"target": target.translation}))
    else:
        stdout.print(pose_table({"target": target, **reached}))
    typer.echo(
        f"{result.status.value} {result.position_residual:.2g} m and "
        f"{result.rotation_residual:.2g} rad from the target, {result.iterations} iterations, "
        f"{'from the guess' if result.branch == 0 else f'start {result.branch + 1}'}."
    )
