"""Everything about a robot at one state, evaluated once.

A :class:`Workspace` owns the memory; :meth:`Workspace.evaluate` fills it and returns a
:class:`Snapshot` that reads it. One workspace serves one thread and one state at a time: a
snapshot read after the next ``evaluate`` raises, because its numbers would be another state's.
"""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.errors import StaleSnapshotError
from poise.model.frames import FramePlace
from poise.model.jacobian_changes import jacobian_by_configuration, jacobian_rates
from poise.model.robot_model import RobotModel, require_robot
from poise.model.state import RobotState
from poise.spatial import change_axes


class Workspace:
    """Memory for the rigid-body algorithms of one robot; one per thread.

    Args:
        robot: The robot.
    """

    def __init__(self, robot: RobotModel) -> None:
        self.robot = require_robot(robot)
        self.revision = 0
        self._data = robot.pin_model.createData()
        self._no_acceleration = np.zeros(robot.nv)
        mimic = any("Mimic" in joint.shortname() for joint in robot.pin_model.joints)
        self._rigid_body_terms = _terms_with_mimic_joints if mimic else pin.computeAllTerms

    def evaluate(self, state: RobotState) -> Snapshot:
        """Evaluate kinematics and dynamics at a state; earlier snapshots become stale.

        Args:
            state: A state of this workspace's robot.

        Raises:
            StateError: The state has another robot's size, or a quaternion not of unit norm.
        """
        self.robot.require_own_state(state)
        model, data = self.robot.pin_model, self._data
        self.revision += 1
        self._rigid_body_terms(model, data, state.q, state.v)
        # Runs the forward kinematics with zero acceleration too: data.a then holds J̇ v.
        pin.centerOfMass(model, data, state.q, state.v, self._no_acceleration, False)
        return Snapshot(self, data, state)

    def __getstate__(self) -> dict[str, RobotModel]:
        """Only the robot: the memory is scratch."""
        return {"robot": self.robot}

    def __setstate__(self, state: dict[str, RobotModel]) -> None:
        """Allocate fresh memory."""
        self.__init__(state["robot"])  # type: ignore[misc]


def _terms_with_mimic_joints(model: pin.Model, data: pin.Data, q: Array, v: Array) -> None:
    """What ``pin.computeAllTerms`` computes, which refuses mimic joints."""
    pin.crba(model, data, q)
    data.M[:] = np.triu(data.M) + np.triu(data.M, 1).T
    pin.nonLinearEffects(model, data, q, v)
    pin.computeJointJacobians(model, data, q)
    pin.jacobianCenterOfMass(model, data, q)
    pin.ccrba(model, data, q, v)


