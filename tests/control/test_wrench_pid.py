"""The wrench PID: its signs, and contact with a spring."""

import numpy as np
import pytest

from poise.control import PidLaw, WrenchOutput, WrenchPidLaw
from poise.errors import DefinitionError, ShapeError

SETPOINT = np.array([0.0, 1.0, 2.0, 0.0, 1.0, 2.0])


class TestNumbers:
    def test_a_wrench_too_small_is_corrected_upwards(self):
        law = WrenchPidLaw(PidLaw(kp=2.0, ki=1.0))
        u, state = law.step(law.init(), SETPOINT, np.zeros(6), 0.5)
        np.testing.assert_allclose(u, 2.5 * SETPOINT)
        np.testing.assert_allclose(state.integral, 0.5 * SETPOINT)

    def test_a_twist_is_against_the_wrench_that_is_missing(self):
        # The ground must push up more, so the foot must go down.
        law = WrenchPidLaw(PidLaw(kp=0.001), WrenchOutput.TWIST)
        u, _ = law.step(law.init(), [0, 0, 100.0, 0, 0, 0], np.zeros(6), 0.01)
        np.testing.assert_allclose(u, [0, 0, -0.1, 0, 0, 0])


class TestClosedLoop:
    def test_error_of_an_integrator_never_grows(self):
        law = WrenchPidLaw(PidLaw(kp=10.0, max_output=5.0))
        wrench, state, last, dt = np.zeros(6), law.init(), np.inf, 0.01
        for _ in range(1000):
            error = np.linalg.norm(SETPOINT - wrench)
            assert error <= last
            last = error
            u, state = law.step(state, SETPOINT, wrench, dt)
            assert np.abs(u).max() <= 5.0 + 1e-14
            wrench = wrench + dt * u
        assert last < 1e-5

    def test_a_foot_presses_on_a_spring_as_asked(self):
        # The ground pushes back with −K x, turning likewise. Limits act at first, integral later.
        stiffness = np.array([2e3, 2e3, 5e3, 50.0, 50.0, 20.0])
        target = np.array([0.0, 20.0, 300.0, 5.0, 0.0, 1.0])
        gains = PidLaw(kp=2.0 / stiffness, ki=1.0 / stiffness, max_output=0.05)
        law = WrenchPidLaw(gains, WrenchOutput.TWIST)
        x, state, dt = np.zeros(6), law.init(), 0.01
        for _ in range(3000):
            u, state = law.step(state, target, -stiffness * x, dt)
            assert np.abs(u).max() <= 0.05 + 1e-15
            x = x + dt * u
        np.testing.assert_allclose(-stiffness * x, target, atol=1e-4)
        assert x[2] < 0

    def test_a_leak_is_made_up_for(self):
        # w' = u − w: at rest the correction is all the wrench there is.
        law = WrenchPidLaw(PidLaw(kp=1.0, ki=2.0))
        wrench, state = np.zeros(6), law.init()
        for _ in range(3000):
            u, state = law.step(state, SETPOINT, wrench, 0.01)
            wrench = wrench + 0.01 * (u - wrench)
        np.testing.assert_allclose(wrench, SETPOINT, atol=1e-9)


class TestMistakes:
    def test_gains_are_for_six_axes(self):
        with pytest.raises(ShapeError, match="kp must be one number or 6"):
            WrenchPidLaw(PidLaw(kp=[1.0, 2.0, 3.0]))

    def test_kinds_are_checked(self):
        with pytest.raises(DefinitionError, match="pid must be a PidLaw"):
            WrenchPidLaw(10.0)
        with pytest.raises(DefinitionError, match=r"output must be one of WrenchOutput\.WRENCH"):
            WrenchPidLaw(PidLaw(kp=1.0), "twist")

    def test_wrenches_have_six_numbers(self):
        law = WrenchPidLaw(PidLaw(kp=1.0))
        with pytest.raises(ShapeError, match="target must have shape"):
            law.step(law.init(), np.zeros(3), np.zeros(6), 0.01)
        with pytest.raises(ShapeError, match="measured must have shape"):
            law.step(law.init(), np.zeros(6), np.zeros(3), 0.01)
        with pytest.raises(ShapeError, match="must have shape"):
            law.step(PidLaw(kp=1.0).init(3), np.zeros(3), np.zeros(3), 0.01)
