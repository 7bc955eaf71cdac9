"""MuJoCo as the independent physics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import mujoco
import numpy as np
import pinocchio as pin

from poise.arrays import Array, number
from poise.contact import Contact
from poise.model.frames import FramePlace
from poise.model.robot_model import RobotModel
from poise.model.state import RobotState
from poise.sim.motors import Motors
from poise.sim.mujoco_check import check_same_machine
from poise.sim.mujoco_layout import MujocoLayout
from poise.sim.mujoco_world import Carrier, build_world, contact_geom
from poise.sim.simulator import Simulator, contact_pose, in_contact_axes

# MuJoCo answers an impossible state with a warning and a silent reset. It prints a warning only
# when its counter was zero, and a reset clears the counters: ones tell both apart from a good step.
_FATAL = (
    mujoco.mjtWarning.mjWARN_BADQPOS,
    mujoco.mjtWarning.mjWARN_BADQVEL,
    mujoco.mjtWarning.mjWARN_BADQACC,
)


class MujocoSimulator(Simulator):
    """A robot in MuJoCo, read from the same file as its Pinocchio model.

    The floor collides with the contacts' own geometry only: a thin box over each patch, a sphere
    of 0.1 mm at each point. Contact softness, solver, integrator and friction cone are MuJoCo's
    defaults. Its default cone is a pyramid with its edges along the world's x and y: a force
    along them may reach μ f_n, one along the diagonals μ f_n / √2. Joint end stops of the file act.

    Args:
        robot: The robot, loaded from a URDF or MJCF.
        contacts: Where the floor may touch it.
        dt: Length of a step [s].
        friction: Coulomb coefficient of all contacts; absent: each contact's own. Give it to
            study what happens when the ground is not what the controller believes.

    Raises:
        SimulationError: MuJoCo refuses the robot, or reads it as another machine than Pinocchio.
        DefinitionError, FrameNotFoundError: As :class:`Simulator`.
    """

    def __init__(
        self,
        robot: RobotModel,
        contacts: Sequence[Contact],
        dt: float = 1e-3,
        friction: float | None = None,
    ) -> None:
        super().__init__(robot, contacts, dt)
        if friction is not None:
            number("friction", friction, minimum=0.0)
        self.model = build_world(robot, self.contacts, self.dt, friction)
        self._layout = MujocoLayout(robot, self.model)
        self._carriers = [Carrier.of(robot, self.model, place) for place in self._places]
        self.inertia_mismatch = check_same_machine(robot, self.model, self._layout, self._carriers)
        geoms = [self.model.geom(contact_geom(contact)).id for contact in self.contacts]
        self._contact_of = {geom: row for row, geom in enumerate(geoms)}
        self._data = mujoco.MjData(self.model)
        self._measuring = mujoco.MjData(self.model)
        self._pushed_bodies: dict[str, Carrier] = {}
        self._restart(self._state)

    def contact_wrenches(self) -> Mapping[str, Array]:
        """What the floor did to the robot during the last step; see :class:`Simulator`."""
        data = self._data
        poses = [
            contact_pose(contact, carrier.pose(data))
            for contact, carrier in zip(self.contacts, self._carriers, strict=True)
        ]
        wrenches = np.zeros((len(poses), 6))
        touches, local = data.contact, np.zeros(6)
        pairs, frames, places = touches.geom.tolist(), touches.frame, touches.pos
        for index, (first, second) in enumerate(pairs):
            mujoco.mj_contactForce(self.model, data, index, local)
            world = local[:3] @ frames[index].reshape(3, 3)
            upper = second in self._contact_of  # MuJoCo's force is on the second geom
            row, world = self._contact_of[second if upper else first], world if upper else -world
            wrenches[row, :3] += world
            wrenches[row, 3:] += pin.skew(places[index] - poses[row].translation) @ world
        return {
            contact.name: in_contact_axes(pose, wrench[:3], wrench[3:])
            for contact, pose, wrench in zip(self.contacts, poses, wrenches, strict=True)
        }

    def contact_poses(self) -> Mapping[str, pin.SE3]:
        """Pose of each contact in the world now, by MuJoCo's kinematics."""
        self._measuring.qpos[:] = self._data.qpos
        mujoco.mj_kinematics(self.model, self._measuring)
        return {
            contact.name: contact_pose(contact, carrier.pose(self._measuring))
            for contact, carrier in zip(self.contacts, self._carriers, strict=True)
        }

    def _restart(self, state: RobotState) -> None:
        data = self._data
        mujoco.mj_resetData(self.model, data)
        data.qpos[:], data.qvel[:] = self._layout.to_mujoco(state.q, state.v)
        mujoco.mj_kinematics(self.model, data)
        for warning in data.warning:
            warning.number = 1

    def _advance(
        self, motors: Motors, forces: Sequence[tuple[FramePlace, Array]]
    ) -> tuple[Array, Array]:
        data = self._data
        data.ctrl[:] = motors.torque(self._state.q, self._state.v)
        if forces:
            self._push(forces)
        mujoco.mj_step(self.model, data)
        if forces:
            data.xfrc_applied[:] = 0.0
        if any(data.warning[kind].number != 1 for kind in _FATAL):
            raise self._diverged()
        return self._layout.from_mujoco(data.qpos, data.qvel)

    def _push(self, forces: Sequence[tuple[FramePlace, Array]]) -> None:
        """Apply forces at places; MuJoCo takes them at the centre of mass of each body."""
        data = self._data
        mujoco.mj_kinematics(self.model, data)
        for place, force in forces:
            if place.name not in self._pushed_bodies:
                self._pushed_bodies[place.name] = Carrier.of(self.robot, self.model, place)
            carrier = self._pushed_bodies[place.name]
            lever = carrier.pose(data).translation - data.xipos[carrier.body]
            data.xfrc_applied[carrier.body, :3] += force
            data.xfrc_applied[carrier.body, 3:] += pin.skew(lever) @ force
