"""Kinematics files: the numbers of the original library, and faults named by line."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

from kinematics_texts import ARM, TREE
from poise.errors import ModelLoadError
from poise.model import load_robot
from poise.model.kinematics_file import read_kinematics_file

SIX = np.radians((10.0, 20.0, 30.0, -40.0, 50.0, -60.0))


@pytest.fixture
def load(tmp_path):
    def loaded(text, **options):
        path = tmp_path / "robot.ini"
        path.write_text(text)
        return load_robot(path, **options)

    return loaded


def placed(robot, q, frame="tool0"):
    data = robot.pin_model.createData()
    pin.framesForwardKinematics(robot.pin_model, data, np.array(q))
    pose = data.oMf[robot.frame_id(frame)]
    return np.concatenate((pose.translation, pin.log3(pose.rotation)))


def test_poses_of_an_arm_are_those_of_the_original(load):
    robot = load(ARM)
    np.testing.assert_allclose(placed(robot, np.zeros(6))[:3], (0, 0.34692, -0.221806), atol=1e-9)
    turned = np.radians((-90.0, 0, 0, 0, 0, 0))
    np.testing.assert_allclose(placed(robot, turned)[:3], (0.718506, 0.34692, 0.4967), atol=1e-9)
    # Given with eight digits.
    pose = (0.074950147, 0.28587676, -0.066920996, 0.64672369, 0.056710035, -1.3445508)
    np.testing.assert_allclose(placed(robot, SIX), pose, rtol=1e-7)


def test_torques_of_an_arm_are_those_of_the_original(load):
    robot = load(ARM)
    model, data = robot.pin_model, robot.pin_model.createData()
    still = np.zeros(6)
    held = (0.044530733, 4.1439229, -0.67138929, -2.2506887, -0.19128902, -0.4555771)
    np.testing.assert_allclose(pin.rnea(model, data, SIX, still, still), held, rtol=1e-7)
    qd = np.radians((5.0, -10.0, 15.0, -20.0, 25.0, -30.0))
    qdd = np.radians((10.0, 20.0, -30.0, 40.0, -50.0, 60.0))
    moved = (0.28143215, 4.6625059, -0.74984268, -2.0711466, -0.18968837, -0.43053909)
    np.testing.assert_allclose(pin.rnea(model, data, SIX, qd, qdd), moved, rtol=1e-7)


def test_limits_are_degrees_and_absent_ones_unlimited(load):
    robot = load(ARM)
    np.testing.assert_allclose(np.degrees(robot.lower_position[:3]), (-70, -15, -np.inf))
    np.testing.assert_allclose(np.degrees(robot.upper_position[:3]), (45, 70, np.inf))


def test_a_tree_has_the_originals_poses_and_torques(load, tmp_path):
    robot = load(TREE)
    q = np.radians((5, -8, 10, 20, -30, 40, 15, 25, -12, 14, 22, -33, 9, 7))
    left = (-0.39199699, 0.63885311, 0.011377833, 0.066251142, -1.8788533, -0.65118941)
    right = (0.36021099, -0.082582197, -0.04270688, -0.71917054, 2.1681433, 0.26986719)
    np.testing.assert_allclose(placed(robot, q, "left"), left, rtol=1e-7)
    np.testing.assert_allclose(placed(robot, q, "right"), right, rtol=1e-7)
    still = np.zeros(14)
    held = pin.rnea(robot.pin_model, robot.pin_model.createData(), q, still, still)
    base = (0, -1.4459019)
    left = (3.9775038, 8.237706, -1.0900678, 4.554354, -0.052072936, 0.22444805)
    right = (-9.1266694, 5.4941384, 0.26763807, -4.9440158, 0.0015759883, -0.20233519)
    np.testing.assert_allclose(held, (*base, *left, *right), rtol=2e-7, atol=1e-12)
    file = read_kinematics_file(tmp_path / "robot.ini")
    assert file.tcps == (("left",), ("right",))


def test_merged_endpoints_are_one_tcp(load, tmp_path):
    load(
        TREE.replace(
            '[chain right]\nhook "trunk"\n', '[chain right]\nhook "trunk"\nmergeWith left\n'
        )
    )
    assert read_kinematics_file(tmp_path / "robot.ini").tcps == (("left", "right"),)


def test_joints_about_and_along_axes_and_their_inverses(load):
    robot = load(
        "numLinks 3\n"
        "xyzLink_0 (Type InvRotZ) (x 1) (y 0) (z 0)\n"
        "xyzLink_1 (Type TransY) (x 0) (y 0) (z 0.5) (min 0) (max 2)\n"
        "xyzLink_2 (Type InvTransX) (x 0) (y 0) (z 0)\n"
    )
    assert robot.joint_units == ("rad", "m", "m")
    assert robot.upper_position[1] == 2.0
    # A quarter about −z: x becomes −y, y becomes x.
    pose = placed(robot, (np.pi / 2, 0.3, 0.2))
    np.testing.assert_allclose(pose[:3], (0.3, -1.0 + 0.2, 0.5), atol=1e-12)


def test_gravity_is_the_files_unless_given(load):
    robot = load(ARM.replace("-9.81", "-3.7"))
    assert robot.pin_model.gravity.linear.tolist() == [0.0, 0.0, -3.7]
    given = load(ARM, gravity=(0.0, 0.0, -1.0))
    assert given.pin_model.gravity.linear.tolist() == [0.0, 0.0, -1.0]
    assert load(TREE).pin_model.gravity.linear.tolist() == [0.0, 0.0, -9.81]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("numLinks 6", "numLinks 0", 3, "from 1 to"),
        ("numLinks 6", "numLinks six", 3, "'six'"),
        ("numLinks 6\n", "", 1, "'numLinks'"),
        ("numLinks 6", "numLinks 7", 1, "neither link_6 nor xyzLink_6"),
        ("numLinks 6", "numLinks 5", 10, "link_5 is one too many"),
        ("gravity (0 0 -9.81)", "gravity (0 0)", 2, "3 numbers"),
        ("(0 -1 0 0 ", "(0 -1 0 ", 4, "16 numbers"),
        ("(0 -1 0 0 ", "(0 -2 0 0 ", 4, "orthonormal"),
        ("0.34692", "x", 4, "'x'"),
        ("(offset 0) (D 0) (A 0) (alpha 90) (mass 0)", "(ofset 0) (mass 0)", 5, "offset"),
        ("(cog 0 0 0) (inertia 0 0 0) (min -70)", "(min -70)", 5, "no cog and no inertia"),
        ("(min -70) (max 45)", "(min 70) (max 45)", 5, "lower must be ≤ upper"),
        ("link_5 (offset 90)", "link_4 (offset 90)", 10, "link_4"),
        ("(mass .3)", "(mass -1)", 10, "mass must be ≥ 0"),
        ("(mass .3)", "(mass .3", 10, "without its ')'"),
        ("(mass .3)", "(mass nan)", 10, "'nan'"),
    ],
)
def test_faults_name_their_line(load, old, new, line, words):
    with pytest.raises(ModelLoadError) as raised:
        load(ARM.replace(old, new, 1))
    assert f"robot.ini:{line}:" in str(raised.value)
    assert words in str(raised.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('hook "trunk"\nendpoint true', 'hook "trnk"\nendpoint true', "trunk"),
        ("[chain left]", "[limb left]", "[chain NAME]"),
        ("[chain left]", "[chain trunk]", "is taken"),
        ("Type RotY", "Type RotW", "RotX"),
        ("endpoint true", "endpoint false", "no chain is an endpoint"),
        ("endpoint true\n", "endpoint yes\n", "true"),
    ],
)
def test_faults_of_trees_are_named(load, old, new, words):
    text = TREE.replace("link_1 (offset -90) (D 0) (A 0) (alpha 0)", "xyzLink_1 (Type RotY)", 1)
    with pytest.raises(ModelLoadError, match=r"robot\.ini") as raised:
        load(text.replace(old, new))
    assert words in str(raised.value)


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"\xff\xfe", "not UTF-8"), (b"x" * (2**20 + 1), "bytes"), (b"", "numLinks")],
)
def test_what_is_no_such_file_is_answered(tmp_path, content, words):
    path = tmp_path / "robot.ini"
    path.write_bytes(content)
    with pytest.raises(ModelLoadError, match=words):
        load_robot(path)
