"""The joint coordinates of a robot: names, limits, and the way between q and joint positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, did_you_mean, frozen, number, vector
from poise.errors import DefinitionError, JointNotFoundError
from poise.model.joints import has_floating_base, is_mobile, joint_table
from poise.spatial import require_pose

JointValues: TypeAlias = ArrayLike | Mapping[str, float]


class JointSpace:
    """Sizes, names, limits and coordinates of a robot's joints; the joint part of RobotModel.

    Args:
        model: The Pinocchio model.
        name: The robot's name, for messages.
        without_friction: Leave out the damping and dry friction that the model has.

    Raises:
        ModelLoadError: The model has free bodies besides its base.
    """

    def __init__(self, model: pin.Model, name: str, *, without_friction: bool) -> None:
        self.pin_model = model
        self.name = name
        self.floating_base = has_floating_base(model)
        self.is_mobile = is_mobile(model)
        self.nq: int = model.nq
        self.nv: int = model.nv
        self._joints = joint_table(model)
        self.joint_names = self._joints.names
        self.joint_units = self._joints.units
        self.na = len(self.joint_names)
        self.has_mimics: bool = model.nvExtended > model.nv
        self.lower_position = self._joints.lower
        self.upper_position = self._joints.upper
        self.velocity_limit = self._joints.velocity
        self.effort_limit = self._joints.effort
        # Directions in which a mobile base cannot drive; a limit of 0 elsewhere is a file's fault.
        self.immovable = np.flatnonzero(self.velocity_limit[: 3 if self.is_mobile else 0] == 0.0)
        self.armature = self._joints.armature
        silent = frozen(np.zeros(self.na))
        self.damping = silent if without_friction else self._joints.damping
        self.friction = silent if without_friction else self._joints.friction
        self._rows = {joint: row for row, joint in enumerate(self.joint_names)}
        # Whether q's joint part holds just one number per joint.
        self._plain = not any(self._joints.continuous) and min(self._joints.q_index, default=0) >= 0

    def joint_row(self, name: str) -> int:
        """The row of a joint in joint-wise arrays.

        Raises:
            JointNotFoundError: No such actuated joint; the message lists close matches.
        """
        try:
            return self._rows[name]
        except (KeyError, TypeError):
            raise JointNotFoundError(
                f"Robot '{self.name}' has no actuated joint {name!r}. "
                f"{did_you_mean(str(name), self.joint_names)}"
            ) from None

    def is_circular(self, name: str) -> bool:
        """Whether q holds the cosine and sine of a joint's angle, not the angle.

        Raises:
            JointNotFoundError: No such actuated joint; the message lists close matches.
        """
        return self._joints.continuous[self.joint_row(name)]

    def is_one_of_several(self, name: str) -> bool:
        """Whether a row's joint has more rows; its velocity is then not the rate of its position.

        Raises:
            JointNotFoundError: No such actuated joint; the message lists close matches.
        """
        return self._joints.several[self.joint_row(name)]

    def joint_vector(self, values: JointValues, default: ArrayLike = 0.0) -> Array:
        """A joint-wise array from an array or from ``{joint: value}``.

        Args:
            values: Shape (na,), or a mapping; joints it leaves out get ``default``.
            default: One number, or shape (na,).

        Raises:
            JointNotFoundError: The mapping names a joint the robot has not.
            DefinitionError: A wrong shape, NaN or infinite value.
        """
        if not isinstance(values, Mapping):
            return vector("joint values", values, self.na)
        result = self._per_joint("default", default)
        for name, value in values.items():
            result[self.joint_row(name)] = number(f"value of joint '{name}'", value)
        return frozen(result)

    def _per_joint(self, label: str, value: ArrayLike) -> Array:
        """A writable copy, shape (na,), of one number or of one per joint; ±inf may be meant."""
        array = np.array(value, dtype=np.float64)
        spread = np.full(self.na, array) if array.ndim == 0 else array
        return np.array(vector(label, spread, self.na, allow_infinite=True))

    def configuration(self, joints: JointValues, base: pin.SE3 | None = None) -> Array:
        """The configuration q with these joint positions and this base pose.

        Args:
            joints: Positions [rad, m], shape (na,) or ``{joint: value}`` (others 0); the angle
                for continuous joints.
            base: Pose of the base in the world; identity when absent.

        Returns:
            q in Pinocchio's layout, shape (nq,).

        Raises:
            DefinitionError: A base pose for a fixed base, or a base that is no pose.
        """
        if base is not None:
            if not self.floating_base:
                raise DefinitionError(f"base must be absent: robot '{self.name}' has a fixed base.")
            require_pose("base", base)
        positions = self.joint_vector(joints)
        tangent = np.zeros(self.nv)
        tangent[self.nv - self.na :] = positions
        q = np.array(pin.integrate(self.pin_model, pin.neutral(self.pin_model), tangent))
        for row, index in enumerate(self._joints.q_index):
            if index >= 0 and not self._joints.continuous[row]:
                q[index] = positions[row]
        if base is not None:
            q[:7] = pin.SE3ToXYZQUAT(base)
        return q

    def joint_positions(self, q: Array) -> Array:
        """Joint-wise positions out of q, shape (na,) [rad, m]; angles in (−π, π] where circular.

        Coordinates that are no single number (ball joints) are the rotation vector's.
        """
        return np.array(self.read_joint_positions(vector("q", q, self.nq)))

    def read_joint_positions(self, q: Array) -> Array:
        """The same for inner loops: nothing is checked, and the array may be a view of q."""
        if self._plain:
            return q[self.nq - self.na :]
        tangent = pin.difference(self.pin_model, pin.neutral(self.pin_model), q)
        positions = np.array(tangent[self.nv - self.na :])
        for row, index in enumerate(self._joints.q_index):
            if index >= 0 and not self._joints.continuous[row]:
                positions[row] = q[index]
        return positions

    def joint_error(self, q: Array, positions: Array) -> Array:
        """What must be added to q's joints to reach the positions, the short way round.

        Args:
            q: Configuration, shape (nq,).
            positions: Joint positions, shape (na,) [rad, m].

        Returns:
            Shape (na,) [rad, m].
        """
        if self._plain:
            return positions - q[self.nq - self.na :]
        goal = self.configuration(positions)
        return np.array(pin.difference(self.pin_model, q, goal)[self.nv - self.na :])
