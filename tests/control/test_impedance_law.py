"""Impedance: step responses, deflections and energy of a mass on a spring, in closed form."""

import copy
import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pinocchio as pin
import pytest

from poise.control import ImpedanceLaw, JointMotion, PdLaw, PoseMotion
from poise.errors import DefinitionError, ShapeError
from poise.model import Workspace, load_robot
from poise.tasks import FramePoseTask, Target

MASS, STIFFNESS = 2.0, 50.0


def fall(law, force, duration, dt=1e-4):
    """Times and places of a unit that does what the law says, from rest on the target."""
    x, v, places = np.zeros(1), np.zeros(1), []
    target = JointMotion([0.0])
    for _ in range(round(duration / dt)):
        places.append(x[0])
        a = law.step(target, JointMotion(x, v), [force])
        x = x + v * dt + 0.5 * a * dt * dt
        v = v + a * dt
    return dt * np.arange(len(places)), np.array(places)


def step_response(damping, force, time):
    """Of M ẍ + D ẋ + K x = f from rest; the textbook's three cases."""
    omega = np.sqrt(STIFFNESS / MASS)
    zeta = damping / (2 * np.sqrt(STIFFNESS * MASS))
    if zeta == 1.0:
        shape = (1 + omega * time) * np.exp(-omega * time)
    elif zeta < 1.0:
        swing = omega * np.sqrt(1 - zeta**2)
        shape = np.cos(swing * time) + zeta * omega / swing * np.sin(swing * time)
        shape = shape * np.exp(-zeta * omega * time)
    else:
        slow, fast = omega * (zeta + np.array([-1, 1]) * np.sqrt(zeta**2 - 1))
        shape = (fast * np.exp(-slow * time) - slow * np.exp(-fast * time)) / (fast - slow)
    return force / STIFFNESS * (1 - shape)


class TestOneAxis:
    @pytest.mark.parametrize("damping", [3.0, 20.0, 80.0])
    def test_a_step_of_the_force_answers_as_in_the_textbook(self, damping):
        time, places = fall(ImpedanceLaw(MASS, STIFFNESS, damping), 5.0, 2.0)
        # Steps of 1e-4 with the velocity of their begin: off by dt/2 × the velocity, 0.5 m/s.
        np.testing.assert_allclose(places, step_response(damping, 5.0, time), atol=5e-5)

    def test_without_damping_given_it_is_critical(self):
        law = ImpedanceLaw(MASS, [STIFFNESS, 8.0])
        np.testing.assert_allclose(law.damping, [20.0, 8.0], rtol=1e-15)

    def test_a_constant_force_leaves_it_off_by_force_over_stiffness(self):
        law = ImpedanceLaw([2.0, 3.0], [50.0, 10.0])
        force = np.array([5.0, -1.0])
        there = JointMotion([0.1 + 0.3, -0.1 - 0.2], [0.0, 0.0])
        np.testing.assert_allclose(law.step(JointMotion([0.3, -0.2]), there, force), 0, atol=1e-14)

    def test_it_takes_no_more_energy_than_the_force_gives(self, rng):
        """Passive: d/dt (½ M ẋ² + ½ K x²) = f ẋ − D ẋ² for any motion."""
        law = ImpedanceLaw([2.0, 3.0], [50.0, 0.0], [4.0, 5.0])
        for _ in range(20):
            x, v, f = rng.normal(size=(3, 2))
            a = law.step(JointMotion([0.0, 0.0]), JointMotion(x, v), f)
            growth = v @ (law.mass * a) + v @ (law.stiffness * x)
            assert growth - f @ v == pytest.approx(-v @ (law.damping * v), abs=1e-12)

    def test_a_moving_target_is_followed_without_error(self, rng):
        law = ImpedanceLaw(MASS, STIFFNESS, 3.0)
        x, v, a = rng.normal(size=(3, 4))
        acceleration = law.step(JointMotion(x, v, a), JointMotion(x, v))
        np.testing.assert_allclose(acceleration, a, rtol=1e-14)

    def test_without_a_wrench_it_is_a_pd_law(self, rng):
        law = ImpedanceLaw([2.0, 3.0], [50.0, 10.0], 4.0)
        pd = law.without_wrench
        assert isinstance(pd, PdLaw)
        for _ in range(3):
            error, velocity, feedforward = rng.normal(size=(3, 2))
            np.testing.assert_allclose(
                law.acceleration(error, velocity, feedforward),
                pd.acceleration(error, velocity, feedforward),
                rtol=1e-13,
            )


