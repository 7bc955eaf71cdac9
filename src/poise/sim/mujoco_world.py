"""A MuJoCo world from the file a robot was built from, and the ground under its contacts.

Everything that is not written here is MuJoCo's default: contact softness, solver, integrator,
friction cone. Only the time step, gravity, friction coefficients, and the robot's own joint
friction and rotor inertia are set.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

import mujoco
import numpy as np
import pinocchio as pin

from poise.contact import Contact, SurfaceContact
from poise.errors import SimulationError
from poise.model.frames import FramePlace
from poise.model.robot_model import RobotModel
from poise.sim.mujoco_messages import logged_messages
from poise.sim.mujoco_robot import robot_spec, wxyz

FLOOR = "poise floor"
_SOLE_THICKNESS = 0.01  # m
# A sphere this small is a point in all but name: it sinks in four times as deep at rest, and its
# size needs no direction in the link to be made up for.
_POINT_RADIUS = 1e-4  # m
_FLOOR_SIZE = (0.0, 0.0, 1.0)  # infinite; the last is the spacing of the grid in pictures


def build_world(
    robot: RobotModel, contacts: Sequence[Contact], dt: float, friction: float | None
) -> mujoco.MjModel:
    """Compile the world of a robot: its bodies, a floor, the contacts, a motor per joint.

    The geoms of the contacts carry the contacts' names after ``"poise contact "``.

    Args:
        robot: The robot, from a URDF or MJCF.
        contacts: Where the floor may touch it.
        dt: Time step [s].
        friction: Coulomb coefficient of all contacts; absent: each contact's own.

    Raises:
        SimulationError: The robot has no file, or MuJoCo refuses it; the message tells why.
    """
    try:
        with logged_messages():
            spec = robot_spec(robot)
            _set_options(spec, robot, dt)
            _add_ground(spec, robot, contacts, friction)
            _add_motors(spec, robot)
            return spec.compile()
    except (ValueError, mujoco.FatalError) as error:
        reason = " ".join(str(error).split())
        raise SimulationError(
            f"MuJoCo refuses robot '{robot.name}': {reason}. If this is about the inertia of a "
            "moving link, correct it in the file, lock its joint, or use SoftContactSimulator "
            "(--sim soft)."
        ) from error


def contact_geom(contact: Contact) -> str:
    """Name of the geom of a contact."""
    return f"poise contact {contact.name}"


@dataclass(frozen=True, slots=True, eq=False)
class Carrier:
    """Where a place of the robot is in the MuJoCo model.

    Attributes:
        place: The place.
        body: MuJoCo's index of the body that carries it.
        offset: Pose of the place in that body.
    """

    place: FramePlace
    body: int
    offset: pin.SE3

    @classmethod
    def of(cls, robot: RobotModel, model: mujoco.MjModel, place: FramePlace) -> Carrier:
        """Find the carrier of a place in a compiled world of the robot."""
        names = {model.body(i).name: i for i in range(model.nbody)}
        body, offset = _carrier(robot, place, names)
        return cls(place, names[body], offset)

    def pose(self, data: mujoco.MjData) -> pin.SE3:
        """Pose of the place in the world, as of MuJoCo's last kinematics."""
        rotation = data.xmat[self.body].reshape(3, 3)
        return pin.SE3(rotation, data.xpos[self.body]) * self.offset


def _carrier(robot: RobotModel, place: FramePlace, bodies: Container[str]) -> tuple[str, pin.SE3]:
    """The body of a place and the place's pose in it."""
    for frame in robot.pin_model.frames:
        fits = frame.type == pin.FrameType.BODY and frame.parentJoint == place.joint
        if fits and frame.name != "world" and frame.name in bodies:
            return str(frame.name), frame.placement.inverse() * place.placement
    if place.joint == 0:
        return "world", place.placement
    raise SimulationError(
        f"The MuJoCo world of robot '{robot.name}' has no body that carries {place.name!r}."
    )


def _set_options(spec: mujoco.MjSpec, robot: RobotModel, dt: float) -> None:
    default = mujoco.MjSpec().option
    for name in dir(default):  # an MJCF's own solver settings go
        if not name.startswith("_"):
            setattr(spec.option, name, getattr(default, name))
    spec.option.timestep = dt
    spec.option.gravity = robot.gravity


def _add_ground(
    spec: mujoco.MjSpec, robot: RobotModel, contacts: Sequence[Contact], friction: float | None
) -> None:
    coefficients = [c.friction if friction is None else friction for c in contacts]
    # MuJoCo takes the larger coefficient of a pair, so the floor has the smallest of all.
    floor = spec.worldbody.add_geom(
        name=FLOOR, type=mujoco.mjtGeom.mjGEOM_PLANE, size=_FLOOR_SIZE, contype=1, conaffinity=0
    )
    _touch_by_default(floor, min(coefficients, default=1.0))
    for contact, coefficient in zip(contacts, coefficients, strict=True):
        place = robot.place(contact.frame, contact.placement)
        body, pose = _carrier(robot, place, {body.name for body in spec.bodies})
        if isinstance(contact, SurfaceContact):
            kind = mujoco.mjtGeom.mjGEOM_BOX
            size = [contact.length / 2.0, contact.width / 2.0, _SOLE_THICKNESS / 2.0]
            pose = pose * pin.SE3(np.eye(3), np.array([0.0, 0.0, _SOLE_THICKNESS / 2.0]))
        else:
            kind, size = mujoco.mjtGeom.mjGEOM_SPHERE, [_POINT_RADIUS, 0.0, 0.0]
        target = spec.worldbody if body == "world" else spec.body(body)
        geom = target.add_geom(
            name=contact_geom(contact), type=kind, size=size, contype=0, conaffinity=1
        )
        geom.pos, geom.quat = pose.translation, wxyz(pose.rotation)
        geom.mass = 0.0
        _touch_by_default(geom, coefficient)


def _touch_by_default(geom: mujoco.MjsGeom, friction: float) -> None:
    """MuJoCo's own contact parameters, even where an MJCF has other defaults."""
    default = mujoco.MjSpec().default.geom
    for name in ("solref", "solimp", "solmix", "margin", "gap", "priority", "condim"):
        setattr(geom, name, getattr(default, name))
    geom.friction = [friction, *default.friction[1:]]


def _add_motors(spec: mujoco.MjSpec, robot: RobotModel) -> None:
    """One motor per row of joint-wise arrays, in their order, with the effort limit."""
    joints = {joint.name for joint in spec.joints}
    for row, name in enumerate(robot.joint_names):
        target, gear = name, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
        if name not in joints:  # one of the three of a ball joint
            target, axis = name.rsplit(".", 1)
            gear = [float(axis == letter) for letter in "xyz"] + [0.0, 0.0, 0.0]
        motor = spec.add_actuator(name=f"poise motor {name}", target=target)
        motor.trntype = mujoco.mjtTrn.mjTRN_JOINT
        motor.set_to_motor()
        motor.gear = gear
        limit = float(robot.effort_limit[row])
        if np.isfinite(limit) and limit > 0.0:
            motor.forcelimited = motor.ctrllimited = mujoco.mjtLimited.mjLIMITED_TRUE
            motor.forcerange = motor.ctrlrange = [-limit, limit]
