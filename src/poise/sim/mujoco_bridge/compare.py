"""Comparing a robot in Pinocchio with the same robot in MuJoCo."""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from poise.errors import ModelLoadError, ModelWarning, SimulationError
from poise.model.loading import load_robot
from poise.model.robot_model import RobotModel, require_robot
from poise.sim.mujoco_bridge.joint_properties import compare_joint_properties
from poise.sim.mujoco_bridge.ledger import Ledger
from poise.sim.mujoco_bridge.motion import compare_dynamics, compare_kinematics, compare_layout
from poise.sim.mujoco_bridge.report import BridgeReport, BridgeStatus
from poise.sim.mujoco_bridge.stand_ins import with_stand_ins
from poise.sim.mujoco_bridge.twin import Twin
from poise.sim.mujoco_messages import logged_messages

STATES = 5
"""Random states compared when nothing else is said."""


def compare_with_mujoco(robot: RobotModel, *, states: int = STATES, seed: int = 0) -> BridgeReport:
    """Compare kinematics, dynamics, limits and layouts of a robot with MuJoCo's.

    Each program reads the robot's file by its own parser; states, accelerations and forces are
    mapped between them by :class:`poise.sim.MujocoLayout`.

    Args:
        robot: The robot, from a URDF or MJCF.
        states: Number of random states.
        seed: Seed of the random numbers.

    Returns:
        The largest difference of each quantity, and where it is. A robot that MuJoCo refuses is
        an outcome too, with its reason.
    """
    base = "floating" if require_robot(robot).floating_base else "fixed"
    ledger, random = Ledger(), np.random.default_rng(seed)
    with logged_messages():
        try:
            twin = Twin(robot)
            compare_joint_properties(robot, ledger)
        except SimulationError as error:
            return BridgeReport(BridgeStatus.REFUSED, base, 0, reason=str(error))
        for _ in range(states):
            q, v = twin.random_state(random)
            twin.move_to(q, v)
            compare_kinematics(twin, ledger)
            if robot.nv > 0:
                compare_dynamics(twin, v, random, ledger)
                compare_layout(twin, v, ledger)
    entries = ledger.entries()
    agrees = all(entry.agrees for entry in entries)
    status = BridgeStatus.AGREES if agrees else BridgeStatus.DIFFERS
    return BridgeReport(status, base, states, entries, len(twin.places))


def check_file(path: Path, *, states: int = STATES, seed: int = 0) -> tuple[BridgeReport, ...]:
    """Compare the robot of a file with MuJoCo's; a URDF's on a fixed and on a floating base.

    Links of a URDF that MuJoCo refuses get the same made-up inertia in both programs, so that the
    rest of the robot is compared; the reports name them.

    Args:
        path: A URDF or MJCF file that can be loaded.
        states: Number of random states for each base.
        seed: Seed of the random numbers.

    Returns:
        A report per base. An MJCF file says itself how its base moves, so it gives one.
    """
    return tuple(_reports(path, states, seed))


def _reports(path: Path, states: int, seed: int) -> Iterator[BridgeReport]:
    as_said = _load(path, None)
    if as_said.source.kind == "mjcf":
        yield compare_with_mujoco(as_said, states=states, seed=seed)
        return
    for floating in (False, True):
        try:
            robot = _load(path, floating)
        except ModelLoadError:  # the file has a free joint of its own
            continue
        report = compare_with_mujoco(robot, states=states, seed=seed)
        if report.status is BridgeStatus.REFUSED:
            text, stand_ins = with_stand_ins(robot.source.text)
            if stand_ins:
                report = compare_with_mujoco(_load(text, floating), states=states, seed=seed)
                report = dataclasses.replace(report, stand_ins=stand_ins)
        yield report


def _load(source: Path | str, floating: bool | None) -> RobotModel:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)  # the review of the file tells them
        return load_robot(source, floating_base=floating)
