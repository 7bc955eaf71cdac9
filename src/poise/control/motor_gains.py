"""Gains of the motors' own position and velocity loops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from numpy.typing import ArrayLike

from poise.arrays import Array, non_negative_per_axis
from poise.model import RobotModel


@dataclass(frozen=True, slots=True, eq=False)
class MotorGains:
    """What motors that take (q, v, kp, kd, τ) shall add to the feed-forward effort.

    Attributes:
        kp: One number, (na,) or ``{joint: value}`` (others 0), ≥ 0 [N·m/rad, N/m].
        kd: Likewise [N·m·s/rad, N·s/m].
    """

    kp: ArrayLike | Mapping[str, float] = 0.0
    kd: ArrayLike | Mapping[str, float] = 0.0

    def by_joint(self, robot: RobotModel) -> tuple[Array, Array]:
        """kp and kd of each joint, shapes (na,).

        Raises:
            DefinitionError: Negative, not finite, or of wrong size.
            JointNotFoundError: A name that the robot has not.
        """
        kp, kd = (
            non_negative_per_axis(
                f"motor {name}",
                robot.joint_vector(value) if isinstance(value, Mapping) else value,
                robot.na,
            )
            for name, value in (("kp", self.kp), ("kd", self.kd))
        )
        return kp, kd
