"""What soft ground does to one robot, with memory allocated once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from poise.arrays import Array
from poise.contact.kernels.compile import kernel
from poise.contact.point_law import require_friction
from poise.contact.point_table import POINT, PointTable, set_law
from poise.model import RobotModel
from poise.model.joint_motion import JointMotion

if TYPE_CHECKING:
    from poise.contact.soft_contact_model import SoftContactModel


class GroundReaction:
    """Forces of soft ground on the points of a robot's feet; for inner loops, one per thread.

    A tick is :meth:`move`, :meth:`press`, and then whatever is asked. Nothing is checked here. The
    model's parameters are those at construction.

    Args:
        robot: The robot.
        model: The ground.

    Attributes:
        points: The table of all points, foot by foot; see ``POINT`` in
            :mod:`poise.contact.point_table` for its columns.
        motion: Kinematics of the joints that carry them.
        feet: Rows of ``points`` of each foot, by name.

    Raises:
        DefinitionError: The feet do not fit the robot, or a law lacks a friction coefficient.
        FrameNotFoundError: A foot is on a frame that the robot has not.
    """

    def __init__(self, robot: RobotModel, model: SoftContactModel) -> None:
        self.motion = JointMotion(robot)
        self.feet: dict[str, slice] = {}
        feet = model.feet_on(robot)
        self.points: PointTable = np.zeros(sum(len(foot.points) for foot in feet), POINT)
        start = 0
        for foot in feet:
            rows = slice(start, start + len(foot.points))
            self.feet[foot.name], start = rows, rows.stop
            self.points["active"][rows] = model.is_active(foot.name)
            for row, place in zip(self.points[rows], foot.places(robot), strict=True):
                row["joint"], row["offset"] = place.joint, place.placement.translation
            law = model.law_of(foot.name)
            if foot.friction is None:
                require_friction(law)
            set_law(self.points[rows], law, foot.friction)
        self.ground = model.terrain.arrays
        self._starts = np.array([rows.start for rows in self.feet.values()])
        self._place, self._press = kernel("place_points"), kernel("press_points")
        self._sum = kernel("sum_forces")

    def move(self, q: Array, v: Array) -> None:
        """Evaluate the kinematics: position and velocity of every point."""
        self.motion.move(q, v)
        self._place(self.points, self.motion.placements, self.motion.twists)

    def press(self) -> None:
        """Compute the force on every point where :meth:`move` has put it; nothing is remembered."""
        self._press(self.points, *self.ground, -1.0)

    def advance(self, dt: float) -> None:
        """Like :meth:`press`, and let stiction remember, for a step of dt [s]."""
        self._press(self.points, *self.ground, dt)

    def release(self) -> None:
        """Forget every anchor of stiction, as if all feet came from the air."""
        self.points["touching"] = False

    def load(self) -> None:
        """Put the forces on the joints that carry them: ``motion.wrenches``."""
        kernel("load_joints")(self.points, self.motion.placements, self.motion.wrenches)

    def forces(self) -> dict[str, Array]:
        """Sum of the forces on each foot's points, world axes, shape (3,) [N]."""
        sums = np.empty((len(self.feet), 3))
        self._sum(self.points, self._starts, sums)
        return dict(zip(self.feet, sums, strict=True))
