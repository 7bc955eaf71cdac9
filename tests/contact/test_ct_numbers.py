"""``SoftContactModel.ct`` against numbers measured on the compiled Control Toolbox."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

from poise import SoftContactModel
from poise.contact import GroundReaction
from poise.model import RobotModel

MOVING = (0.2, -0.1, -0.3)
CODEGEN = {"d": 1000.0, "alpha_n": 100.0, "z_offset": -0.02, "smoothing": "sigmoid"}


def force(z, v=(0.0, 0.0, 0.0), **parameters):
    model = SoftContactModel.ct(**parameters)
    return model.point_force(np.array([0.3, -0.7, z]), np.array(v, dtype=float))


@pytest.mark.parametrize(
    ("z", "v", "expected"),
    [
        (-0.01, (0, 0, 0), (0, 0, 50)),
        (-0.01, (0.2, -0.1, 0), (-100, 50, 50)),
        (-0.01, MOVING, (-100, 50, 200)),
        (-0.01, (0.2, -0.1, 0.3), (-100, 50, -100)),  # pulls
        (0.0, (0.2, 0, -1), (-100, 0, 500)),  # height 0 counts as contact
        (1e-9, (0.2, 0, -1), (0, 0, 0)),
        (-1e-9, (0.2, 0, -1), (-100, 0, 500.000005)),
    ],
)
def test_default(z, v, expected):
    np.testing.assert_allclose(force(z, v), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    ("offset", "z", "v", "expected"),
    [
        (0.05, 0.03, (0, 0, 0), (0, 0, 0)),  # below the ground, but above height 0
        (0.05, -0.01, (0, 0, 0), (0, 0, 300)),
        (-0.05, -0.03, (0.2, 0, -1), (-100, 0, 500)),  # damped above the ground
        (-0.05, -0.06, (0, 0, 0), (0, 0, 50)),
    ],
)
def test_gate_ignores_the_offset(offset, z, v, expected):
    np.testing.assert_allclose(force(z, v, z_offset=offset), expected, rtol=1e-12)


# Ten digits are given.
@pytest.mark.parametrize(
    ("z", "sigmoid", "absolute"),
    [
        (-0.05, (-99.33071491, 49.66535745, 398.9960724), (-91.66666667, 45.83333333, 387.5)),
        (-0.01, (-73.10585786, 36.55292893, 159.6587868), (-75, 37.5, 162.5)),
        (0.0, (-50, 25, 75), (-50, 25, 75)),
        (0.01, (-26.89414214, 13.44707107, 40.34121321), (-25, 12.5, 37.5)),
        (0.05, (-0.6692850924, 0.3346425462, 1.003927639), (-8.333333333, 4.166666667, 12.5)),
    ],
)
def test_smoothed_damper(z, sigmoid, absolute):
    np.testing.assert_allclose(force(z, MOVING, smoothing="sigmoid"), sigmoid, rtol=6e-10)
    np.testing.assert_allclose(force(z, MOVING, smoothing="TANH"), sigmoid, rtol=6e-10)
    np.testing.assert_allclose(force(z, MOVING, smoothing="abs"), absolute, rtol=6e-10)


def test_tails_one_metre_above():
    np.testing.assert_allclose(
        force(1.0, MOVING, smoothing="sigmoid"), (-3.72e-42, 1.86e-42, 5.58e-42), rtol=2e-3
    )
    np.testing.assert_array_equal(force(1.0, MOVING, smoothing="tanh"), np.zeros(3))
    np.testing.assert_allclose(
        force(1.0, MOVING, smoothing="abs"),
        (-0.4950495050, 0.2475247525, 0.7425742574),
        rtol=6e-10,
    )


@pytest.mark.parametrize(("z", "expected"), [(-0.01, 13591.40914), (0.0, 5000.0), (1e-9, 0.0)])
def test_exponential_spring_is_gated(z, expected):
    assert force(z, alpha_n=100.0)[2] == pytest.approx(expected, rel=6e-10)


@pytest.mark.parametrize(
    ("z", "expected"),
    [
        *((-0.05, 100427.6846), (-0.03, 13591.40914), (-0.02, 5000), (-0.01, 1839.397206)),
        *((0.0, 676.6764162), (0.0122, 199.7752913), (0.05, 4.559409828)),
        *((0.1, 0.03072106177), (-0.2, 3.2829984569e11)),
    ],
)
def test_codegen_spring(z, expected):
    assert force(z, **CODEGEN)[2] == pytest.approx(expected, rel=6e-10)


def test_codegen_damper():
    np.testing.assert_allclose(force(0.0, MOVING, **CODEGEN), (-100, 50, 826.6764162), rtol=6e-10)
    assert force(0.0, (0, 0, 2), **CODEGEN)[2] == pytest.approx(-323.3235838, rel=6e-10)


# The robot of the toolbox' own tests: hips at (±0.3735, ±0.207, 0), links of 0.08, 0.35, 0.33 m.
LEGS = {"LF": (1, 1, -1), "RF": (1, -1, 1), "LH": (-1, 1, -1), "RH": (-1, -1, 1)}
JOINTS = [-0.2, 0.72, -1.44, -0.2, 0.72, -1.44, -0.2, -0.72, 1.44, -0.2, -0.72, 1.44]
RATES = [0.1, 0.2, -0.3, -0.1, 0.25, 0.15, 0.05, -0.2, 0.1, 0.3, -0.15, 0.2]
POSITIONS = [
    (0.7656042785, 0.02779755796, 0.01670969852),
    (0.9572862823, -0.5921282533, 0.01006286539),
    (0.07747506496, -0.1847060123, -0.00819514216),
    (0.2691570688, -0.8046318236, -0.01484197528),
]
VELOCITIES = [
    (0.2710484945, 0.3721347674, -0.09630769056),
    (0.2696923586, 0.3825948179, -0.3628165414),
    (0.4062805994, 0.3035998795, -0.2025317742),
    (0.4242043462, 0.5380925264, -0.4007958728),
]
DEFAULT_FORCES = [
    (0, 0, 0),
    (0, 0, 0),
    (-203.1402997, -151.7999397, 142.2415979),
    (-212.1021731, -269.0462632, 274.6078128),
]
CODEGEN_FORCES = [
    (-42.90559847, -58.90704149, 142.5038854),
    (-72.19858875, -102.4233911, 344.5039127),
    (-282.0128574, -210.7387595, 1676.23155),
    (-345.8138246, -438.6561246, 3311.837651),
]


@pytest.fixture(scope="module")
def hyq():
    """The toolbox' test robot; its masses do not matter to contact forces."""
    model = pin.Model()
    model.name = "TestHyQ"
    base = model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "base")
    model.appendBodyToJoint(base, pin.Inertia.Random(), pin.SE3.Identity())

    def at(x, y, z):
        return pin.SE3(np.eye(3), np.array([x, y, z]))

    for leg, (front, left, roll) in LEGS.items():
        hip = pin.JointModelRevoluteUnaligned(roll, 0, 0)
        haa = model.addJoint(base, hip, at(0.3735 * front, 0.207 * left, 0), f"{leg}_HAA")
        hfe = model.addJoint(haa, pin.JointModelRY(), at(0, 0, -0.08), f"{leg}_HFE")
        kfe = model.addJoint(hfe, pin.JointModelRY(), at(0, 0, -0.35), f"{leg}_KFE")
        for joint in (haa, hfe, kfe):
            model.appendBodyToJoint(joint, pin.Inertia.Random(), pin.SE3.Identity())
        model.addFrame(pin.Frame(f"{leg}_foot", kfe, 0, at(0, 0, -0.33), pin.FrameType.OP_FRAME))
    return RobotModel(model)


