"""Whether a MuJoCo world is the same machine as the robot's Pinocchio model."""

from __future__ import annotations

from collections.abc import Sequence

import mujoco
import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.errors import SimulationError
from poise.model.robot_model import RobotModel
from poise.model.snapshot import Snapshot, Workspace
from poise.sim.mujoco_layout import MujocoLayout
from poise.sim.mujoco_world import Carrier

_TOLERANCE = 1e-9  # relative; both compute in double precision from the same numbers


def check_same_machine(
    robot: RobotModel, model: mujoco.MjModel, layout: MujocoLayout, carriers: Sequence[Carrier]
) -> float:
    """Compare mass, inertia matrix, weight and contact places at one random state.

    Returns:
        The largest relative difference of the inertia matrix.

    Raises:
        SimulationError: They differ; the message says in what.
    """
    mass = float(model.body_mass[model.body_weldid > 0].sum())
    if abs(mass - robot.total_mass) > _TOLERANCE * robot.total_mass:
        raise _difference(robot, f"the moving mass is {mass:g} kg, not {robot.total_mass:g} kg")
    q, v = _random_state(robot)
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:] = layout.to_mujoco(q, v)
    mujoco.mj_fwdPosition(model, data)
    snapshot = Workspace(robot).evaluate(robot.state(q, v))
    turn = layout.velocity_map(q)
    dense = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, dense)
    error = _relative(turn.T @ dense @ turn, snapshot.M)
    if error > _TOLERANCE:
        raise _difference(robot, f"the inertia matrices differ by {error:.1e}, relative")
    _check_places(robot, data, snapshot, carriers)
    data.qvel[:] = 0.0
    mujoco.mj_fwdVelocity(model, data)
    gravity = Workspace(robot).evaluate(robot.state(q)).h
    # Where no joint carries weight, rounding must not be compared with rounding.
    scale = 0.1 * robot.total_mass * float(np.linalg.norm(robot.gravity))
    error_of_weight = _relative(turn.T @ data.qfrc_bias, gravity, scale)
    if error_of_weight > _TOLERANCE:
        raise _difference(robot, f"the weights differ by {error_of_weight:.1e}, relative")
    return error


def _check_places(
    robot: RobotModel, data: mujoco.MjData, snapshot: Snapshot, carriers: Sequence[Carrier]
) -> None:
    for carrier in carriers:
        ours = snapshot.pose(carrier.place)
        theirs = carrier.pose(data)
        if not ours.isApprox(theirs, _TOLERANCE):
            distance = float(np.linalg.norm(ours.translation - theirs.translation))
            raise _difference(
                robot, f"contact {carrier.place.name!r} is {distance:.1e} m away or turned"
            )


def _random_state(robot: RobotModel) -> tuple[Array, Array]:
    random = np.random.default_rng(0)
    joints = random.uniform(-1.0, 1.0, robot.na)
    joints = np.clip(joints, robot.lower_position, robot.upper_position)
    base = pin.SE3(pin.exp3(random.uniform(-1.0, 1.0, 3)), random.uniform(-1.0, 1.0, 3))
    q = robot.configuration(joints, base if robot.floating_base else None)
    return q, random.uniform(-1.0, 1.0, robot.nv)


def _relative(ours: Array, theirs: Array, scale: float = 0.0) -> float:
    scale = max(float(np.abs(theirs).max(initial=0.0)), scale, 1e-12)
    return float(np.abs(ours - theirs).max(initial=0.0)) / scale


def _difference(robot: RobotModel, what: str) -> SimulationError:
    return SimulationError(
        f"The MuJoCo world of robot '{robot.name}' is another machine than its Pinocchio model: "
        f"{what}. The file says something that the two read differently."
    )
