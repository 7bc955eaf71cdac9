"""The robot: an immutable view on a Pinocchio model with names, sizes and limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, did_you_mean, frozen, non_empty_name, number, vector
from poise.errors import DefinitionError, JointNotFoundError, StateError
from poise.model.frames import FramePlace, find_frame, frame_ids, lowest_frames
from poise.model.joints import has_floating_base, joint_table
from poise.model.source import ModelSource
from poise.model.state import RobotState
from poise.spatial import require_pose

if TYPE_CHECKING:
    from poise.model.presets import Preset

JointValues: TypeAlias = ArrayLike | Mapping[str, float]

# A quaternion further than this from unit norm is an error of the caller, not rounding.
_QUATERNION_TOLERANCE = 1e-6


class RobotModel:
    """A robot with a fixed or a floating base; never changes after construction.

    Joint-wise arrays have one entry per actuated degree of freedom, shape (na,), in
    Pinocchio's order, which ``joint_names`` gives. Arguments of this kind may also be
    mappings ``{joint: value}``.

    Args:
        model: The Pinocchio model; copied, so the caller's stays his own.
        source: The file it came from.
        preset: Stance, contacts and names that belong to a known robot.

    Raises:
        ModelLoadError: The model has free bodies besides its base.
    """

    def __init__(
        self, model: pin.Model, source: ModelSource | None = None, preset: Preset | None = None
    ) -> None:
        self.pin_model: pin.Model = model.copy()
        self.source = source if source is not None else ModelSource("pinocchio")
        self.preset = preset
        self.name: str = preset.name if preset is not None else self.pin_model.name
        self.floating_base = has_floating_base(self.pin_model)
        self.nq: int = self.pin_model.nq
        self.nv: int = self.pin_model.nv
        self._joints = joint_table(self.pin_model)
        self.joint_names = self._joints.names
        self.na = len(self.joint_names)
        self.lower_position = self._joints.lower
        self.upper_position = self._joints.upper
        self.velocity_limit = self._joints.velocity
        self.effort_limit = self._joints.effort
        self.armature = self._joints.armature
        switched_off = preset is not None and preset.joint_friction == "off"
        silent = frozen(np.zeros(self.na))
        self.damping = silent if switched_off else self._joints.damping
        self.friction = silent if switched_off else self._joints.friction
        self.total_mass = float(pin.computeTotalMass(self.pin_model))
        self._frame_ids = frame_ids(self.pin_model)
        # Whether q's joint part holds just one number per joint.
        self._plain = not any(self._joints.continuous) and min(self._joints.q_index, default=0) >= 0
        self._places: dict[str, FramePlace] = {}
        self._rows = {name: row for row, name in enumerate(self.joint_names)}

    def __reduce__(self) -> tuple[object, ...]:
        """Copies and pickles are built anew, so their arrays are read-only as well."""
        return RobotModel, (self.pin_model, self.source, self.preset)

    def __repr__(self) -> str:
        """Name, kind of base and size."""
        base = "floating" if self.floating_base else "fixed"
        return f"RobotModel({self.name!r}, {base} base, {self.na} joints, {self.total_mass:.1f} kg)"

    @property
    def gravity(self) -> Array:
        """Gravity in world axes, shape (3,) [m/s²]."""
        return np.array(self.pin_model.gravity.linear)

    @property
    def base_frame(self) -> str:
        """Name of the root link."""
        if self.preset is not None:
            return self.preset.base
        root = 1 if self.floating_base else 0
        for frame in self.pin_model.frames:
            if frame.type == pin.FrameType.BODY and frame.parentJoint == root:
                return str(frame.name)
        return str(self.pin_model.names[root])

    @property
    def frame_names(self) -> tuple[str, ...]:
        """All frame names, links first where a joint and a link share one."""
        return tuple(self._frame_ids)

    def frame_id(self, name: str) -> int:
        """Pinocchio's index of a frame; of the link where a joint and a link share the name.

        Raises:
            FrameNotFoundError: No such frame; the message lists close matches.
        """
        return find_frame(self._frame_ids, name, self.name)

    def place(self, frame: str, offset: pin.SE3 | None = None) -> FramePlace:
        """A frame resolved to the joint that carries it.

        Args:
            frame: Name of the frame.
            offset: Pose of the place in the frame; identity when absent.

        Raises:
            FrameNotFoundError: No such frame.
            DefinitionError: The offset is no pose.
        """
        if offset is not None:
            require_pose("offset", offset)
        known = self._places.get(frame) if offset is None else None
        if known is not None:
            return known
        found = self.pin_model.frames[self.frame_id(frame)]
        placement = found.placement if offset is None else found.placement * offset
        place = FramePlace(frame, found.parentJoint, placement.copy())
        if offset is None:
            self._places[frame] = place
        return place

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

    def state(
        self, q: ArrayLike, v: ArrayLike | None = None, time: float = 0.0
    ) -> RobotState:
        """Check a configuration and a velocity.

        Args:
            q: Configuration, shape (nq,).
            v: Velocity, shape (nv,); zero when absent.
            time: Time [s].

        Raises:
            StateError: A quaternion or (cos, sin) pair is not of unit norm.
            ShapeError, DefinitionError: Wrong shape or not finite.
        """
        checked_q = vector("q", q, self.nq)
        checked_v = vector("v", np.zeros(self.nv) if v is None else v, self.nv)
        if not pin.isNormalized(self.pin_model, checked_q, _QUATERNION_TOLERANCE):
            raise StateError(
                f"q of robot '{self.name}' holds a quaternion or a (cos, sin) pair that is not "
                "of unit norm; pin.normalize(robot.pin_model, q) makes it so."
            )
        return RobotState(checked_q, checked_v, number("time", time))

    def neutral_state(self) -> RobotState:
        """All joints at 0 (or at the nearest position within their limits), base at the origin."""
        return self.state(
            self.configuration(np.clip(0.0, self.lower_position, self.upper_position))
        )

    def with_frame(self, name: str, parent: str, placement: pin.SE3) -> RobotModel:
        """A copy of the robot with one more frame, for example a tool.

        Args:
            name: Name of the new frame; must be new.
            parent: The frame it is fixed to.
            placement: Pose of the new frame in the parent frame.

        Raises:
            DefinitionError: The name is empty or taken, or the placement is no pose.
            FrameNotFoundError: No such parent.
        """
        non_empty_name("name", name)
        require_pose("placement", placement)
        if name in self._frame_ids:
            raise DefinitionError(f"name must be new, but robot '{self.name}' has {name!r}.")
        frame = self.pin_model.frames[self.frame_id(parent)]
        model = self.pin_model.copy()
        model.addFrame(
            pin.Frame(
                name,
                frame.parentJoint,
                self.frame_id(parent),
                frame.placement * placement,
                pin.FrameType.OP_FRAME,
            )
        )
        return RobotModel(model, self.source, self.preset)

    def with_gravity(self, gravity: ArrayLike) -> RobotModel:
        """A copy of the robot under another gravity, world axes, shape (3,) [m/s²]."""
        model = self.pin_model.copy()
        model.gravity.linear = vector("gravity", gravity, 3)
        return RobotModel(model, self.source, self.preset)

    def lowest_frames(self, q: Array, count: int = 8) -> list[str]:
        """The links whose origins lie lowest at q: candidates for contacts."""
        return lowest_frames(self.pin_model, q, count)
