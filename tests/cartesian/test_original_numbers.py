"""An arm from a kinematics file: what the original library computes for it, with eight digits."""

from __future__ import annotations

import numpy as np
import pytest

from kinematics_texts import ARM
from poise.cartesian import ChainSolver, ReferenceFrame
from poise.model import DhRow, DhTable, load_robot

Q = (10.0, 20.0, 30.0, -40.0, 50.0, -60.0)
Q2 = (12.0, 18.0, 33.0, -45.0, 55.0, -58.0)
X = (0.074950147, 0.28587676, -0.066920996, 0.64672369, 0.056710035, -1.3445508)
X2 = (0.047150812, 0.24683779, -0.059978287, 0.65435661, -0.020746747, -1.4516979)
DIGITS = {"rtol": 2e-7, "atol": 2e-8}


@pytest.fixture
def arm(tmp_path):
    path = tmp_path / "arm.ini"
    # Without limits, as the numbers were computed; the file's own exclude some of them.
    path.write_text(ARM.replace("(min -70) (max 45)", "").replace("(min -15) (max 70)", ""))
    return ChainSolver(load_robot(path), "base_link", "tool0", degrees=True)


def test_poses_and_their_difference(arm):
    np.testing.assert_allclose(arm.fwd_kin(Q), X, **DIGITS)
    np.testing.assert_allclose(arm.fwd_kin(Q2), X2, **DIGITS)
    moved = (-0.027799335, -0.03903897, 0.0069427089, -0.025317257, -0.02566605, -0.12181009)
    np.testing.assert_allclose(arm.pose_diff(X2, X), moved, **DIGITS)


def test_another_origin(arm):
    found = arm.change_origin((0.1, 0.2, 0.3, 0.3, -0.2, 0.1), (-0.5, 0.4, 0.2, 0.1, 0.2, 0.3))
    np.testing.assert_allclose(
        found, (-0.4, 0.6, 0.5, 0.43602878, 0.040064906, 0.35589897), **DIGITS
    )


def test_a_tool(arm):
    arm.append_link((0.01, 0.02, 0.03, 0.1, 0.2, 0.3))
    pose = (0.086059377, 0.26472821, -0.038123011, 0.83834497, 0.051689162, -0.99584159)
    np.testing.assert_allclose(arm.fwd_kin(Q), pose, **DIGITS)
    arm.restore_original_chain()
    np.testing.assert_allclose(arm.fwd_kin(Q), X, **DIGITS)


def test_inverse_kinematics_from_a_near_guess(arm):
    # Eight digits of the pose leave about 1e-5 degrees to the joints.
    np.testing.assert_allclose(arm.inv_kin(X2, Q).require(), Q2, atol=1e-4)
    shift = (0.01, 0.02, 0.03, 0.1, 0.05, -0.1)
    found = arm.inv_kin(shift, Q, ReferenceFrame.TCP).require()
    there = (4.3308523, 31.179095, 61.724632, -64.156376, 30.692137, -32.458969)
    np.testing.assert_allclose(found, there, atol=1e-5)


@pytest.mark.parametrize(
    ("frame", "torque"),
    [
        ("BASE", (1.0330022, 5.372571, -0.33542047, -1.0966237, 0.35203946, -0.073357482)),
        ("TCP", (-1.0487184, 5.7838596, -1.5168658, -1.7252229, -0.306234, 0.3069109)),
    ],
)
def test_a_wrench_on_the_tip(arm, frame, torque):
    wrench = (1.0, -2.0, 3.0, 0.1, -0.2, 0.3)
    found = arm.inv_dyn(Q, ftip=wrench, frame=ReferenceFrame[frame])
    np.testing.assert_allclose(found, torque, **DIGITS)


def test_one_joint_with_tools():
    """The kinematics of the original's controller test: a link of 1 m that turns by 100 degrees."""
    limit = np.radians(100.0)
    table = DhTable([DhRow(a=1.0, lower=-limit, upper=limit)])
    one = ChainSolver(load_robot(table), "base_link", "tool0", degrees=True)
    np.testing.assert_allclose(one.fwd_kin([0.0]), (1, 0, 0, 0, 0, 0), atol=1e-9)
    np.testing.assert_allclose(one.inv_kin((1, 0, 0, 0, 0, 0), [10.0]).require(), 0.0, atol=1e-6)
    turned = one.inv_kin((0, 1, 0, 0, 0, np.pi / 2), [0.0]).require()
    np.testing.assert_allclose(turned, 90.0, atol=1e-6)
    for tool, pose in (
        ((0, 0, 1, np.pi / 4, 0, 0), (1, 0, 1, np.pi / 4, 0, 0)),
        ((1, 0, 0, 0, np.pi / 4, 0), (2, 0, 0, 0, np.pi / 4, 0)),
    ):
        one.restore_original_chain()  # a tool replaces the one before
        one.append_link(tool)
        np.testing.assert_allclose(one.fwd_kin([0.0]), pose, atol=1e-9)
