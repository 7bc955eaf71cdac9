"""A serial chain cut out of a robot: which joints move its tip, and where they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, frozen, vector
from poise.cartesian.chain_rows import chain_rows
from poise.errors import DefinitionError
from poise.model import RobotModel, require_robot
from poise.spatial import require_pose


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """The joints between two frames of a robot; never changes.

    Its positions q have one number per joint that moves the tip by itself: the angle of continuous
    joints too. A joint that mimics another is moved by the other's number, also where the other
    lies outside the chain.

    Attributes:
        robot: The robot it is part of.
        base: Name of the frame that poses are given in.
        tip: Name of the frame that moves.
        joint_names: Names of the joints, from the base to the tip, length n.
        joint_units: "rad" or "m" for each.
        joint_ids: Pinocchio's indices of all joints passed on the way from the base to the tip.
        rows: Of each joint in joint-wise arrays of the robot.
        lower: Lower position limits [rad, m]; −inf where there is none.
        upper: Upper position limits [rad, m]; +inf where there is none.
        velocity: Speed limits [rad/s, m/s]; +inf where there is none.
        links: What the compiled loops take, see :mod:`poise.cartesian.kernels`.
        positions: Where all joints of the robot stand as long as the chain does not move them,
            shape (na,) [rad, m]; joints locked by the caller at their places.
        tool: Pose of the moved point, the TCP, in the frame ``tip``.
    """

    robot: RobotModel
    base: str
    tip: str
    joint_names: tuple[str, ...]
    joint_units: tuple[str, ...]
    joint_ids: tuple[int, ...]
    rows: tuple[int, ...]
    lower: Array
    upper: Array
    velocity: Array
    links: Array
    positions: Array
    tool: pin.SE3

    @property
    def size(self) -> int:
        """Number n of joints."""
        return len(self.joint_names)

    @property
    def columns(self) -> tuple[int, ...]:
        """Of each joint in the robot's velocity, length n."""
        first = self.robot.nv - self.robot.na
        return tuple(first + row for row in self.rows)

    @property
    def turns(self) -> tuple[bool, ...]:
        """Whether each joint turns rather than slides, length n."""
        return tuple(unit == "rad" for unit in self.joint_units)

    def with_tool(self, pose: pin.SE3) -> Chain:
        """The chain with a link more, fixed to its TCP: ``pose`` of its end in the TCP so far."""
        require_pose("pose", pose)
        links = self.links.copy()
        end = pin.SE3(links[-1, :9].reshape(3, 3), links[-1, 9:12]) * pose
        links[-1, :9], links[-1, 9:12] = end.rotation.ravel(), end.translation
        return replace(self, links=frozen(links), tool=self.tool * pose)

    def robot_configuration(self, q: ArrayLike, base: pin.SE3 | None = None) -> Array:
        """Pinocchio's configuration of the whole robot, shape (nq,).

        Args:
            q: Positions of the chain's joints, shape (n,) [rad, m].
            base: Pose of a floating base in the world; identity when absent.
        """
        positions = self.positions.copy()
        positions[list(self.rows)] = vector("q", q, self.size)
        return self.robot.configuration(positions, base)

    def chain_positions(self, robot_q: ArrayLike) -> Array:
        """Positions of the chain's joints in a configuration of the robot, shape (n,) [rad, m].

        Continuous joints come out in (−π, π].
        """
        checked = vector("robot_q", robot_q, self.robot.nq)
        return self.robot.joint_positions(checked)[list(self.rows)]


def extract_chain(
    robot: RobotModel, base: str, tip: str, locked_joints: Mapping[str, float] | None = None
) -> Chain:
    """Cut a chain out of a robot.

    The base need not lie nearer to the root than the tip: the way leads through the joint that
    both hang on.

    Args:
        robot: The robot.
        base: Name of the frame that poses are given in.
        tip: Name of the frame that moves.
        locked_joints: Joints that do not move, with their positions [rad, m].

    Raises:
        FrameNotFoundError, JointNotFoundError: No such frame or joint in the robot.
        DefinitionError: A joint on the way has several degrees of freedom, or limits that exclude
            each other.
    """
    require_robot(robot)
    locked = {} if locked_joints is None else locked_joints
    if not isinstance(locked, Mapping):
        raise DefinitionError(f"locked_joints must map joints to positions, got {locked!r}.")
    positions = robot.joint_vector(locked, np.clip(0.0, robot.lower_position, robot.upper_position))
    passed, rows, links = chain_rows(robot, (base, tip), positions, frozenset(locked))
    lower, upper = robot.lower_position[rows], robot.upper_position[rows]
    names = tuple(robot.joint_names[row] for row in rows)
    for name, low, high in zip(names, lower, upper, strict=True):
        if low > high:
            raise DefinitionError(f"limits of joint {name!r} exclude each other: {low} > {high}.")
    return Chain(
        *(robot, base, tip, names, tuple(robot.joint_units[row] for row in rows)),
        *(tuple(passed), tuple(rows), frozen(lower), frozen(upper)),
        *(frozen(robot.velocity_limit[rows]), links, positions, pin.SE3.Identity()),
    )
