"""Dropping a robot onto soft ground, its joints held by their motors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from poise.arrays import Array, number
from poise.contact import Contact, Plane, SoftContactModel, standing_state
from poise.errors import DefinitionError, DivergedError
from poise.experiment.standing import default_stance
from poise.model import JointCommand, RobotModel, RobotState, Workspace
from poise.sim import SoftContactSimulator
from poise.sim.motors import Motors
from poise.sim.soft_simulator import IntegratorName

# Joint error at which a motor gives all it can [rad, m], and kd over kp [s].
_FULL_EFFORT_AT, _DAMPING_TIME = 0.2, 0.05
# Stiffness of a motor without an effort limit [N·m/rad, N/m].
_UNLIMITED = 1000.0


@dataclass(frozen=True, slots=True, eq=False)
class DropRecord:
    """What became of a dropped robot; n is the number of states, the first the one dropped.

    Attributes:
        robot: Its name.
        weight: m g [N].
        height: Of the lowest contact point above the ground at the start [m].
        integrator: Of the simulator.
        contact_names: Length nc.
        time: Shape (n,) [s].
        kinetic: Kinetic energy, shape (n,) [J].
        potential: m g times the height of the centre of mass above that at the start, (n,) [J].
        motor_work: Work of the motors until then, shape (n,) [J].
        penetration: Depth of each contact's lowest point in the ground, shape (n, nc) [m];
            negative above it.
        normal_force: Of the ground on each contact, along its normal, shape (n, nc) [N].
        base_height: Of the base's origin, shape (n,) [m].
        speed: Largest joint or base velocity, shape (n,) [m/s, rad/s].
        diverged_at: When the simulation left the finite numbers [s]; None if it did not.
    """

    robot: str
    weight: float
    height: float
    integrator: str
    contact_names: tuple[str, ...]
    time: Array
    kinetic: Array
    potential: Array
    motor_work: Array
    penetration: Array
    normal_force: Array
    base_height: Array
    speed: Array
    diverged_at: float | None

    @property
    def dissipated(self) -> Array:
        """Energy that is gone or stored in the ground: work put in minus what moves, (n,)."""
        gone: Array = self.motor_work - (self.kinetic + self.potential - self.kinetic[0])
        return gone

    @property
    def at_rest(self) -> bool:
        """Whether nothing moved faster than 0.05 m/s or rad/s in the last tenth of the run."""
        last = self.time >= 0.9 * self.time[-1]
        return self.diverged_at is None and bool(self.speed[last].max() < 0.05)


@dataclass(frozen=True, slots=True, eq=False)
class Drop:
    """A robot that falls in its stance.

    Attributes:
        robot: The robot; one with a floating base.
        contacts: Where the ground may touch it.
        height: Of the lowest contact point above the ground when it is let go, ≥ 0 [m].
        duration: How long it is watched [s].
        dt: Length of a step [s].
        integrator: Of the simulator.
        ground: The contact law; absent: ground that carries the robot 1 mm deep.
    """

    robot: RobotModel
    contacts: Sequence[Contact]
    height: float = 0.1
    duration: float = 2.0
    dt: float = 1e-3
    integrator: IntegratorName = "implicit"
    ground: SoftContactModel | None = None

    def __post_init__(self) -> None:
        """Check what the simulator does not."""
        number("height", self.height, minimum=0.0)
        number("dt", self.dt, above=0.0, maximum=0.1)
        number("duration", self.duration, minimum=self.dt, maximum=1e5 * self.dt)
        if not self.robot.floating_base:
            raise DefinitionError(f"robot '{self.robot.name}' has a fixed base and cannot fall.")

    def run(self, progress: Callable[[int, int], None] | None = None) -> DropRecord:
        """Let it fall, until the end or until the simulation diverges.

        Args:
            progress: Called after every step with the steps done and the steps planned.
        """
        robot = self.robot
        stance = standing_state(robot, self.contacts, default_stance(robot))
        q = np.array(stance.q)
        q[2] += self.height
        simulator = SoftContactSimulator(
            robot, self.contacts, self.ground, dt=self.dt, integrator=self.integrator
        )
        simulator.reset(robot.state(q))
        hold = holding_command(robot, q)
        log = _Log(self, simulator)
        log.write(simulator.state)
        steps = round(self.duration / self.dt)
        for done in range(1, steps + 1):
            try:
                log.write(simulator.step(hold), hold)
            except DivergedError as error:
                return log.finish(error.time)
            if progress is not None:
                progress(done, steps)
        return log.finish(None)


def holding_command(robot: RobotModel, q: Array) -> JointCommand:
    """Motors that hold the joints of a configuration, as stiff as they are strong.

    A motor reaches its effort limit 0.2 rad (m) away from its set-point.
    """
    limit = robot.effort_limit
    kp = np.where(np.isfinite(limit), limit / _FULL_EFFORT_AT, _UNLIMITED)
    zero = np.zeros(robot.na)
    position = robot.joint_positions(q)
    return JointCommand(
        robot.joint_names, zero, position=position, velocity=zero, kp=kp, kd=_DAMPING_TIME * kp
    )


class _Log:
    """Collects a record."""

    def __init__(self, drop: Drop, simulator: SoftContactSimulator) -> None:
        self._drop, self._simulator = drop, simulator
        self._workspace = Workspace(drop.robot)
        ground = simulator.ground
        self._terrain = Plane() if ground is None else ground.terrain
        self._rows: list[tuple[float, ...]] = []
        self._penetration: list[list[float]] = []
        self._force: list[list[float]] = []
        self._work = 0.0
        self._first_height = 0.0

    def write(self, state: RobotState, hold: JointCommand | None = None) -> None:
        """Add a state; with the command that led to it, unless it is the first."""
        robot = self._drop.robot
        snapshot = self._workspace.evaluate(state)
        if hold is not None:
            power = _torque(robot, hold, state) @ state.v[robot.nv - robot.na :]
            self._work += self._drop.dt * float(power)
        else:
            self._first_height = float(snapshot.com[2])
        weight = robot.total_mass * float(np.linalg.norm(robot.gravity))
        kinetic = 0.5 * float(state.v @ snapshot.M @ state.v)
        potential = weight * (float(snapshot.com[2]) - self._first_height)
        speed = float(np.abs(state.v).max())
        self._rows.append((state.time, kinetic, potential, self._work, state.q[2], speed))
        poses = self._simulator.contact_poses()
        self._penetration.append([self._depth(c, poses[c.name]) for c in self._drop.contacts])
        wrenches = self._simulator.contact_wrenches()
        self._force.append([self._normal(poses[name], w) for name, w in wrenches.items()])

    def finish(self, diverged_at: float | None) -> DropRecord:
        """The record of what was written."""
        drop = self._drop
        time, kinetic, potential, work, base, speed = np.array(self._rows).T
        return DropRecord(
            robot=drop.robot.name,
            weight=drop.robot.total_mass * float(np.linalg.norm(drop.robot.gravity)),
            height=drop.height,
            integrator=drop.integrator,
            contact_names=tuple(contact.name for contact in drop.contacts),
            time=time,
            kinetic=kinetic,
            potential=potential,
            motor_work=work,
            penetration=np.array(self._penetration),
            normal_force=np.array(self._force),
            base_height=base,
            speed=speed,
            diverged_at=diverged_at,
        )

    def _normal(self, pose: pin.SE3, wrench: Array) -> float:
        return float(self._terrain.normal(pose.translation) @ pose.rotation @ wrench[:3])

    def _depth(self, contact: Contact, pose: pin.SE3) -> float:
        points = np.array([pose.act(point) for point in contact.points])
        return -float(np.min(self._terrain.distance(points)))


def _torque(robot: RobotModel, hold: JointCommand, state: RobotState) -> Array:
    return Motors.holding(robot, hold).torque(state.q, state.v)