@pytest.fixture(scope="module")
def state(hyq):
    turn = pin.utils.rotate("x", 0.02) @ pin.utils.rotate("y", -0.03) @ pin.utils.rotate("z", 0.3)
    base = pin.SE3ToXYZQUAT(pin.SE3(turn, np.array([0.5, -0.4, 0.58])))
    twist = [0.4, 0.1, -0.3, 0.3, -0.1, 0.2]
    return hyq.state(np.concatenate((base, JOINTS)), np.concatenate((twist, RATES)))


FEET = [f"{leg}_foot" for leg in LEGS]


def test_foot_kinematics_of_the_robot(hyq, state):
    reaction = GroundReaction(hyq, SoftContactModel.ct(feet=FEET))
    reaction.move(state.q, state.v)
    np.testing.assert_allclose(reaction.points["position"], POSITIONS, rtol=0, atol=1e-10)
    np.testing.assert_allclose(reaction.points["velocity"], VELOCITIES, rtol=0, atol=1e-10)


@pytest.mark.parametrize(
    ("parameters", "expected"), [({}, DEFAULT_FORCES), (CODEGEN, CODEGEN_FORCES)]
)
def test_forces_on_the_robot(hyq, state, parameters, expected):
    forces = SoftContactModel.ct(**parameters, feet=FEET).compute_contact_forces(hyq, state)
    assert list(forces) == FEET
    np.testing.assert_allclose(list(forces.values()), expected, rtol=2e-9)


@pytest.mark.parametrize(
    ("parameters", "height", "frequency", "creep"),
    [({}, -0.035890866, 16.532652, 0.09), (CODEGEN, 0.013272724, 31.320920, 0.21468)],
)
def test_rest_and_creep(parameters, height, frequency, creep):
    # P9, P10: at rest under a quarter of 73.172 kg, pushed sideways by 45 N.
    weight, mass = 179.45433, 73.172 / 4
    assert force(height, **parameters)[2] == pytest.approx(weight, rel=2e-6)
    slopes = SoftContactModel.ct(**parameters).point_force_derivatives([0, 0, height], [0, 0, 0])
    assert np.sqrt(-slopes.position[2, 2] / mass) == pytest.approx(frequency, rel=2e-6)
    assert -45.0 / slopes.velocity[0, 0] == pytest.approx(creep, rel=2e-5)
