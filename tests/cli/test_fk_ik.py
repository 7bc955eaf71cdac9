"""``poise fk`` and ``poise ik`` against Pinocchio."""

from __future__ import annotations

import json

import numpy as np
import pinocchio as pin
import pytest

from poise.model import load_robot

pytestmark = pytest.mark.requires("example-robot-data")
Q = "0 0.3 0 -1.5 0 1.8 0.8"


def placed(q, frame="panda_hand_tcp"):
    robot = load_robot("panda")
    data = robot.pin_model.createData()
    pin.framesForwardKinematics(robot.pin_model, data, np.array([*q, 0.0]))
    return data.oMf[robot.frame_id(frame)]


def test_a_pose_is_pinocchios(poise):
    told = json.loads(poise("fk", "panda", "--q", Q, "--json").stdout)
    q = [float(word) for word in Q.split()]
    np.testing.assert_allclose(told["matrix"], placed(q).homogeneous, atol=1e-14)
    assert (told["base"], told["tip"]) == ("panda_link0", "panda_hand_tcp")
    assert list(told["joints"].values()) == q
    table = poise("fk", "panda", "--q", Q).stdout
    assert "panda_joint4" in table
    assert "0.652901" in table


def test_degrees_are_for_joints_that_turn_only(poise):
    q = [float(word) for word in Q.split()]
    text = ",".join(str(np.degrees(value)) for value in q)
    told = json.loads(poise("fk", "panda", "--q", text, "--degrees", "--json").stdout)
    np.testing.assert_allclose(told["matrix"], placed(q).homogeneous, atol=1e-12)


def test_joints_for_a_pose_reach_it_within_the_limits(poise):
    result = poise("ik", "panda", "--target", "0.4 0.1 0.5 3.14 0 0", "--json")
    told = json.loads(result.stdout)
    assert result.exit_code == 0
    assert told["converged"]
    q = np.array(list(told["joints"].values()))
    robot = load_robot("panda")
    assert (q >= robot.lower_position[:7]).all()
    assert (q <= robot.upper_position[:7]).all()
    pose = placed(q)
    np.testing.assert_allclose(pose.translation, [0.4, 0.1, 0.5], atol=1e-7)
    np.testing.assert_allclose(pin.log3(pose.rotation), [3.14, 0, 0], atol=1e-6)
    assert "The pose is reached" in poise("ik", "panda", "--target", "0.4 0.1 0.5 3.14 0 0").stdout


def test_out_of_reach_is_an_outcome_with_the_best_effort(poise):
    result = poise("ik", "panda", "--target", "2 0 0.5", "--position-only")
    assert result.exit_code == 1
    assert "outside what the chain can reach" in result.stdout
    assert "target: position" in result.stdout
    assert poise("ik", "panda", "--target", "2 0 0.5", "--position-only", "-q").stdout == ""


def test_a_file_and_a_guess_may_be_given(poise, urdf):
    told = json.loads(
        poise("ik", urdf, "--tip", "left_foot", "--base", "trunk", "--position-only",
              "--target", "-0 0.1 -0.5", "--guess", "0.3", "--json").stdout
    )  # fmt: skip
    assert told["joints"].keys() == {"left_hip"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("fk", "pnada"), "Known robots"),
        (("fk", "panda", "--q", "1 2"), "--q must have 7 numbers (panda_joint1"),
        (("fk", "panda", "--q", Q.replace("1.8", "x")), "panda_joint6 must be a number, got 'x'"),
        (("fk", "panda", "--tip", "panda_hnad"), "Did you mean 'panda_hand'"),
        (("fk", "go2"), "not known to have a hand"),
        (("ik", "panda", "--target", "1 2 3"), "--target must have 6 numbers (x, y, z, rx"),
        (("ik", "panda", "--target", "nan 2 3 0 0 0"), "finite"),
        (("ik", "panda"), "--target"),
    ],
)
def test_wrong_usage_is_answered(poise, arguments, words):
    result = poise(*arguments)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr
