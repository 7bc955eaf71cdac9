"""The PID law: its numbers, its dead zone, and what it does in a closed loop."""

from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from poise.control import PidLaw, PidState
from poise.errors import DefinitionError, ShapeError


def run(law, plant, target, steps, dt=0.01):
    """Outputs and positions in a loop; plant(x, v, u) is the next (x, v)."""
    state, x, v = law.init(1), np.zeros(1), np.zeros(1)
    positions, outputs = [], []
    for _ in range(steps):
        u, state = law.step(state, target, x, dt)
        x, v = plant(x, v, u)
        positions.append(x[0])
        outputs.append(u[0])
    return np.array(positions), np.array(outputs), state


def lag(disturbance=0.0, dt=0.01):
    """x' = u + disturbance − x: a plant that needs an integral to stand at a target."""
    return lambda x, v, u: (x + dt * (u + disturbance - x), v)


def mass(disturbance=0.0, dt=0.01):
    def move(x, v, u):
        v = v + dt * (u + disturbance)
        return x + dt * v, v

    return move


class TestNumbers:
    def test_two_steps_by_hand(self):
        law = PidLaw(kp=[2.0, 3.0], ki=[1.0, 0.5], kd=[0.1, 0.2])
        u, state = law.step(law.init(2), [1.0, -1.0], [0.0, 0.0], 0.1)
        # First step: no derivative. 2·1 + 1·(1·0.1); 3·(−1) + 0.5·(−0.1).
        np.testing.assert_allclose(u, [2.1, -3.05], rtol=1e-14)
        u, state = law.step(state, [1.0, -1.0], [0.5, 0.0], 0.2)
        # e = (0.5, −1), I = (0.1 + 0.1, −0.1 − 0.2), ẋ = (2.5, 0).
        np.testing.assert_allclose(u, [2 * 0.5 + 0.2 - 0.25, -3.0 - 0.15], rtol=1e-14)
        np.testing.assert_allclose(state.integral, [0.2, -0.3], rtol=1e-14)
        np.testing.assert_array_equal(state.measured, [0.5, 0.0])

    @pytest.mark.parametrize(
        ("error", "expected"), [(-0.5, -0.3), (-0.2, 0.0), (0.1, 0.0), (0.2, 0.0), (0.25, 0.05)]
    )
    def test_dead_zone_is_soft(self, error, expected):
        law = PidLaw(kp=1.0, dead_zone=0.2)
        u, _ = law.step(law.init(1), [error], [0.0], 0.1)
        np.testing.assert_allclose(u, [expected], atol=1e-15)
        np.testing.assert_allclose(law.outside_dead_zone([error]), [expected], atol=1e-15)

    def test_output_does_not_jump_at_the_edge_of_the_dead_zone(self):
        law = PidLaw(kp=100.0, ki=10.0, dead_zone=[0.2])
        step = 1e-9
        inside, outside = (
            law.step(law.init(1), [0.2 + side], [0.0], 0.1)[0][0] for side in (-step, step)
        )
        assert abs(outside - inside) <= 102 * step  # kp + ki dt, times the step, and rounding

    def test_dead_zone_stays_out_of_the_integral(self):
        law = PidLaw(kp=0.0, ki=1.0, dead_zone=0.2)
        _, state = law.step(law.init(2), [0.19, 0.5], [0.0, 0.0], 0.1)
        np.testing.assert_allclose(state.integral, [0.0, 0.03], atol=1e-15)

    def test_damping_acts_in_the_dead_zone(self):
        law = PidLaw(kp=1.0, kd=2.0, dead_zone=1.0)
        u, _ = law.step(law.init(1), [0.0], [0.5], 0.1, measured_rate=[3.0])
        assert u.tolist() == [-6.0]

    def test_given_rates_are_used(self):
        law = PidLaw(kp=0.0, kd=2.0)
        state = PidState(np.zeros(1), measured=np.array([5.0]))
        u, _ = law.step(state, [0.0], [0.0], 0.1, target_rate=[1.0], measured_rate=[0.25])
        assert u.tolist() == [1.5]
        u, _ = law.step(state, [0.0], [5.1], 0.1, target_rate=[1.5])
        np.testing.assert_allclose(u, [1.0], rtol=1e-12)

    def test_a_moving_target_with_its_rate_does_not_kick_at_first_either(self):
        law = PidLaw(kp=0.0, kd=100.0)
        u, _ = law.step(law.init(1), [0.0], [0.0], 0.1, target_rate=[1.0])
        assert u.tolist() == [0.0]


