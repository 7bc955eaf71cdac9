"""The PD law against closed-form motion, and its saturation, which keeps directions."""

import copy
import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from poise.control import PdLaw, saturate
from poise.errors import DefinitionError

ZERO = np.zeros(3)


class TestLaw:
    def test_it_is_feedforward_plus_damping_plus_stiffness(self, rng):
        error, rate, ahead = rng.normal(size=(3, 3))
        law = PdLaw(kp=[1.0, 2.0, 3.0], kd=5.0)
        expected = [ahead[i] + 5.0 * rate[i] + (i + 1.0) * error[i] for i in range(3)]
        np.testing.assert_allclose(law.acceleration(error, rate, ahead), expected, rtol=1e-14)

    def test_it_accelerates_towards_the_target(self):
        # Errors are target minus actual: a target above pulls up, a faster one too.
        law = PdLaw(kp=10.0)
        up = np.array([0.0, 0.0, 0.1])
        assert law.acceleration(up, ZERO, ZERO)[2] > 0
        assert law.acceleration(ZERO, up, ZERO)[2] > 0

    def test_damping_is_critical_unless_given(self):
        # x = (1 + ω t) exp(−ω t): as fast as possible without going past the target.
        law = PdLaw(kp=25.0)
        times = np.linspace(0, 2, 50)

        def motion(_, x):
            return [x[1], law.acceleration(-x[:1], -x[1:], np.zeros(1))[0]]

        found = solve_ivp(motion, (0, 2), [1.0, 0.0], t_eval=times, rtol=1e-9, atol=1e-12)
        expected = (1 + 5 * times) * np.exp(-5 * times)
        np.testing.assert_allclose(found.y[0], expected, atol=1e-7)

    def test_each_axis_is_damped_by_its_own_gain(self):
        law = PdLaw(kp=[1.0, 4.0, 0.0])
        np.testing.assert_allclose(law.kd, [2.0, 4.0, 0.0])
        assert PdLaw(kp=9.0).kd == pytest.approx(6.0)
        assert PdLaw(kp=9.0, kd=0.0).kd == 0.0

    def test_arguments_are_not_changed_nor_given_back(self):
        error, rate, ahead = np.ones(3), np.ones(3), np.ones(3)
        result = PdLaw(kp=0.0, kd=0.0, max_acceleration=10.0).acceleration(error, rate, ahead)
        result[:] = 9.0
        for given in (error, rate, ahead):
            assert given.tolist() == [1.0, 1.0, 1.0]

    def test_gains_are_copied_and_frozen(self):
        mine = np.array([1.0, 2.0, 3.0])
        law = PdLaw(kp=mine)
        mine[:] = 9.0
        assert law.kp.tolist() == [1.0, 2.0, 3.0]
        with pytest.raises(FrozenInstanceError):
            law.kp = 2.0
        with pytest.raises(ValueError, match="read-only"):
            law.kp[0] = 1.0

    @pytest.mark.parametrize("copied", [copy.deepcopy, lambda o: pickle.loads(pickle.dumps(o))])
    def test_copies_ask_for_the_same(self, copied, rng):
        law = PdLaw(kp=[1.0, 2.0, 3.0], max_acceleration=0.5)
        error, rate, ahead = rng.normal(size=(3, 3))
        ours = law.acceleration(error, rate, ahead)
        assert (copied(law).acceleration(error, rate, ahead) == ours).all()

    @pytest.mark.parametrize("name", ["kp", "kd", "max_acceleration"])
    @pytest.mark.parametrize(
        "value", [-1.0, np.nan, np.inf, "stiff", [1.0, -1.0], [], np.ones((2, 2))]
    )
    def test_wrong_gains_are_named(self, name, value):
        with pytest.raises(DefinitionError, match=f"{name} must"):
            PdLaw(**{"kp": 1.0} | {name: value})

    def test_the_largest_acceleration_is_not_zero(self):
        with pytest.raises(DefinitionError, match="max_acceleration must be > 0"):
            PdLaw(kp=1.0, max_acceleration=[1.0, 0.0])

    @pytest.mark.parametrize("name", ["kp", "kd", "max_acceleration"])
    def test_gains_must_fit_the_task(self, name):
        law = PdLaw(**{"kp": 1.0} | {name: [1.0, 2.0, 3.0]})
        law.check_size("reach", 3)
        with pytest.raises(DefinitionError, match=r"task 'reach' must be one number or 6 .* got 3"):
            law.check_size("reach", 6)

    def test_gains_given_once_fit_every_task(self):
        PdLaw(kp=1.0, kd=2.0, max_acceleration=3.0).check_size("reach", 17)


class TestSaturation:
    def test_no_axis_exceeds_its_limit_and_the_direction_stays(self, rng):
        limit = np.array([1.0, 0.5, 2.0])
        for _ in range(100):
            value = rng.normal(scale=3.0, size=3)
            result = saturate(value, limit)
            assert (np.abs(result) <= limit * (1 + 1e-15)).all()
            np.testing.assert_allclose(np.cross(result, value), 0.0, atol=1e-12)
            assert result @ value > 0
            if (np.abs(value) <= limit).all():
                assert (result == value).all()
            else:  # no shorter than needed
                assert (np.abs(result) / limit).max() == pytest.approx(1.0)

    def test_one_limit_holds_for_every_axis(self):
        result = saturate(np.array([4.0, -2.0]), np.array(2.0))
        assert result.tolist() == [2.0, -1.0]

    def test_what_is_within_is_copied(self):
        value = np.array([0.1, 0.2])
        saturate(value, np.array(1.0))[:] = 9.0
        assert value.tolist() == [0.1, 0.2]

    def test_nothing_stays_nothing(self):
        assert saturate(np.zeros(3), np.array(1.0)).tolist() == [0.0, 0.0, 0.0]
        assert saturate(np.zeros(0), np.array(1.0)).shape == (0,)

    def test_a_law_saturates_the_whole_sum(self):
        law = PdLaw(kp=100.0, max_acceleration=[1.0, 1.0, 5.0])
        error = np.array([1.0, 0.5, 0.0])
        result = law.acceleration(error, ZERO, ZERO)
        np.testing.assert_allclose(result, [1.0, 0.5, 0.0])
