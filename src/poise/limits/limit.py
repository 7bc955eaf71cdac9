"""What a user may add to any scene besides its own constraints: the interfaces of limits."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, NamedTuple

from poise.arrays import Array, non_empty_name, number
from poise.constraints import Variables
from poise.model import RobotModel, Snapshot
from poise.tasks import Efforts


class LimitTick(NamedTuple):
    """What limits may look at when a tick is written.

    Attributes:
        snapshot: The robot.
        variables: Layout of the program's variables x.
        efforts: Torques and contact forces as functions of x.
        acceleration: q̈ last commanded, shape (nv,); None on the first tick.
        torque: Torques last commanded, shape (na,); None on the first tick.
    """

    snapshot: Snapshot
    variables: Variables
    efforts: Efforts
    acceleration: Array | None
    torque: Array | None

    @property
    def of_velocity(self) -> bool:
        """Whether the scene decides on velocities."""
        return bool(self.variables.velocity.stop)


class Limit(ABC):
    """Something that must hold.

    Attributes:
        name: What results call it.
    """

    __slots__ = ()

    name: str

    @abstractmethod
    def check(self, robot: RobotModel) -> None:
        """Check that it fits the robot.

        Raises:
            PoiseError: It does not; the message names the limit.
        """


class BoxLimit(Limit):
    """A limit on the motion of single joints: it narrows the bounds of the variables.

    Attributes:
        rank: Where two have nothing in common, the one of lower rank counts.
    """

    __slots__ = ()
    rank: ClassVar[int] = 1

    @abstractmethod
    def tighten(self, bounds: tuple[Array, Array], tick: LimitTick) -> frozenset[str]:
        """Narrow lower and upper bounds of x, in place; returns the joints that recover."""


class RowLimit(Limit):
    """Rows lower ≤ G x ≤ upper, hard, or with a slack that is spared before all tasks.

    Attributes:
        softness: None for a hard limit; else w > 0 of ½ w s², with one slack s ≥ 0 by which all
            its rows may be passed [1/unit² of the rows].
        needs_forces: Whether only scenes that decide on forces can have it.
    """

    __slots__ = ()

    softness: float | None
    needs_forces: ClassVar[bool] = False

    @abstractmethod
    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """A name for each row."""

    @abstractmethod
    def row_units(self, robot: RobotModel, *, of_velocity: bool) -> tuple[str, ...]:
        """The unit of each row."""

    @abstractmethod
    def rows(self, tick: LimitTick) -> tuple[Array, Array, Array]:
        """G (k, n), lower (k,) and upper (k,) of a tick; ±inf where a side has no limit."""


def check_limit(limit: RowLimit) -> None:
    """Check what all limits with rows have.

    Raises:
        DefinitionError: An empty name, or a softness that is no number > 0.
    """
    non_empty_name("name of a limit", limit.name)
    if limit.softness is not None:
        number(f"softness of limit '{limit.name}'", limit.softness, above=0.0)
