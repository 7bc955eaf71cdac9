"""The robot: an immutable view on a Pinocchio model with names, sizes and limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, non_empty_name, number, vector
from poise.errors import DefinitionError, StateError
from poise.model.frames import FramePlace, find_frame, frame_ids, lowest_frames
from poise.model.joint_space import JointSpace
from poise.model.source import ModelSource
from poise.model.state import RobotState, require_state
from poise.spatial import require_pose

if TYPE_CHECKING:
    from poise.model.presets import Preset

# A quaternion further than this from unit norm is an error of the caller, not rounding.
_QUATERNION_TOLERANCE = 1e-6


class RobotModel(JointSpace):
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
        switched_off = preset is not None and preset.joint_friction == "off"
        super().__init__(self.pin_model, self.name, without_friction=switched_off)
        self.total_mass = float(pin.computeTotalMass(self.pin_model))
        self._frame_ids = frame_ids(self.pin_model)
        self._places: dict[str, FramePlace] = {}

    def __copy__(self) -> RobotModel:
        """A robot of its own."""
        return RobotModel(self.pin_model, self.source, self.preset)

    def __deepcopy__(self, memo: dict[int, object]) -> RobotModel:
        """A robot of its own; what it shares with this one never changes."""
        return RobotModel(self.pin_model, self.source, self.preset)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled robots are built anew."""
        from poise.model.pickling import reduce_robot  # it builds robots

        return reduce_robot(self)

    def __repr__(self) -> str:
        """Name, kind of base and size."""
        base = "floating" if self.floating_base else "mobile" if self.is_mobile else "fixed"
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
        root = 1 if self.floating_base or self.is_mobile else 0
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

    def joints_before(self, frame: str) -> tuple[str, ...]:
        """The joint-wise rows, by name, that move a frame against the base."""
        first = self.nv - self.na
        support = list(self.pin_model.supports[self.place(frame).joint])[1:]
        moving = [self.pin_model.joints[index] for index in support]
        rows = [joint.idx_v + k - first for joint in moving for k in range(joint.nv)]
        return tuple(dict.fromkeys(self.joint_names[row] for row in rows if row >= 0))

    def state(self, q: ArrayLike, v: ArrayLike | None = None, time: float = 0.0) -> RobotState:
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
        self.require_unit_norm(checked_q)
        return RobotState(checked_q, checked_v, number("time", time))

    def require_unit_norm(self, q: Array) -> None:
        """Check that every quaternion and every (cos, sin) pair in q has unit norm.

        Raises:
            StateError: One has not.
        """
        if not pin.isNormalized(self.pin_model, q, _QUATERNION_TOLERANCE):
            raise StateError(
                f"q of robot '{self.name}' holds a quaternion or a (cos, sin) pair that is not "
                "of unit norm; pin.normalize(robot.pin_model, q) makes it so."
            )

    def require_own_state(self, state: object) -> RobotState:
        """The argument itself, if it is a state that this robot can have.

        Raises:
            StateError: It is no state, has another robot's size, or a quaternion not of unit norm.
        """
        checked = require_state(state)
        if checked.q.size != self.nq or checked.v.size != self.nv:
            raise StateError(
                f"state must be one of robot '{self.name}' (nq={self.nq}, nv={self.nv}), "
                f"got {state!r}."
            )
        self.require_unit_norm(checked.q)
        return checked

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
        return lowest_frames(self.pin_model, vector("q", q, self.nq), count)


def require_robot(robot: object) -> RobotModel:
    """The argument itself, if it is a robot.

    Raises:
        DefinitionError: It is not.
    """
    if not isinstance(robot, RobotModel):
        raise DefinitionError(f"robot must be a RobotModel, as load_robot gives, got {robot!r}.")
    return robot