class TestIntegral:
    @pytest.mark.parametrize("parts", [1, 2, 7, 100])
    def test_it_does_not_depend_on_how_time_is_split(self, parts):
        law = PidLaw(kp=1.0, ki=2.0)
        state = law.init(2)
        for _ in range(parts):
            _, state = law.step(state, [0.3, -1.0], [0.0, 0.0], 0.5 / parts)
        np.testing.assert_allclose(state.integral, [0.15, -0.5], rtol=1e-13)

    def test_it_is_clamped_axis_by_axis(self):
        law = PidLaw(kp=0.0, ki=1.0, max_integral=[0.5, 0.5])
        state = law.init(2)
        for _ in range(10):
            _, state = law.step(state, [1.0, 0.01], [0.0, 0.0], 0.1)
        # The second axis holds its own sum: the first one's clamp does not scale it.
        np.testing.assert_allclose(state.integral, [0.5, 0.01], rtol=1e-13)

    def test_the_clamp_means_the_same_at_every_rate(self):
        law = PidLaw(kp=0.0, ki=1.0, max_integral=0.25)
        for dt in (0.5, 0.01):
            state = law.init(1)
            for _ in range(round(1.0 / dt)):
                u, state = law.step(state, [1.0], [0.0], dt)
            assert u.tolist() == [0.25]

    def test_axes_without_integral_gain_collect_nothing(self):
        law = PidLaw(kp=1.0, ki=[0.0, 1.0])
        _, state = law.step(law.init(2), [1.0, 1.0], [0.0, 0.0], 0.1)
        np.testing.assert_allclose(state.integral, [0.0, 0.1])

    def test_init_forgets_everything(self):
        law = PidLaw(kp=1.0, ki=1.0, kd=1.0)
        fresh, _ = law.step(law.init(1), [1.0], [0.0], 0.1)
        _, state = law.step(law.init(1), [9.0], [4.0], 0.1)
        assert law.step(state, [1.0], [0.0], 0.1)[0] != fresh
        assert law.step(law.init(1), [1.0], [0.0], 0.1)[0] == fresh

    def test_dropping_the_integral_keeps_the_damping(self):
        law = PidLaw(kp=0.0, ki=1.0, kd=1.0)
        _, state = law.step(law.init(1), [1.0], [0.0], 0.1)
        u, _ = law.step(state.without_integral(), [0.1], [0.1], 0.1)
        np.testing.assert_allclose(u, [-1.0], rtol=1e-12)

    def test_a_step_changes_no_argument_and_repeats(self):
        law = PidLaw(kp=1.0, ki=1.0, kd=1.0)
        _, state = law.step(law.init(1), [1.0], [0.0], 0.1)
        target, measured = np.array([1.0]), np.array([0.5])
        first, _ = law.step(state, target, measured, 0.1)
        measured[:] = 0.5
        second, after = law.step(state, target, measured, 0.1)
        assert first == second
        measured[:] = 7.0
        assert after.measured.tolist() == [0.5]


class TestSaturation:
    def test_direction_stays_and_no_axis_exceeds_its_limit(self, rng):
        law = PidLaw(kp=3.0, ki=0.0, max_output=[1.0, 2.0, 0.5])
        for _ in range(100):
            error = rng.normal(size=3)
            u, _ = law.step(law.init(3), error, np.zeros(3), 0.01)
            assert (np.abs(u) <= np.array([1.0, 2.0, 0.5]) * (1 + 1e-15)).all()
            np.testing.assert_allclose(np.cross(u, error), 0.0, atol=1e-13)
            assert u @ error > 0

    def test_integral_waits_while_saturated_and_still_unwinds(self):
        law = PidLaw(kp=10.0, ki=1.0, max_output=1.0)
        _, state = law.step(PidState(np.array([0.4])), [5.0], [0.0], 0.1)
        assert state.integral.tolist() == [0.4]
        _, state = law.step(PidState(np.array([4.0])), [-0.1], [0.0], 0.1)
        np.testing.assert_allclose(state.integral, [3.99])

    def test_integral_that_saturates_alone_waits_below_the_limit(self):
        law = PidLaw(kp=0.0, ki=1.0, max_output=1.0)
        u, state = law.step(PidState(np.array([0.95])), [1.0], [0.0], 0.1)
        assert u.tolist() == state.integral.tolist() == [0.95]


