"""Robots from Denavit–Hartenberg tables against KDL's numbers."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

from kdl_oracle import kdl_data, kdl_ur5
from poise.errors import DefinitionError
from poise.model import DhRow, DhTable, load_robot

# KDL's numbers are written with all digits; two libraries differ by rounding.
ROUNDING = {"rtol": 0.0, "atol": 1e-12}


def test_standard_rows_have_kdls_poses_jacobian_and_dynamics():
    robot, oracle = kdl_ur5()
    samples = oracle["samples"]
    model, data = robot.pin_model, robot.pin_model.createData()
    for sample in samples:
        q, qd, qdd = (np.array(sample[name]) for name in ("q", "qd", "qdd"))
        pin.computeJointJacobians(model, data, q)
        pin.updateFramePlacements(model, data)
        for k, pose in enumerate(sample["segment_poses"][1:], start=1):
            placed = data.oMf[robot.frame_id(f"link_{k}")]
            np.testing.assert_allclose(placed.homogeneous, pose, **ROUNDING)
        tip = robot.frame_id("tool0")
        np.testing.assert_allclose(data.oMf[tip].homogeneous, sample["tip_pose"], **ROUNDING)
        jacobian = pin.getFrameJacobian(model, data, tip, pin.LOCAL_WORLD_ALIGNED)
        np.testing.assert_allclose(jacobian, sample["jacobian"], **ROUNDING)
        np.testing.assert_allclose(
            pin.rnea(model, data, q, qd, qdd), sample["tau"], rtol=1e-12, atol=1e-12
        )
        mass = np.array(pin.crba(model, data, q))
        np.testing.assert_allclose(mass, sample["mass_matrix"], rtol=1e-12, atol=1e-12)


def test_modified_rows_have_kdls_poses():
    data = kdl_data("panda7r")
    note = data["note"]
    rows = [
        DhRow(a=a, alpha=b, d=d)
        for a, b, d in zip(note["a"], note["alpha"], note["d"], strict=True)
    ]
    flange = pin.SE3(np.eye(3), np.array([0.0, 0.0, note["flange"]]))
    robot = load_robot(DhTable(rows, "modified", tip=flange))
    model, made = robot.pin_model, robot.pin_model.createData()
    for sample in data["samples"]:
        pin.framesForwardKinematics(model, made, np.array(sample["q"]))
        placed = made.oMf[robot.frame_id("tool0")]
        np.testing.assert_allclose(placed.homogeneous, sample["tip_pose"], **ROUNDING)


def two_links(**changes):
    """The arm of the original library's test: two rods in the plane, gravity along −y."""
    row = {"a": 1.0, "mass": 1.0, "com": (-0.5, 0.0, 0.0), "inertia": (1.0, 1.0, 1.0)} | changes
    table = DhTable([DhRow(**row), DhRow(offset=np.pi / 2, **row)])
    return load_robot(table, gravity=(0.0, -10.0, 0.0))


@pytest.mark.parametrize(
    ("degrees", "torque"), [((90.0, -90.0), (0.0, 0.0)), ((0.0, 0.0), (15.0, 0.0))]
)
def test_torques_that_hold_two_links_are_those_of_the_original(degrees, torque):
    robot = two_links()
    q, still = np.radians(degrees), np.zeros(2)
    held = pin.rnea(robot.pin_model, robot.pin_model.createData(), q, still, still)
    np.testing.assert_allclose(held, torque, atol=1e-9)


def test_moving_rods_need_the_originals_torques():
    robot = two_links()
    q, qd, qdd = (np.radians(each) for each in ((30.0, -20.0), (10.0, 20.0), (30.0, 40.0)))
    data = robot.pin_model.createData()
    # Wrench (1, 2, 3, .4, .5, .6) on the tip, base axes, at the tip: its joint's share.
    pin.computeJointJacobians(robot.pin_model, data, q)
    pin.updateFramePlacements(robot.pin_model, data)
    tip = robot.frame_id("tool0")
    jacobian = pin.getFrameJacobian(robot.pin_model, data, tip, pin.LOCAL_WORLD_ALIGNED)
    wrench = jacobian.T @ [1.0, 2.0, 3.0, 0.4, 0.5, 0.6]
    still = np.zeros(2)
    held = pin.rnea(robot.pin_model, data, q, still, still) - wrench
    np.testing.assert_allclose(held, (11.6221935, -0.13613678), atol=5e-8)
    moved = pin.rnea(robot.pin_model, data, q, qd, qdd) - wrench
    np.testing.assert_allclose(moved, (14.511424, 1.49487932), atol=5e-7)


def test_a_sliding_row_moves_along_z_and_a_fixed_one_not_at_all():
    table = DhTable(
        [
            DhRow(d=0.2, alpha=np.pi / 2, joint="prismatic", lower=0.0, upper=0.5, name="lift"),
            DhRow(a=0.3, joint="fixed"),
            DhRow(a=0.4),
        ]
    )
    robot = load_robot(table)
    assert robot.joint_names == ("lift", "joint_3")
    assert robot.joint_units == ("m", "rad")
    assert (robot.lower_position[0], robot.upper_position[0]) == (0.0, 0.5)
    data = robot.pin_model.createData()
    pin.framesForwardKinematics(robot.pin_model, data, np.array([0.1, np.pi / 2]))
    # Up 0.2 + 0.1, 0.3 along x, then the last link turned by a quarter about −y: upwards.
    placed = data.oMf[robot.frame_id("tool0")].translation
    np.testing.assert_allclose(placed, [0.3, 0.0, 0.7], atol=1e-15)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: DhRow(a=np.nan), "a must be a finite number"),
        (lambda: DhRow(joint="spherical"), "joint must be one of"),
        (lambda: DhRow(lower=1.0, upper=0.0), "lower must be ≤ upper"),
        (lambda: DhRow(mass=-1.0), "mass must be ≥ 0"),
        (lambda: DhRow(inertia=(1.0, -1.0, 1.0)), "inertia must be ≥ 0"),
        (lambda: DhRow(inertia=np.array([[1, 1, 0], [0, 1, 0], [0, 0, 1.0]])), "symmetric"),
        (lambda: DhRow(velocity=-1.0), "velocity must be ≥ 0"),
        (lambda: DhTable([]), "one or more DhRow"),
        (lambda: DhTable([1.0]), "one or more DhRow"),
        (lambda: DhTable([DhRow()], "classic"), "'standard' or 'modified'"),
        (lambda: DhTable([DhRow()], tip=np.eye(4)), "tip must be a pinocchio.SE3"),
        (lambda: load_robot(DhTable([DhRow(name="a"), DhRow(name="a")])), "'a' comes twice"),
    ],
)
def test_wrong_rows_and_tables_are_named(make, words):
    with pytest.raises(DefinitionError, match=words):
        make()
