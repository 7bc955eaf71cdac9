"""One robot in Pinocchio and in MuJoCo, at the same state."""

from __future__ import annotations

import mujoco
import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.errors import SimulationError
from poise.model.frames import FramePlace
from poise.model.robot_model import RobotModel
from poise.model.snapshot import Workspace
from poise.sim.mujoco_layout import MujocoLayout
from poise.sim.mujoco_robot import robot_spec

_REACH = np.pi  # how far joints without limits turn or slide [rad, m]


class Twin:
    """The robot in both programs.

    Args:
        robot: The robot, from a URDF or MJCF.

    Raises:
        SimulationError: The robot has no file, or MuJoCo refuses it.
    """

    def __init__(self, robot: RobotModel) -> None:
        self.robot = robot
        try:
            spec = robot_spec(robot)
            spec.option.gravity = robot.gravity
            self.model = spec.compile()
        except (ValueError, mujoco.FatalError) as error:
            raise SimulationError(" ".join(str(error).split())) from error
        self.layout = MujocoLayout(robot, self.model)
        self.data = mujoco.MjData(self.model)
        self._workspace = Workspace(robot)
        self.dof_names = _dof_names(robot)
        self.places = _places(robot, self.model)

    def move_to(self, q: Array, v: Array) -> None:
        """Put both at a state and evaluate kinematics and dynamics there."""
        self.snapshot = self._workspace.evaluate(self.robot.state(q, v))
        self.data.qpos[:], self.data.qvel[:] = self.layout.to_mujoco(q, v)
        mujoco.mj_fwdPosition(self.model, self.data)
        mujoco.mj_fwdVelocity(self.model, self.data)
        mujoco.mj_subtreeVel(self.model, self.data)
        dense = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_fullM(self.model, self.data, dense)
        self.inertia = dense

    def random_state(self, random: np.random.Generator) -> tuple[Array, Array]:
        """q and v, the joints within their limits, the base anywhere and turned anyhow."""
        robot = self.robot
        lower = np.maximum(robot.lower_position, -_REACH)
        upper = np.minimum(robot.upper_position, _REACH)
        joints = np.clip(
            random.uniform(np.minimum(lower, _REACH), np.maximum(upper, -_REACH)),
            robot.lower_position,
            robot.upper_position,
        )
        base = None
        if robot.floating_base:
            turn = random.normal(size=4)
            base = pin.SE3(pin.Quaternion(turn / np.linalg.norm(turn)), random.normal(size=3))
        return robot.configuration(joints, base), random.normal(size=robot.nv)


def _dof_names(robot: RobotModel) -> list[str]:
    axes = ("x", "y", "z", "about x", "about y", "about z")
    base = [f"base {axis}" for axis in axes] if robot.floating_base else []
    return [*base, *robot.joint_names]


def _places(robot: RobotModel, model: mujoco.MjModel) -> list[tuple[FramePlace, int, int]]:
    """Each link and site that both programs have: place, MuJoCo's object type, its index."""
    found = []
    body, site = int(mujoco.mjtObj.mjOBJ_XBODY), int(mujoco.mjtObj.mjOBJ_SITE)
    bodies = {model.body(i).name: i for i in range(1, model.nbody)}
    sites = {model.site(i).name: i for i in range(model.nsite)}
    for frame in robot.pin_model.frames:
        place = FramePlace(frame.name, frame.parentJoint, frame.placement.copy())
        if frame.type == pin.FrameType.OP_FRAME and frame.name in sites:
            found.append((place, site, sites[frame.name]))
        if frame.type != pin.FrameType.BODY or frame.name == "world":  # MuJoCo's own
            continue
        if frame.name not in bodies:
            raise SimulationError(f"MuJoCo has no body for the link {frame.name!r}.")
        found.append((place, body, bodies[frame.name]))
    return found