class TestClosedLoop:
    def test_integral_removes_what_a_disturbance_leaves(self):
        without, _, _ = run(PidLaw(kp=4.0), lag(-1.0), [2.0], 3000)
        assert without[-1] == pytest.approx((4 * 2.0 - 1) / 5, abs=1e-9)  # stays off
        with_it, _, _ = run(PidLaw(kp=4.0, ki=4.0), lag(-1.0), [2.0], 3000)
        assert with_it[-1] == pytest.approx(2.0, abs=1e-9)

    def test_a_step_of_the_target_does_not_kick_the_derivative(self):
        law = PidLaw(kp=1.0, kd=10.0)
        _, state = law.step(law.init(1), [0.0], [0.0], 0.001)
        u, _ = law.step(state, [1.0], [0.0], 0.001)
        assert u.tolist() == [1.0]  # kp alone; a derivative of the error would add 10 / 0.001

    def test_the_first_step_far_from_zero_does_not_kick(self):
        law = PidLaw(kp=1.0, kd=10.0)
        u, _ = law.step(law.init(1), [101.0], [100.0], 0.001)
        assert u.tolist() == [1.0]

    def test_a_mass_is_brought_to_the_target_within_the_limit_and_without_wind_up(self):
        # The push is at its limit for seconds; an integral that grew all the while throws the
        # mass 2.3 m past the target. Ours goes past no further than the law without limit.
        limited = PidLaw(kp=4.0, ki=1.0, kd=8.0, max_output=0.5)
        positions, outputs, _ = run(limited, mass(), [4.0], 8000)
        assert np.abs(outputs).max() <= 0.5 + 1e-15
        assert np.abs(outputs).max() == pytest.approx(0.5)
        assert positions[-1] == pytest.approx(4.0, abs=1e-6)
        unlimited, _, _ = run(PidLaw(kp=4.0, ki=1.0, kd=8.0), mass(), [4.0], 8000)
        assert positions.max() <= unlimited.max() + 0.02
        assert _without_anti_windup(steps=8000).max() > 6.0

    def test_a_first_order_plant_comes_out_of_saturation_without_overshoot(self):
        law = PidLaw(kp=2.0, ki=1.0, max_output=1.2)
        positions, _, _ = run(law, lag(), [1.0], 5000)
        assert positions.max() < 1.0 + 1e-3
        assert positions[-1] == pytest.approx(1.0, abs=1e-6)

    def test_a_moving_target_is_followed_when_its_rate_is_given(self):
        law, dt = PidLaw(kp=25.0, ki=10.0, kd=10.0), 0.001
        state, x, v = law.init(1), np.zeros(1), np.zeros(1)
        for k in range(10_000):
            u, state = law.step(state, [0.5 * k * dt], x, dt, target_rate=[0.5])
            x, v = mass(dt=dt)(x, v, u)
        assert x[0] == pytest.approx(0.5 * 10_000 * dt, abs=1e-3)

    def test_noise_in_the_dead_zone_moves_nothing(self, rng):
        law = PidLaw(kp=10.0, ki=10.0, dead_zone=0.1)
        state = law.init(1)
        for _ in range(100):
            u, state = law.step(state, [0.0], rng.uniform(-0.1, 0.1, size=1), 0.01)
            assert u.tolist() == [0.0]


def _without_anti_windup(steps, dt=0.01):
    """The same loop with a textbook PID: saturated, its integral unaware of it."""
    x = v = integral = 0.0
    positions = []
    for _ in range(steps):
        integral += (4.0 - x) * dt
        u = np.clip(4.0 * (4.0 - x) + integral - 8.0 * v, -0.5, 0.5)
        v += dt * u
        x += dt * v
        positions.append(x)
    return np.array(positions)


class TestMistakes:
    @pytest.mark.parametrize("name", ["kp", "ki", "kd", "dead_zone", "max_integral", "max_output"])
    @pytest.mark.parametrize("value", [-1.0, np.nan, np.inf, "stiff", [], np.ones((2, 2))])
    def test_wrong_parameters_are_named(self, name, value):
        with pytest.raises(DefinitionError, match=f"{name} must"):
            PidLaw(**{"kp": 1.0} | {name: value})

    @pytest.mark.parametrize("name", ["max_integral", "max_output"])
    def test_limits_are_not_zero(self, name):
        with pytest.raises(DefinitionError, match=f"{name} must be > 0"):
            PidLaw(kp=1.0, **{name: [1.0, 0.0]})

    @pytest.mark.parametrize("name", ["kp", "ki", "kd", "dead_zone", "max_integral", "max_output"])
    def test_parameters_must_fit_the_number_of_axes(self, name):
        law = PidLaw(**{"kp": 1.0} | {name: [1.0, 2.0]})
        law.init(2)
        with pytest.raises(ShapeError, match=f"{name} must be one number or 3"):
            law.init(3)

    @pytest.mark.parametrize("size", [0, -1, 1.5, True, "two"])
    def test_the_number_of_axes_is_one(self, size):
        with pytest.raises(DefinitionError, match="size must be an integer"):
            PidLaw(kp=1.0).init(size)

    @pytest.mark.parametrize("dt", [0.0, -0.1, np.nan, np.inf, "soon"])
    def test_time_goes_on(self, dt):
        law = PidLaw(kp=1.0)
        with pytest.raises(DefinitionError, match="dt must"):
            law.step(law.init(1), [0.0], [0.0], dt)

    @pytest.mark.parametrize("name", ["target", "measured", "target_rate", "measured_rate"])
    @pytest.mark.parametrize("value", [[np.nan, 0.0], [0.0], 0.0])
    def test_wrong_values_are_named(self, name, value):
        law = PidLaw(kp=1.0)
        given = {"target": [0.0, 0.0], "measured": [0.0, 0.0], "dt": 0.1} | {name: value}
        with pytest.raises(DefinitionError, match=f"{name} must"):
            law.step(law.init(2), **given)

    def test_states_are_checked_and_frozen(self):
        with pytest.raises(DefinitionError, match="integral must be finite"):
            PidState(np.array([np.nan]))
        with pytest.raises(ShapeError, match="measured must have shape"):
            PidState(np.zeros(2), np.zeros(3))
        mine = np.zeros(1)
        state = PidState(mine)
        mine[:] = 1.0
        assert state.integral.tolist() == [0.0]
        with pytest.raises(FrozenInstanceError):
            state.integral = mine
        with pytest.raises(ValueError, match="read-only"):
            state.integral[0] = 1.0
