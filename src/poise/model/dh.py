"""Robots from Denavit–Hartenberg parameters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import array_of_shape, did_you_mean, non_empty_name, number, vector
from poise.errors import DefinitionError
from poise.model.link_chain import ChainLink, JointKind, JointLimits, LinkChain
from poise.spatial import require_pose

DhConvention: TypeAlias = Literal["standard", "modified"]

_Three: TypeAlias = tuple[float, float, float]
# An inertia whose smallest eigenvalue is this far below zero, relative to the largest, is wrong;
# nearer, it is rounding.
_RELATIVE_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class DhRow:
    """One row of a Denavit–Hartenberg table.

    The joint's position q adds to ``offset`` where the joint turns and to ``d`` where it slides.

    Attributes:
        a: Length along x [m].
        alpha: Turn about x [rad].
        d: Length along z [m].
        offset: Constant part of the turn about z [rad].
        joint: "revolute", "prismatic" or "fixed".
        lower: Lower position limit [rad, m].
        upper: Upper position limit [rad, m]; with both infinite a revolute joint is continuous.
        velocity: Speed limit [rad/s, m/s].
        effort: Torque or force limit [N·m, N].
        armature: Rotor inertia seen at the joint [kg·m², kg].
        mass: Mass of the link [kg].
        com: Its centre of mass in the row's own frame [m].
        inertia: Inertia about the centre of mass in the axes of that frame [kg·m²]: shape (3,)
            for a diagonal one, or (3, 3).
        name: Name of the joint; "joint_1", "joint_2", … by place in the table when absent.

    Raises:
        DefinitionError: A value that the row cannot have.
    """

    a: float = 0.0
    alpha: float = 0.0
    d: float = 0.0
    offset: float = 0.0
    joint: JointKind = "revolute"
    lower: float = -np.inf
    upper: float = np.inf
    velocity: float = np.inf
    effort: float = np.inf
    armature: float = 0.0
    mass: float = 0.0
    com: _Three = (0.0, 0.0, 0.0)
    inertia: _Three | tuple[_Three, _Three, _Three] = (0.0, 0.0, 0.0)
    name: str | None = None

    def __post_init__(self) -> None:
        for label in ("a", "alpha", "d", "offset"):
            _set(self, label, number(label, getattr(self, label)))
        if self.joint not in get_args(JointKind):
            raise DefinitionError(
                f"joint must be one of {', '.join(get_args(JointKind))}, got {self.joint!r}. "
                f"{did_you_mean(str(self.joint), get_args(JointKind))}"
            )
        for label in ("lower", "upper"):
            _set(self, label, number(label, getattr(self, label), allow_infinite=True))
        if self.lower > self.upper:
            raise DefinitionError(f"lower must be ≤ upper, got {self.lower:g} > {self.upper:g}.")
        for label in ("velocity", "effort"):
            value = number(label, getattr(self, label), minimum=0.0, allow_infinite=True)
            _set(self, label, value)
        for label in ("armature", "mass"):
            _set(self, label, number(label, getattr(self, label), minimum=0.0))
        _set(self, "com", tuple(vector("com", self.com, 3).tolist()))
        _set(self, "inertia", _checked_inertia(self.inertia))
        if self.name is not None:
            non_empty_name("name", self.name)


@dataclass(frozen=True, slots=True, eq=False)
class DhTable:
    """A serial robot as a table of Denavit–Hartenberg rows; ``load_robot`` makes a robot of it.

    The frame of row i in the frame of row i − 1 is, with θ and d as the row's joint makes them,

    - standard: Rz(θ) Tz(d) Tx(a) Rx(α): the frame lies at the far end of the link;
    - modified (Craig): Rx(α) Tx(a) Rz(θ) Tz(d): the frame lies at the link's own joint.

    The frames are "base_link", "link_1", "link_2", … and "tool0".

    Attributes:
        rows: The rows, from the base to the tip; an iterable is taken.
        convention: "standard" or "modified".
        name: Name of the robot.
        base: Pose of the first row's root in "base_link" (H0).
        tip: Pose of "tool0" in the last row's frame (HN).

    Raises:
        DefinitionError: No rows, something that is no row, an unknown convention, no pose.
    """

    rows: tuple[DhRow, ...]
    convention: DhConvention = "standard"
    name: str = "dh_robot"
    base: pin.SE3 = field(default_factory=pin.SE3.Identity)
    tip: pin.SE3 = field(default_factory=pin.SE3.Identity)

    def __post_init__(self) -> None:
        if not isinstance(self.rows, Iterable):
            raise DefinitionError(f"rows must be DhRow values, got {self.rows!r}.")
        rows: tuple[object, ...] = tuple(self.rows)
        wrong = [row for row in rows if not isinstance(row, DhRow)]
        if wrong or not rows:
            raise DefinitionError(f"rows must be one or more DhRow values, got {wrong or rows!r}.")
        _set(self, "rows", rows)
        if self.convention not in get_args(DhConvention):
            raise DefinitionError(
                f"convention must be 'standard' or 'modified', got {self.convention!r}."
            )
        non_empty_name("name", self.name)
        require_pose("base", self.base)
        require_pose("tip", self.tip)
        _set(self, "base", self.base.copy())
        _set(self, "tip", self.tip.copy())

    def chain(self) -> LinkChain:
        """The table as a chain of links."""
        links = [
            dh_link(row, self.convention, f"link_{k}", row.name or f"joint_{k}")
            for k, row in enumerate(self.rows, start=1)
        ]
        return LinkChain(links, "tool0", base=self.base, end=self.tip)


def dh_link(row: DhRow, convention: DhConvention, link: str, joint: str) -> ChainLink:
    """A row as a link of a chain.

    Args:
        row: The row.
        convention: Where the row's frame lies.
        link: Name of the link's frame.
        joint: Name of the joint.
    """
    z = np.array([0.0, 0.0, 1.0])
    along_x = pin.SE3(pin.utils.rotate("x", row.alpha), np.array([row.a, 0.0, 0.0]))
    along_z = pin.SE3(pin.utils.rotate("z", row.offset), row.d * z)
    modified = convention == "modified"
    inertia = np.array(row.inertia)
    return ChainLink(
        *(link, joint, row.joint, z),
        origin=along_x if modified else pin.SE3.Identity(),
        tip=along_z if modified else along_z * along_x,
        inertia=pin.Inertia(
            row.mass, np.array(row.com), np.diag(inertia) if inertia.ndim == 1 else inertia
        ),
        limits=JointLimits(row.lower, row.upper, row.velocity, row.effort, row.armature),
    )


def _checked_inertia(value: ArrayLike) -> object:
    """A diagonal as three numbers, or a symmetric matrix without negative eigenvalues."""
    if np.ndim(value) != 2:
        diagonal = vector("inertia", value, 3)
        if (diagonal < 0.0).any():
            raise DefinitionError(f"inertia must be ≥ 0 about each axis, got {diagonal.tolist()}.")
        return tuple(diagonal.tolist())
    matrix = array_of_shape("inertia", value, (3, 3))
    values = np.linalg.eigvalsh(matrix)
    lowest_allowed = -_RELATIVE_ROUNDING * abs(values[2])
    if not np.allclose(matrix, matrix.T, rtol=0.0, atol=-lowest_allowed):
        raise DefinitionError(f"inertia must be symmetric, got {matrix.tolist()}.")
    if values[0] < lowest_allowed:
        raise DefinitionError(
            f"inertia must have no negative eigenvalue, but has {values[0]:g} kg·m²."
        )
    return tuple(tuple(row) for row in matrix.tolist())


def _set(target: object, name: str, value: object) -> None:
    """Store a checked value in a frozen dataclass that is being constructed."""
    object.__setattr__(target, name, value)
