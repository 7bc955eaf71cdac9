"""What soft ground does to one robot, with memory allocated once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from poise.arrays import Array
from poise.contact.kernels.compile import kernel
from poise.contact.laws.contact_law import ContactLaw
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
        laws: The law of each foot, by name.
        slopes: Derivatives of each point's wrench about its position by its position, velocity and
            angular velocity, world axes, shape (points, 6, 9); filled by :meth:`differentiate`.
        spread: Derivatives of each point's force by q and by v, shape (points, 2, 3, nv); filled by
            :meth:`differentiate`.

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
        self.laws: dict[str, ContactLaw] = {}
        for foot in feet:
            rows = slice(start, start + len(foot.points))
            self.feet[foot.name], start = rows, rows.stop
            self.points["active"][rows] = model.is_active(foot.name)
            for row, place in zip(self.points[rows], foot.places(robot), strict=True):
                row["joint"], row["offset"] = place.joint, place.placement.translation
            law = self.laws[foot.name] = model.law_of(foot.name)
            if foot.friction is None:
                require_friction(law)
            set_law(self.points[rows], law, foot.friction)
        self.ground = model.terrain.arrays
        self._joints, self._carriers = np.unique(self.points["joint"], return_inverse=True)
        self._supports = self.motion.supports(self._joints.tolist())
        self._parents = self.motion.parents()
        nv = robot.nv
        self._partials = np.zeros((len(self._joints), 2, nv, 6))
        self._total = np.zeros((2, nv, nv))
        self.slopes = np.zeros((len(self.points), 6, 9))
        self.spread = np.zeros((len(self.points), 2, 3, nv))
        self._starts = np.array([rows.start for rows in self.feet.values()])
        self._place, self._press = kernel("place_points"), kernel("press_points")
        self._sum, self._load = kernel("sum_forces"), kernel("load_joints")
        self._slope, self._spread = kernel("slope_points"), kernel("spread_slopes")
        self._move_slopes = kernel("joint_slopes")

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
        self._load(self.points, self.motion.placements, self.motion.wrenches)

    def forces(self) -> dict[str, Array]:
        """Sum of the forces on each foot's points, world axes, shape (3,) [N]."""
        sums = np.empty((len(self.feet), 3))
        self._sum(self.points, self._starts, sums)
        return dict(zip(self.feet, sums, strict=True))

    def differentiate(self, q: Array, v: Array) -> None:
        """Fill ``slopes`` and ``spread`` at the state of the last :meth:`press`.

        By q means along the tangent space, as everywhere in Pinocchio. What stiction remembers is
        held.
        """
        self._slope(self.points, *self.ground, self.slopes)
        self.motion.jacobians(q)
        self._spread_slopes()

    def acceleration_derivatives(
        self, q: Array, v: Array, tau: Array
    ) -> tuple[Array, Array, Array, Array]:
        """Forward dynamics on the ground and its derivatives by q, v and tau.

        Call :meth:`move`, :meth:`press` and :meth:`load` with the same q and v before; what is
        added to ``motion.wrenches`` after that acts too.

        Returns:
            The acceleration, shape (nv,), and three arrays of shape (nv, nv).

        Raises:
            DefinitionError: The robot has joints that mimic others.
        """
        acceleration, by_q, by_v, by_tau = self.motion.acceleration_derivatives(q, v, tau)
        self._slope(self.points, *self.ground, self.slopes)
        self._spread_slopes()
        by_force = by_tau @ self._total
        by_force[0] += by_q
        by_force[1] += by_v
        return acceleration, by_force[0], by_force[1], by_tau

    def _spread_slopes(self) -> None:
        motion = self.motion
        self._move_slopes(
            *(self._joints, self._supports, self._parents, motion.jacobian),
            *(motion.placements, motion.twists, self._partials),
        )
        self._spread(
            *(self.points, self._carriers, self._supports, self._partials),
            *(self.slopes, self.spread, self._total),
        )
