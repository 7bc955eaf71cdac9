"""What a controller asks of the joints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from poise.arrays import Array, vector


@dataclass(frozen=True, slots=True, eq=False)
class JointCommand:
    """One command for all actuated joints; what is absent is None, which is not zero.

    Motors that take (q, v, kp, kd, τ) get all five: they apply
    ``effort + kp (position − q) + kd (velocity − v)``.

    Attributes:
        joint_names: Actuated joints in Pinocchio's order, length na.
        effort: Feed-forward motor torque or force, shape (na,) [N·m, N].
        acceleration: Joint accelerations behind the effort, shape (na,) [rad/s², m/s²].
        position: Position set-points, shape (na,) [rad, m].
        velocity: Velocity set-points, shape (na,) [rad/s, m/s].
        kp: Motor position gains, shape (na,) [N·m/rad].
        kd: Motor velocity gains, shape (na,) [N·m·s/rad].
    """

    joint_names: tuple[str, ...]
    effort: Array
    acceleration: Array | None = None
    position: Array | None = None
    velocity: Array | None = None
    kp: Array | None = None
    kd: Array | None = None

    def __post_init__(self) -> None:
        """Check sizes and numbers, and own the arrays.

        Raises:
            DefinitionError: A part is not one finite number per joint.
        """
        for part in ("effort", "acceleration", "position", "velocity", "kp", "kd"):
            value = getattr(self, part)
            if value is not None:
                checked = vector(f"{part} of the command", value, len(self.joint_names))
                object.__setattr__(self, part, checked)

    def effort_by_name(self) -> Mapping[str, float]:
        """The efforts as ``{joint: value}`` [N·m, N]."""
        return dict(zip(self.joint_names, self.effort.tolist(), strict=True))

    def acceleration_by_name(self) -> Mapping[str, float]:
        """The accelerations as ``{joint: value}`` [rad/s², m/s²]; empty when absent."""
        if self.acceleration is None:
            return {}
        return dict(zip(self.joint_names, self.acceleration.tolist(), strict=True))

    def __repr__(self) -> str:
        """The parts that are present."""
        parts = ("effort", "acceleration", "position", "velocity", "kp", "kd")
        present = [part for part in parts if getattr(self, part) is not None]
        return f"JointCommand({len(self.joint_names)} joints: {', '.join(present)})"