class Snapshot:
    """Kinematics and dynamics of a robot at one state; made by :meth:`Workspace.evaluate`.

    Frames are given by name, or by a :class:`FramePlace` resolved beforehand. ``axes`` says in
    whose axes a vector or Jacobian is expressed, always at the frame's own origin: ``"world"``,
    ``"local"`` (the frame's own), or the name of another frame. Every array is the caller's.
    """

    __slots__ = ("_data", "_model", "_revision", "_workspace", "robot", "state")

    def __init__(self, workspace: Workspace, data: pin.Data, state: RobotState) -> None:
        self.robot = workspace.robot
        self.state = state
        self._workspace = workspace
        self._revision = workspace.revision
        self._data = data
        self._model = workspace.robot.pin_model

    def _fresh(self) -> pin.Data:
        if self._revision != self._workspace.revision:
            raise StaleSnapshotError(
                "This snapshot is stale: its workspace has evaluated another state since. "
                "Use one workspace per state that must be kept."
            )
        return self._data

    def _place(self, frame: str | FramePlace) -> FramePlace:
        return frame if isinstance(frame, FramePlace) else self.robot.place(frame)

    def _other_axes(self, axes: str) -> Array | None:
        """Rotation from world axes to another frame's; None for those Pinocchio knows itself."""
        if axes in ("world", "local"):
            return None
        other = self._place(axes)
        return np.array((self._fresh().oMi[other.joint].rotation @ other.placement.rotation).T)

    def pose(self, frame: str | FramePlace) -> pin.SE3:
        """Pose of a frame in the world, T_world_frame."""
        place = self._place(frame)
        return self._fresh().oMi[place.joint] * place.placement

    def jacobian(self, frame: str | FramePlace, axes: str) -> Array:
        """Jacobian of a frame's twist, shape (6, nv), linear rows first."""
        place = self._place(frame)
        if self._model.nv == 0:  # Pinocchio's binding crashes on it
            self._fresh()
            return np.zeros((6, 0))
        jacobian = np.reshape(
            pin.getFrameJacobian(
                self._model,
                self._fresh(),
                place.joint,
                place.placement,
                _native(axes),
            ),
            (6, self._model.nv),
        )
        return _turned(self._other_axes(axes), jacobian)

    def jacobian_by_configuration(self, frame: str | FramePlace) -> Array:
        """∂J/∂qᵢ of a frame's Jacobian, world axes at its origin, shape (nv, 6, nv)."""
        return jacobian_by_configuration(self._model, self._fresh(), self._place(frame))

    def jacobian_rates(self, frame: str | FramePlace) -> tuple[Array, Array]:
        """J̇ and J̈ at q̈ = 0 of a frame's Jacobian, world axes at its origin, each (6, nv)."""
        return jacobian_rates(self._model, self._fresh(), self._place(frame))

    def twist(self, frame: str | FramePlace, axes: str) -> Array:
        """Twist of a frame, shape (6,), linear first [m/s, rad/s]."""
        place = self._place(frame)
        motion = pin.getFrameVelocity(
            self._model, self._fresh(), place.joint, place.placement, _native(axes)
        )
        return _turned(self._other_axes(axes), np.array(motion.vector))

    def classical_bias_acceleration(self, frame: str | FramePlace, axes: str) -> Array:
        """Acceleration of a frame at q̈ = 0, J̇ v, shape (6,) [m/s², rad/s²].

        Classical: the linear part is the second derivative of the origin's position.
        """
        place = self._place(frame)
        motion = pin.getFrameClassicalAcceleration(
            self._model, self._fresh(), place.joint, place.placement, _native(axes)
        )
        return _turned(self._other_axes(axes), np.array(motion.vector))

    @property
    def M(self) -> Array:
        """Joint-space inertia matrix with armature, shape (nv, nv)."""
        return np.array(self._fresh().M)

    @property
    def h(self) -> Array:
        """Coriolis, centrifugal and gravity forces, shape (nv,): M q̈ + h = generalised force."""
        return np.array(self._fresh().nle)

    @property
    def com(self) -> Array:
        """Centre of mass in the world, shape (3,) [m]."""
        return np.array(self._fresh().com[0])

    @property
    def com_velocity(self) -> Array:
        """Velocity of the centre of mass, world axes, shape (3,) [m/s]."""
        return np.array(self._fresh().vcom[0])

    @property
    def com_jacobian(self) -> Array:
        """Jacobian of the centre of mass, world axes, shape (3, nv)."""
        return np.array(self._fresh().Jcom).reshape(3, self._model.nv)

    @property
    def com_bias_acceleration(self) -> Array:
        """Acceleration of the centre of mass at q̈ = 0, world axes, shape (3,) [m/s²]."""
        return np.array(self._fresh().acom[0])

    @property
    def centroidal_momentum(self) -> Array:
        """Momentum about the centre of mass, world axes, shape (6,): [kg·m/s; kg·m²/s]."""
        return np.array(self._fresh().hg.vector)

    @property
    def centroidal_momentum_matrix(self) -> Array:
        """Matrix A_g with centroidal momentum = A_g v, shape (6, nv)."""
        return np.array(self._fresh().Ag).reshape(6, self._model.nv)

    @property
    def centroidal_momentum_bias(self) -> Array:
        """Rate of the centroidal momentum at q̈ = 0, Ȧ_g v, world axes, shape (6,) [N; N·m]."""
        if self._model.nv == 0:  # nothing that moves, so no mass to divide by
            return np.zeros(6)
        data = self._fresh()
        momentum = data.hg.copy()
        # Reads the accelerations of data.a, J̇ v, and sums the momentum again, rounded otherwise.
        rate = pin.computeCentroidalMomentumTimeVariation(self._model, data)
        data.hg = momentum
        return np.array(rate.vector)


def _native(axes: str) -> pin.ReferenceFrame:
    """Pinocchio's name for the axes; it is asked for world axes where they are another frame's."""
    return pin.LOCAL if axes == "local" else pin.LOCAL_WORLD_ALIGNED


def _turned(rotation: Array | None, value: Array) -> Array:
    return value if rotation is None else change_axes(rotation, value)
