"""Joint limit avoidance: its numbers, its continuity, and joints that leave their limits."""

import numpy as np
import pytest

from poise.control import JointLimitAvoidance
from poise.errors import DefinitionError, ShapeError

LIMITS = {"lower": [-1.0, -0.5], "upper": [1.0, 0.5]}


class TestNumbers:
    def test_it_is_the_sigmoid_of_the_distance_from_the_limit(self):
        law = JointLimitAvoidance(**LIMITS, influence_distance=[0.2, 0.1], kp=[2.0, 3.0])
        # Half way into the influence the sigmoid is ½.
        np.testing.assert_allclose(law.output([0.9, -0.45]), [-1.0, 1.5], rtol=1e-12)

    def test_it_is_zero_away_from_the_limits(self):
        law = JointLimitAvoidance(**LIMITS, influence_distance=0.1)
        assert law.output([0.89, -0.39]).tolist() == [0.0, 0.0]

    @pytest.mark.parametrize("beyond", [0.0, 1e-9, 0.3, 1e6])
    def test_at_and_beyond_a_limit_it_pushes_inwards_with_all_it_has(self, beyond):
        law = JointLimitAvoidance(**LIMITS, influence_distance=0.1)
        most = 1.0 / (1.0 + np.exp(-6.0))
        np.testing.assert_allclose(law.output([1.0 + beyond, -0.5 - beyond]), [-most, most])

    def test_it_is_continuous_also_where_influences_overlap(self):
        law = JointLimitAvoidance([-1.0], [1.0], influence_distance=1.5)
        q = np.linspace(-1.2, 1.2, 24_001)
        u = np.array([law.output([a])[0] for a in q])
        assert np.abs(np.diff(u)).max() <= 2.5 * (q[1] - q[0])  # a sigmoid's slope is 3/d0
        assert (np.diff(u) <= 0).all()
        assert law.output([0.0]).tolist() == [0.0]

    def test_joints_without_limits_are_free(self):
        law = JointLimitAvoidance([-np.inf, -np.inf], [np.inf, 1.0], influence_distance=0.1)
        u = law.output([1e9, 1.0])
        assert u[0] == 0.0
        assert u[1] < 0

    def test_saturation_keeps_the_direction(self):
        free = JointLimitAvoidance(**LIMITS, influence_distance=0.2)
        limited = JointLimitAvoidance(**LIMITS, influence_distance=0.2, max_output=0.1)
        q = [0.95, -0.4]
        u = limited.output(q)
        assert np.abs(u).max() == pytest.approx(0.1)
        assert u[0] * free.output(q)[1] == pytest.approx(u[1] * free.output(q)[0])


class TestClosedLoop:
    def test_joints_near_their_limits_go_out_of_their_influence(self):
        law = JointLimitAvoidance(**LIMITS, influence_distance=0.2, kp=10.0, max_output=0.5)
        q = np.array([0.95, -0.45])
        for _ in range(5000):
            u = law.output(q)
            assert np.abs(u).max() <= 0.5 + 1e-15
            q = q + 0.01 * u
        np.testing.assert_allclose(q, [0.8, -0.3], atol=1e-9)

    def test_a_joint_driven_at_its_limit_stops_before_it(self):
        law = JointLimitAvoidance(**LIMITS, influence_distance=0.2)
        q, drive = np.array([0.0, 0.0]), np.array([0.9, -0.9])
        for _ in range(10_000):
            q = q + 0.001 * (law.output(q) + drive)
        assert 0.8 < q[0] < 1.0
        assert -0.5 < q[1] < -0.3
        np.testing.assert_allclose(law.output(q), [-0.9, 0.9], atol=1e-9)


class TestMistakes:
    def test_limits_are_in_order(self):
        with pytest.raises(DefinitionError, match=r"lower\[1\] is 2 and upper\[1\] 1"):
            JointLimitAvoidance([0.0, 2.0], [1.0, 1.0], influence_distance=0.1)

    def test_limits_are_one_per_joint(self):
        with pytest.raises(ShapeError, match="upper must have shape"):
            JointLimitAvoidance([0.0, 0.0], [1.0], influence_distance=0.1)
        with pytest.raises(DefinitionError, match="lower must not hold NaN"):
            JointLimitAvoidance([np.nan], [1.0], influence_distance=0.1)

    @pytest.mark.parametrize("value", [0.0, -1.0, np.inf, np.nan, [0.1, 0.1, 0.1]])
    def test_influence_is_positive_and_finite(self, value):
        with pytest.raises(DefinitionError, match="influence_distance must be"):
            JointLimitAvoidance(**LIMITS, influence_distance=value)

    @pytest.mark.parametrize("name", ["kp", "max_output"])
    @pytest.mark.parametrize("value", [-1.0, np.nan, [1.0, 1.0, 1.0]])
    def test_gains_and_limits_are_checked(self, name, value):
        with pytest.raises(DefinitionError, match=f"{name} must"):
            JointLimitAvoidance(**LIMITS, influence_distance=0.1, **{name: value})

    def test_positions_are_checked(self):
        law = JointLimitAvoidance(**LIMITS, influence_distance=0.1)
        with pytest.raises(ShapeError, match="position must have shape"):
            law.output([0.0])
        with pytest.raises(DefinitionError, match="position must be finite"):
            law.output([0.0, np.nan])