@pytest.mark.requires("example-robot-data")
def test_a_pushed_hand_deflects_by_its_compliance():
    """A Panda whose dynamics know the push: x~ = K⁻¹ f, and every axis for itself."""
    robot = load_robot("panda")
    hand = FramePoseTask("hand", robot.preset.hand)
    law = ImpedanceLaw([2.0] * 3 + [0.1] * 3, [400.0] * 3 + [20.0] * 3)
    q = np.array([0.0, -0.5, 0.0, -2.0, 0.0, 1.5, 0.7, 0.02])
    workspace = Workspace(robot)
    start = hand.target_from(workspace.evaluate(robot.state(q))).value
    v, dt = np.zeros(robot.nv), 2e-3
    push = np.array([12.0, -8.0, 4.0, 0.0, 0.0, 0.4])
    for _ in range(1000):
        now = workspace.evaluate(robot.state(q, v))
        here = PoseMotion(now.pose(hand.frame), hand.velocity(now))
        a = law.step(PoseMotion(start), here, push) - hand.bias(now)
        J = hand.jacobian(now)
        inverse = np.linalg.pinv(J)
        # The rest of the arm is damped where the hand does not feel it.
        qdd = inverse @ a - 5.0 * (v - inverse @ (J @ v))
        v = v + dt * qdd
        q = pin.integrate(robot.pin_model, q, dt * v)
    now = workspace.evaluate(robot.state(q, v))
    deflection = -hand.error(now, Target(start))
    # Two seconds are 14 time constants of √(K/M) = 14 1/s and more: exp(−28) × 29 is nothing.
    np.testing.assert_allclose(deflection, push / law.stiffness, atol=1e-8)


class TestDefinition:
    def test_it_is_frozen_and_copies_are_equal(self):
        law = ImpedanceLaw(2.0, [1.0, 2.0])
        with pytest.raises(FrozenInstanceError):
            law.mass = 1.0
        for twin in (copy.deepcopy(law), pickle.loads(pickle.dumps(law))):
            assert repr(twin) == repr(law)

    @pytest.mark.parametrize("value", [-1.0, np.nan, np.inf, "stiff", [[1.0]], [1.0, -1.0]])
    @pytest.mark.parametrize("name", ["mass", "stiffness", "damping"])
    def test_wrong_parameters_are_named(self, name, value):
        given = {"mass": 1.0, "stiffness": 1.0, "damping": 1.0} | {name: value}
        with pytest.raises(DefinitionError, match=name):
            ImpedanceLaw(**given)

    def test_nothing_weighs_nothing(self):
        for mass in (0.0, [1.0, 0.0], None):
            with pytest.raises(DefinitionError, match="mass must be"):
                ImpedanceLaw(mass, 1.0)
        ImpedanceLaw(1.0, 0.0, 0.0)

    def test_sizes_that_do_not_fit_are_named(self):
        with pytest.raises(ShapeError, match=r"mass and stiffness must be for as many axes.*2.*3"):
            ImpedanceLaw([1.0, 2.0], [1.0, 2.0, 3.0])
        law = ImpedanceLaw([1.0, 2.0], 1.0)
        there = JointMotion([0.0, 0.0, 0.0], [0.0, 0.0, 0.0])
        with pytest.raises(ShapeError, match="mass must be one number or 3"):
            law.step(there, there)
        two = JointMotion([0.0, 0.0], [0.0, 0.0])
        with pytest.raises(ShapeError, match="wrench must have shape"):
            law.step(two, two, [1.0])
        with pytest.raises(DefinitionError, match=r"wrench\[1\] is nan"):
            law.step(two, two, [1.0, np.nan])
        with pytest.raises(DefinitionError, match=r"actual\.velocity must be given"):
            law.step(two, JointMotion([0.0, 0.0]))
        with pytest.raises(DefinitionError, match="target must be a JointMotion"):
            law.step([0.0, 0.0], two)
        with pytest.raises(DefinitionError, match="of one kind"):
            law.step(PoseMotion(pin.SE3.Identity()), two)
