"""The whole-body programs of another controller, rebuilt as scenes of poise.

The stored numbers were computed by ARC-OPT's C++ controller; see tests/data/oracles/wbc.
Its conventions: contact wrenches in world axes, sizes as half lengths, weights that act squared,
and the bias of the base link where the centre of mass's own belongs.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pinocchio as pin

from poise.contact import Contact, PointContact, SurfaceContact
from poise.model import RobotModel, Snapshot, Workspace, load_robot
from poise.scenes import Penalties, ReducedTsidScene, TsidScene
from poise.tasks import CenterOfMassTask, FramePoseTask, PostureTask, Task

S = TypeVar("S", ReducedTsidScene, TsidScene)

DATA = Path(__file__).parent / "data" / "oracles" / "wbc"
ROBOTS = ("g1", "talos", "go2")


@functools.cache
def load(kind: str, robot: str) -> Any:
    """The stored numbers: kind "" (states and solutions), "qp", "mid" or "tsid_cpp"."""
    return json.loads((DATA / kind / f"{robot}.json").read_text())


@functools.cache
def robot_without_losses(name: str) -> RobotModel:
    """The robot as the other controller sees it: without joint damping and friction."""
    loaded = load_robot(name)
    model = loaded.pin_model.copy()
    model.damping = np.zeros(model.nv)
    for limit in (model.lowerDryFrictionLimit, model.upperDryFrictionLimit):
        limit[:] = 0.0
    robot = RobotModel(model, loaded.source)
    assert not robot.damping.any()
    assert not robot.friction.any()
    return robot


def tasks(robot: str) -> list[Task]:
    """The stored tasks."""
    result: list[Task] = []
    for task in load("", robot)["tasks"]:
        if task["type"] == "com_acceleration":
            result.append(CenterOfMassTask(task["name"], task["weight"]))
        elif task["type"] == "spatial_acceleration":
            result.append(FramePoseTask(task["name"], task["frame"], task["weight"]))
        else:
            result.append(PostureTask(task["name"], task["weight"]))
    return result


def snapshot(robot: str, state: int) -> Snapshot:
    """The robot at a stored state."""
    model = robot_without_losses(robot)
    stored = load("", robot)["states"][state]
    return Workspace(model).evaluate(model.state(stored["q"], stored["v"]))


def contacts(robot: str, at: Snapshot) -> list[Contact]:
    """The stored contacts, their axes set to the world's at a state."""
    stored = load("", robot)
    result: list[Contact] = []
    for contact in stored["contacts"]:
        frame, friction = contact["frame"], contact["mu"]
        if stored["dim_contact"] == 6:
            placement = pin.SE3(at.pose(frame).rotation.T, np.zeros(3))
            length, width = 2.0 * contact["wx"], 2.0 * contact["wy"]
            result.append(SurfaceContact(frame, length, width, friction, placement))
        else:
            result.append(PointContact(frame, friction))
    return result


def references(robot: str, state: int, at: Snapshot) -> dict[str, np.ndarray]:
    """The stored references, with the other controller's bias of the centre of mass put in."""
    stored = load("", robot)["states"][state]
    result = {name: np.array(value) for name, value in stored["references"].items()}
    result["com"] += at.com_bias_acceleration - np.array(stored["com_bias_used"])
    return result


def scene(robot: str, at: Snapshot, regularizer: float, backend: str = "daqp") -> ReducedTsidScene:
    """The reduced scene at a state, with one regulariser for accelerations and forces."""
    return _configured(ReducedTsidScene, robot, at, Penalties(regularizer, regularizer), backend)


def full_scene(robot: str, at: Snapshot, regularizer: float, backend: str = "daqp") -> TsidScene:
    """The full scene at a state; the other controller regularises its torques too."""
    penalties = Penalties(regularizer, regularizer, torque=regularizer)
    return _configured(TsidScene, robot, at, penalties, backend)


def _configured(kind: type[S], robot: str, at: Snapshot, penalties: Penalties, backend: str) -> S:
    result = kind(
        at.robot,
        contacts(robot, at),
        backend=backend,
        cone="outer",
        contact_damping=0.0,
        penalties=penalties,
    )
    result.configure(tasks(robot))
    return result
