"""A tree cut out of a robot: the chains from one base to several TCPs, over the same joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import frozen
from poise.cartesian.chain import Chain, extract_chain
from poise.cartesian.ik_options import IkOptions
from poise.errors import DefinitionError
from poise.model import RobotModel

Tip: TypeAlias = "str | Sequence[str]"
"""Name of the frame that is a TCP; several that share one target are merged into one TCP."""


@dataclass(frozen=True, slots=True, eq=False)
class TreeOptions(IkOptions):
    """Tolerances and effort for several TCPs.

    Attributes:
        weights: How much each TCP counts where not all can be followed, > 0, one number or (k,) in
            the order declared.
    """

    weights: ArrayLike = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """The joints between a base and several TCPs; never changes.

    Attributes:
        tips: The frames of each TCP in the order declared; several where they are merged.
        chains: The chain to each frame, TCP after TCP. All of them have the joints of the whole
            tree, in the order in which the ways to the TCPs pass them first; those that do not
            move a frame have no row in its chain's links.
    """

    tips: tuple[tuple[str, ...], ...]
    chains: tuple[Chain, ...]

    @property
    def joints(self) -> Chain:
        """Any of the chains, for what they have in common: the joints and the robot."""
        return self.chains[0]

    @property
    def owners(self) -> tuple[int, ...]:
        """Which TCP each frame belongs to."""
        return tuple(tcp for tcp, frames in enumerate(self.tips) for _ in frames)

    @property
    def leaders(self) -> tuple[int, ...]:
        """Of each TCP the first frame, whose pose is the TCP's."""
        return tuple(self.owners.index(tcp) for tcp in range(len(self.tips)))

    def with_tools(self, poses: Sequence[pin.SE3]) -> Tree:
        """The tree with a link more at each TCP: one pose per TCP, of its end in the TCP so far."""
        moved = [
            chain.with_tool(poses[tcp]) for chain, tcp in zip(self.chains, self.owners, strict=True)
        ]
        return replace(self, chains=tuple(moved))


def extract_tree(
    robot: RobotModel,
    base: str,
    tips: Sequence[Tip],
    locked_joints: Mapping[str, float] | None = None,
) -> Tree:
    """Cut a tree out of a robot.

    Args:
        robot: The robot.
        base: Name of the frame that poses are given in.
        tips: The TCPs.
        locked_joints: Joints that do not move, with their positions [rad, m].

    Raises:
        FrameNotFoundError, JointNotFoundError: No such frame or joint in the robot.
        DefinitionError: No TCP, one named twice, or a way that leads over a joint with several
            degrees of freedom.
    """
    groups = _groups(tips)
    chains = [
        extract_chain(robot, base, frame, locked_joints) for frames in groups for frame in frames
    ]
    rows = tuple(dict.fromkeys(row for chain in chains for row in chain.rows))
    passed = tuple(dict.fromkeys(joint for chain in chains for joint in chain.joint_ids))
    return Tree(groups, tuple(_over(chain, rows, passed) for chain in chains))


def _groups(tips: Sequence[Tip]) -> tuple[tuple[str, ...], ...]:
    if isinstance(tips, str) or not tips:
        raise DefinitionError(
            f"tips must be a list of frames, or of tuples of frames to merge, got {tips!r}."
        )
    groups = []
    for tip in tips:
        frames = (tip,) if isinstance(tip, str) else tuple(tip)
        if not frames or not all(isinstance(frame, str) for frame in frames):
            raise DefinitionError(f"a tip must be a frame or a tuple of frames, got {tip!r}.")
        groups.append(frames)
    names = [frame for frames in groups for frame in frames]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise DefinitionError(f"tips must name each frame once, but {', '.join(twice)} recurs.")
    return tuple(groups)


def _over(chain: Chain, rows: tuple[int, ...], passed: tuple[int, ...]) -> Chain:
    """The chain with all joints of the tree."""
    robot, chosen = chain.robot, list(rows)
    links = chain.links.copy()
    for line in links[:-1]:
        line[15] = rows.index(chain.rows[int(line[15])])
    return replace(
        chain,
        joint_names=tuple(robot.joint_names[row] for row in rows),
        joint_units=tuple(robot.joint_units[row] for row in rows),
        joint_ids=passed,
        rows=rows,
        lower=frozen(robot.lower_position[chosen]),
        upper=frozen(robot.upper_position[chosen]),
        velocity=frozen(robot.velocity_limit[chosen]),
        links=frozen(links),
    )
