"""The joint integrator: rules against closed forms, limits, start from command or measurement."""

import numpy as np
import pytest

from poise.control import IntegrationRule, JointIntegrator, JointIntegratorState, JointMotion
from poise.errors import DefinitionError, ShapeError

FREE = {"lower": [-np.inf], "upper": [np.inf]}
RECTANGULAR, TRAPEZOIDAL = IntegrationRule


class TestRules:
    def test_the_first_command_is_integrated(self):
        integrator = JointIntegrator(**FREE)
        motion, state = integrator.step_velocity(integrator.init([1.0]), [2.0], 0.1)
        np.testing.assert_allclose(motion.position, [1.2])
        np.testing.assert_allclose(state.position, [1.2])
        assert motion.velocity.tolist() == state.velocity.tolist() == [2.0]
        assert motion.acceleration is None

    def test_rectangular_acceleration_is_semi_implicit(self):
        integrator = JointIntegrator(**FREE)
        motion, _ = integrator.step_acceleration(integrator.init([1.0], [2.0]), [10.0], 0.1)
        np.testing.assert_allclose(motion.velocity, [3.0])
        np.testing.assert_allclose(motion.position, [1.3])
        assert motion.acceleration.tolist() == [10.0]

    def test_trapezoidal_velocity_starts_at_the_last_one(self):
        integrator = JointIntegrator(**FREE, rule=TRAPEZOIDAL)
        motion, state = integrator.step_velocity(integrator.init([1.0], [1.0]), [2.0], 0.1)
        np.testing.assert_allclose(motion.position, [1.15])
        motion, _ = integrator.step_velocity(state, [4.0], 0.1)
        np.testing.assert_allclose(motion.position, [1.45])

    def test_trapezoidal_acceleration_starts_at_the_last_one(self):
        integrator = JointIntegrator(**FREE, rule=TRAPEZOIDAL)
        motion, state = integrator.step_acceleration(integrator.init([0.0]), [10.0], 0.1)
        np.testing.assert_allclose([motion.velocity[0], motion.position[0]], [1.0, 0.05])
        motion, _ = integrator.step_acceleration(state, [20.0], 0.1)
        np.testing.assert_allclose([motion.velocity[0], motion.position[0]], [2.5, 0.225])

    def test_trapezoidal_is_exact_for_a_constant_acceleration(self):
        integrator = JointIntegrator(**FREE, rule=TRAPEZOIDAL)
        state = integrator.init([0.5], [1.0])
        for dt in (0.3, 0.1, 0.6):
            motion, state = integrator.step_acceleration(state, [-4.0], dt)
        np.testing.assert_allclose(motion.position, [0.5 + 1.0 - 2.0], atol=1e-14)
        np.testing.assert_allclose(motion.velocity, [-3.0])

    @pytest.mark.parametrize(("rule", "order"), [(RECTANGULAR, 1), (TRAPEZOIDAL, 2)])
    def test_error_falls_with_the_order_of_the_rule(self, rule, order):
        def error(steps):
            integrator, dt = JointIntegrator(**FREE, rule=rule), 1.0 / steps
            state = integrator.init([0.0], [1.0])
            for k in range(1, steps + 1):
                _, state = integrator.step_velocity(state, [np.cos(k * dt)], dt)
            return abs(state.position[0] - np.sin(1.0))

        assert error(100) / error(200) == pytest.approx(2.0**order, rel=0.02)

    def test_a_velocity_command_ends_the_memory_of_accelerations(self):
        integrator = JointIntegrator(**FREE, rule=TRAPEZOIDAL)
        _, state = integrator.step_acceleration(integrator.init([0.0]), [10.0], 0.1)
        _, state = integrator.step_velocity(state, [0.0], 0.1)
        motion, _ = integrator.step_acceleration(state, [1.0], 0.1)
        np.testing.assert_allclose(motion.velocity, [0.1])


class TestStart:
    def test_it_goes_on_from_the_command_or_from_the_measured_state(self):
        integrator = JointIntegrator(**FREE)
        _, state = integrator.step_velocity(integrator.init([0.0]), [1.0], 0.1)
        lagging = JointMotion([0.03], velocity=[0.5])
        from_command, _ = integrator.step_velocity(state, [1.0], 0.1)
        from_measured, _ = integrator.step_velocity(state, [1.0], 0.1, lagging)
        np.testing.assert_allclose(from_command.position, [0.2])
        np.testing.assert_allclose(from_measured.position, [0.13])

    def test_measured_velocity_is_what_accelerations_add_to(self):
        integrator = JointIntegrator(**FREE)
        measured = JointMotion([1.0], velocity=[0.5])
        motion, _ = integrator.step_acceleration(integrator.init([0.0]), [1.0], 0.1, measured)
        np.testing.assert_allclose([motion.velocity[0], motion.position[0]], [0.6, 1.06])

    def test_from_the_command_a_servo_with_lag_still_arrives(self):
        integrator = JointIntegrator([-2.0], [2.0])
        state, q = integrator.init([0.0]), np.zeros(1)
        for _ in range(2000):
            motion, state = integrator.step_velocity(state, 2.0 * (1.0 - state.position), 0.01)
            q = q + 0.1 * (motion.position - q)
        assert q[0] == pytest.approx(1.0, abs=1e-9)


