"""A mobile base that drives on a plane."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from poise.arrays import number
from poise.errors import DefinitionError
from poise.model.robot_model import RobotModel

_JOINT = "base"


@dataclass(frozen=True, slots=True)
class PlanarBase:
    """A base that drives along its own x and y axes and turns about its z axis.

    A robot on it has three more joint-wise rows, before all others: ``base.x`` and ``base.y``
    [m] and ``base.yaw`` [rad]. Their velocities are in the base's own axes, so that these limits
    are too, however it is turned. Wheels and steering are the base's own business: it is taken
    to reach the velocities asked for. Positions are without limits.

    Attributes:
        forward: Largest speed along x, forwards and backwards, > 0 [m/s].
        sideways: Largest speed along y, ≥ 0 [m/s]; 0 for a base with two driven wheels, which
            every scene then keeps from moving sideways.
        turning: Largest turning rate, ≥ 0 [rad/s].
    """

    forward: float
    sideways: float
    turning: float

    def __post_init__(self) -> None:
        """Check the three.

        Raises:
            DefinitionError: One is no number, negative, or ``forward`` is 0.
        """
        number("forward", self.forward, above=0.0, allow_infinite=True)
        number("sideways", self.sideways, minimum=0.0, allow_infinite=True)
        number("turning", self.turning, minimum=0.0, allow_infinite=True)

    def carrying(self, robot: RobotModel) -> RobotModel:
        """The robot on this base, its root link at the base's origin.

        Args:
            robot: A robot with a fixed base.

        Raises:
            DefinitionError: Its base moves already, or it has a joint named "base".
        """
        if robot.floating_base or robot.is_mobile:
            raise DefinitionError(
                f"robot '{robot.name}' has a base that moves already; load it with "
                "floating_base=False."
            )
        if robot.pin_model.existJointName(_JOINT):
            raise DefinitionError(
                f"robot '{robot.name}' has a joint named {_JOINT!r}, as that of the base would be."
            )
        base = self._alone()
        frame = base.getFrameId(_JOINT)
        model = pin.appendModel(base, robot.pin_model, frame, pin.SE3.Identity())
        model.name, model.gravity = robot.pin_model.name, robot.pin_model.gravity
        return RobotModel(model, robot.source, robot.preset)

    def _alone(self) -> pin.Model:
        """The base as a model of its own."""
        model = pin.Model()
        joint = model.addJoint(0, pin.JointModelPlanar(), pin.SE3.Identity(), _JOINT)
        model.addJointFrame(joint)
        speed = np.array([self.forward, self.sideways, self.turning])
        model.upperVelocityLimit[:], model.lowerVelocityLimit[:] = speed, -speed
        return model
