"""Compiling the loops of the soft-ground simulator beforehand."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from poise.contact import PointContact
from poise.model.robot_model import RobotModel
from poise.sim.soft_simulator import SoftContactSimulator


def warm_up_soft_ground() -> None:
    """Let a stick turn over the ground, so that every loop of the simulator is compiled."""
    model = pin.Model()
    joint = model.addJoint(0, pin.JointModelRY(), pin.SE3.Identity(), "hinge")
    inertia = pin.Inertia(1.0, np.array([0.1, 0.0, 0.0]), np.eye(3))
    model.appendBodyToJoint(joint, inertia, pin.SE3.Identity())
    model.addBodyFrame("stick", joint, pin.SE3.Identity(), 0)
    robot = RobotModel(model)
    simulator = SoftContactSimulator(robot, [PointContact("stick", friction=0.5)])
    simulator.reset(robot.neutral_state())
    simulator.step(np.zeros(1))
