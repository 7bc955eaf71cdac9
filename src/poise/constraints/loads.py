"""What pulls at the robot besides gravity and its contacts: known wrenches and payloads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, non_empty_name, number, vector
from poise.errors import DefinitionError
from poise.model import RobotModel, Snapshot


@dataclass(frozen=True, slots=True, eq=False)
class ExternalWrench:
    """A known wrench on a frame of the robot, at its origin.

    Attributes:
        frame: Name of the frame.
        wrench: [force; moment] on the robot, shape (6,) [N, N·m].
        axes: Its axes: ``"world"`` or ``"local"`` (the frame's own).
    """

    frame: str
    wrench: ArrayLike
    axes: str = "world"

    def __post_init__(self) -> None:
        """Check every parameter."""
        non_empty_name("frame of an external wrench", self.frame)
        wrench = vector(f"external wrench on '{self.frame}'", self.wrench, 6)
        object.__setattr__(self, "wrench", wrench)
        if self.axes not in ("world", "local"):
            raise DefinitionError(
                f"axes of the external wrench on '{self.frame}' must be 'world' or 'local', "
                f"got {self.axes!r}."
            )

    def add_to(self, snapshot: Snapshot, M: Array, h: Array) -> None:
        """h −= Jᵀ w, in place."""
        del M
        h -= np.asarray(self.wrench) @ snapshot.jacobian(self.frame, self.axes)


@dataclass(frozen=True, slots=True, eq=False)
class Payload:
    """A point mass fixed to a frame of the robot, which its file does not hold.

    It acts in the equations of motion; tasks on the centre of mass and on momenta stay about
    the robot of the file.

    Attributes:
        frame: Name of the frame.
        mass: > 0 [kg].
        offset: Where it is in the frame, shape (3,) [m].
    """

    frame: str
    mass: float
    offset: ArrayLike = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        """Check every parameter."""
        non_empty_name("frame of a payload", self.frame)
        number(f"mass of the payload on '{self.frame}'", self.mass, above=0.0)
        offset = vector(f"offset of the payload on '{self.frame}'", self.offset, 3)
        object.__setattr__(self, "offset", offset)

    def add_to(self, snapshot: Snapshot, M: Array, h: Array) -> None:
        """M += m JᵀJ, h += m Jᵀ(J̇v − g), in place."""
        robot = snapshot.robot
        place = robot.place(self.frame, pin.SE3(np.eye(3), np.asarray(self.offset)))
        J = snapshot.jacobian(place, "world")[:3]
        bias = snapshot.classical_bias_acceleration(place, "world")[:3]
        M += self.mass * (J.T @ J)
        h += self.mass * ((bias - robot.gravity) @ J)


Load = ExternalWrench | Payload
"""What :meth:`set_loads` of a scene takes."""


def check_loads(robot: RobotModel, loads: tuple[Load, ...]) -> None:
    """Check that each is a load on a frame that exists.

    Raises:
        DefinitionError: One is no load.
        FrameNotFoundError: A frame does not exist.
    """
    for load in loads:
        if not isinstance(load, ExternalWrench | Payload):
            raise DefinitionError(f"loads must hold ExternalWrench(…) or Payload(…), got {load!r}.")
        robot.place(load.frame)


def dynamics(snapshot: Snapshot, loads: tuple[Load, ...]) -> tuple[Array, Array]:
    """M (nv, nv) and h (nv,) of the robot with its loads; views where there are none."""
    if not loads:
        return snapshot.M, snapshot.h
    M, h = np.array(snapshot.M), np.array(snapshot.h)
    for load in loads:
        load.add_to(snapshot, M, h)
    return M, h