class TestLimits:
    @pytest.mark.parametrize("rule", IntegrationRule)
    def test_a_joint_stops_at_its_limit_and_comes_back_at_once(self, rule):
        integrator = JointIntegrator([-1.0], [1.0], rule=rule)
        state = integrator.init([0.0])
        for _ in range(500):
            motion, state = integrator.step_acceleration(state, [1.0], 0.01)
            assert motion.position[0] <= 1.0
        assert motion.position.tolist() == [1.0]
        assert motion.velocity.tolist() == motion.acceleration.tolist() == [0.0]
        motion, _ = integrator.step_acceleration(state, [-1.0], 0.01)
        assert motion.position[0] < 1.0  # nothing has wound up
        assert motion.velocity[0] < 0.0

    @pytest.mark.parametrize("rule", IntegrationRule)
    def test_velocity_commands_stop_likewise(self, rule):
        integrator = JointIntegrator([-1.0], [1.0], rule=rule)
        state = integrator.init([0.0])
        for _ in range(300):
            motion, state = integrator.step_velocity(state, [-1.0], 0.01)
        assert motion.position.tolist() == [-1.0]
        assert motion.velocity.tolist() == [0.0]
        motion, _ = integrator.step_velocity(state, [1.0], 0.01)
        assert motion.position[0] > -1.0

    def test_joints_stop_one_by_one(self):
        integrator = JointIntegrator([-1.0, -1.0], [1.0, 9.0])
        motion, _ = integrator.step_velocity(integrator.init([0.95, 0.0]), [1.0, 1.0], 0.1)
        np.testing.assert_allclose(motion.position, [1.0, 0.1])
        np.testing.assert_allclose(motion.velocity, [0.0, 1.0])

    def test_speed_is_cut(self):
        integrator = JointIntegrator(**FREE, max_velocity=0.5)
        motion, _ = integrator.step_velocity(integrator.init([0.0]), [-3.0], 0.1)
        np.testing.assert_allclose([motion.velocity[0], motion.position[0]], [-0.5, -0.05])
        motion, _ = integrator.step_acceleration(integrator.init([0.0], [0.45]), [1.0], 0.1)
        np.testing.assert_allclose([motion.velocity[0], motion.position[0]], [0.5, 0.05])
        assert motion.acceleration.tolist() == [0.0]

    def test_a_start_beyond_a_limit_is_projected_and_may_move_in(self):
        integrator = JointIntegrator([-1.0], [1.0])
        motion, _ = integrator.step_velocity(integrator.init([1.3]), [-1.0], 0.1)
        assert motion.position.tolist() == [1.0]
        assert motion.velocity.tolist() == [-1.0]


class TestMistakes:
    def test_limits_are_checked(self):
        with pytest.raises(DefinitionError, match=r"lower\[0\] is 1 and upper\[0\] -1"):
            JointIntegrator([1.0], [-1.0])
        with pytest.raises(ShapeError, match="max_velocity must be one number or 1"):
            JointIntegrator([0.0], [1.0], max_velocity=[1.0, 1.0])
        with pytest.raises(DefinitionError, match="max_velocity must be > 0"):
            JointIntegrator([0.0], [1.0], max_velocity=0.0)
        with pytest.raises(DefinitionError, match=r"rule must be one of .*TRAPEZOIDAL, got 'rect'"):
            JointIntegrator([0.0], [1.0], rule="rect")

    @pytest.mark.parametrize("method", ["step_velocity", "step_acceleration"])
    def test_steps_are_checked(self, method):
        integrator = JointIntegrator(**FREE)
        state, step = integrator.init([0.0]), getattr(integrator, method)
        with pytest.raises(ShapeError, match="command must have shape"):
            step(state, [0.0, 0.0], 0.1)
        with pytest.raises(DefinitionError, match="command must be finite"):
            step(state, [np.nan], 0.1)
        with pytest.raises(DefinitionError, match="dt must be > 0"):
            step(state, [0.0], 0.0)
        with pytest.raises(DefinitionError, match=r"measured\.velocity must be given"):
            step(state, [0.0], 0.1, JointMotion([0.0]))
        with pytest.raises(DefinitionError, match="measured must be a JointMotion"):
            step(state, [0.0], 0.1, [0.0])
        with pytest.raises(ShapeError, match=r"measured\.position must have shape"):
            step(state, [0.0], 0.1, JointMotion([0.0, 0.0], velocity=[0.0, 0.0]))
        with pytest.raises(ShapeError, match="position of the state must have shape"):
            step(JointIntegratorState(np.zeros(2), np.zeros(2)), [0.0], 0.1)

    def test_starts_are_checked(self):
        integrator = JointIntegrator(**FREE)
        with pytest.raises(ShapeError, match="position must have shape"):
            integrator.init([0.0, 0.0])
        with pytest.raises(DefinitionError, match="velocity must be finite"):
            integrator.init([0.0], [np.nan])
