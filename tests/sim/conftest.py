"""Small robots, and known robots standing on the ground."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pinocchio as pin
import pytest

import poise.sim
from poise.contact import Contact, SurfaceContact, preset_contacts
from poise.model import JointCommand, RobotModel, RobotState, Workspace, load_robot
from poise.sim import Simulator

BLOCK = """<robot name="block"><link name="block"><inertial><mass value="3.0"/>
<inertia ixx="0.0425" iyy="0.0425" izz="0.08" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>"""

ARM = """<robot name="arm">
<link name="world"/>
<link name="base"><inertial><origin xyz="0 0 0.1"/><mass value="4"/>
  <inertia ixx="0.03" iyy="0.04" izz="0.05" ixy="0.001" ixz="0" iyz="0"/></inertial></link>
<joint name="pedestal" type="fixed"><parent link="world"/><child link="base"/>
  <origin xyz="0.1 0.2 0.3" rpy="0.1 0.2 0.3"/></joint>
<link name="turret"><inertial><origin xyz="0.1 0 0.05" rpy="0.3 0.2 0.1"/><mass value="2"/>
  <inertia ixx="0.02" iyy="0.025" izz="0.03" ixy="0" ixz="0.002" iyz="0"/></inertial></link>
<joint name="turn" type="continuous"><parent link="base"/><child link="turret"/>
  <origin xyz="0 0 0.2" rpy="0 0 0.4"/><axis xyz="0 0 1"/>
  <limit effort="20" velocity="5"/></joint>
<link name="slider"><inertial><origin xyz="0.05 0.02 0"/><mass value="1"/>
  <inertia ixx="0.004" iyy="0.005" izz="0.006" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="slide" type="prismatic"><parent link="turret"/><child link="slider"/>
  <origin xyz="0.2 0 0" rpy="0 0.5 0"/><axis xyz="1 0 0.5"/>
  <limit effort="50" lower="-1" upper="1" velocity="2"/></joint>
<link name="bracket"><inertial><mass value="0.5"/>
  <inertia ixx="0.001" iyy="0.001" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="weld" type="fixed"><parent link="slider"/><child link="bracket"/>
  <origin xyz="0 0.1 0" rpy="0.7 0 0"/></joint>
<link name="sensor"><inertial><mass value="1e-6"/>
  <inertia ixx="1e-6" iyy="1e-6" izz="1e-6" ixy="1e-6" ixz="1e-6" iyz="1e-6"/></inertial></link>
<joint name="glue" type="fixed"><parent link="bracket"/><child link="sensor"/>
  <origin xyz="0 0 0.1"/></joint>
<link name="hand"><inertial><origin xyz="0 0 0.1"/><mass value="0.3"/>
  <inertia ixx="0.0006" iyy="0.0006" izz="0.0002" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="wrist" type="revolute"><parent link="bracket"/><child link="hand"/>
  <origin xyz="0.1 0 0"/><axis xyz="0 1 0"/>
  <limit effort="3" lower="-2" upper="2" velocity="5"/>
  <dynamics damping="0.1" friction="0.2"/></joint>
</robot>"""


@dataclass(frozen=True)
class Standing:
    """A robot on its contacts and a command that holds it there."""

    robot: RobotModel
    contacts: Sequence[Contact]
    state: RobotState
    hold: JointCommand


def block(gravity: Sequence[float] = (0.0, 0.0, -9.81), friction: float = 0.5) -> Standing:
    """A box of 0.4 × 0.4 × 0.1 m on its underside."""
    robot = load_robot(BLOCK, floating_base=True, gravity=gravity)
    offset = pin.SE3(np.eye(3), np.array([0.0, 0.0, -0.05]))
    sole = SurfaceContact("block", 0.4, 0.4, friction, offset)
    q = np.array(robot.neutral_state().q)
    q[2] = 0.05
    return Standing(robot, (sole,), robot.state(q), JointCommand((), np.zeros(0)))


def stand(name: str) -> Standing:
    """A known robot in its stance, held there by its motors."""
    robot = load_robot(name)
    assert robot.preset is not None
    contacts = preset_contacts(robot)
    q = np.array(robot.configuration(robot.preset.stance))
    snapshot = Workspace(robot).evaluate(robot.state(q))
    q[2] -= min(
        snapshot.pose(robot.place(c.frame, c.placement)).act(p)[2]
        for c in contacts
        for p in c.points
    )
    legs = np.zeros(robot.nv)
    for contact in contacts:
        legs += np.abs(snapshot.jacobian(contact.frame, "world")).sum(axis=0) > 1e-9
    inertia = np.diag(snapshot.M)[6:]
    stiff, damped = {"g1": (300.0, 2.0), "talos": (3000.0, 60.0), "hyq": (2000.0, 50.0)}.get(
        name, (100.0, 3.0)
    )
    # Light arms want softer gains than legs with the robot on top.
    kp = np.where(legs[6:] > 0, stiff, np.minimum(stiff, 2e3 * inertia))
    kd = np.where(legs[6:] > 0, damped, np.minimum(damped, 1e2 * inertia))
    zero = np.zeros(robot.na)
    position = robot.joint_positions(q)
    hold = JointCommand(robot.joint_names, zero, position=position, velocity=zero, kp=kp, kd=kd)
    return Standing(robot, contacts, robot.state(q), hold)


@pytest.fixture(params=["MujocoSimulator", "SoftContactSimulator"])
def kind(request: pytest.FixtureRequest, require: Callable[[str], object]) -> type[Simulator]:
    """Each simulator in turn."""
    if request.param == "MujocoSimulator":
        require("mujoco")
    found: type[Simulator] = getattr(poise.sim, request.param)
    return found


@pytest.fixture
def make_block() -> Callable[..., Standing]:
    """Builds the block."""
    return block


@pytest.fixture
def make_standing() -> Callable[[str], Standing]:
    """Builds a known robot in its stance."""
    return stand


@pytest.fixture
def arm() -> RobotModel:
    """A fixed-base arm with continuous, prismatic, revolute and fixed joints."""
    return load_robot(ARM)
