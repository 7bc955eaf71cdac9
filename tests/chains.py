"""The chains that inverse kinematics is judged on, and targets for them."""

from __future__ import annotations

from functools import cache

import numpy as np
import pinocchio as pin

from poise.cartesian import ChainSolver
from poise.model import RobotModel, load_robot
from poise.model.dh import DhRow, DhTable
from poise.model.link_chain import model_of_chains

_QUARTER = np.pi / 2.0


def sliding_arm() -> RobotModel:
    """Six joints on a rail of 1.5 m."""
    alphas = (-_QUARTER, 0.0, -_QUARTER, _QUARTER, -_QUARTER, 0.0)
    rows = [
        DhRow(joint="prismatic", alpha=-_QUARTER, lower=-0.5, upper=1.0),
        *(
            DhRow(a=a, d=d, alpha=alpha, lower=-2.6, upper=2.6)
            for a, d, alpha in zip(
                (0.05, 0.35, 0.05, 0.0, 0.0, 0.0), (0.3, 0, 0, 0.3, 0, 0.1), alphas, strict=True
            )
        ),
    ]
    return RobotModel(model_of_chains("sliding_arm", [DhTable(rows).chain()]))


_FRAMES = {
    "panda": ("panda_link0", "panda_hand"),
    "iiwa": ("base_link", "tool0"),
    "ur5": ("base_link", "tool0"),
    "ur10": ("base_link", "tool0"),
    "kinova": ("j2s6s200_link_base", "j2s6s200_end_effector"),
    "z1": ("link00", "link06"),
    "xarm7": ("link_base", "link7"),
    "talos": ("torso_2_link", "arm_left_7_link"),
    "icub": ("root_link", "l_hand"),
    "so101": ("base_link", "gripper_frame_link"),
    "sliding_arm": ("base_link", "tool0"),
}
NAMES = tuple(_FRAMES)


@cache
def arm(name: str) -> ChainSolver:
    """The solver of a chain by its name."""
    own = {"sliding_arm": sliding_arm}
    robot = own[name]() if name in own else load_robot(name)
    return ChainSolver(robot, *_FRAMES[name])


def sliding_arm_solver() -> ChainSolver:
    """The one chain that needs no robot description."""
    return ChainSolver(sliding_arm(), *_FRAMES["sliding_arm"])


def ranges(solver: ChainSolver) -> tuple[np.ndarray, np.ndarray]:
    """The joints' limits, ±π for those that have none."""
    lower = np.where(np.isfinite(solver.lower_limits), solver.lower_limits, -np.pi)
    return lower, np.where(np.isfinite(solver.upper_limits), solver.upper_limits, np.pi)


def positions(solver: ChainSolver, count: int, seed: int) -> np.ndarray:
    """Joint positions within the limits, shape (count, n)."""
    lower, upper = ranges(solver)
    return np.random.default_rng(seed).uniform(lower, upper, (count, solver.num_joints))


def positions_at_limits(solver: ChainSolver, count: int, seed: int) -> np.ndarray:
    """Each joint at one of its limits with probability 0.3."""
    lower, upper = ranges(solver)
    rng = np.random.default_rng(seed)
    q = rng.uniform(lower, upper, (count, solver.num_joints))
    at, side = rng.random(q.shape) < 0.3, rng.random(q.shape) < 0.5
    return np.where(at, np.where(side, lower, upper), q)


def positions_at_zero(solver: ChainSolver, count: int, seed: int) -> np.ndarray:
    """Each joint at 0, or where its limits come nearest to it, with probability 0.5."""
    lower, upper = ranges(solver)
    rng = np.random.default_rng(seed)
    q = rng.uniform(lower, upper, (count, solver.num_joints))
    return np.where(rng.random(q.shape) < 0.5, np.clip(0.0, lower, upper), q)


class Truth:
    """Pinocchio's own kinematics of a chain."""

    def __init__(self, solver: ChainSolver) -> None:
        self.chain = solver.chain
        self.model = self.chain.robot.pin_model
        self.data = self.model.createData()
        self.base = self.chain.robot.frame_id(self.chain.base)
        self.limits = solver.lower_limits, solver.upper_limits
        self.tip = self.chain.robot.frame_id(self.chain.tip)

    def pose(self, q: np.ndarray) -> pin.SE3:
        """Pose of the tip in the base."""
        full = self.chain.robot_configuration(q)
        pin.framesForwardKinematics(self.model, self.data, full)
        return self.data.oMf[self.base].actInv(self.data.oMf[self.tip])

    def errors(self, q: np.ndarray, target: pin.SE3) -> tuple[float, float]:
        """Distance and angle between the tip at q and a target."""
        pose = self.pose(q)
        turn = pin.log3(pose.rotation.T @ target.rotation)
        gap = target.translation - pose.translation
        return float(np.linalg.norm(gap)), float(np.linalg.norm(turn))
