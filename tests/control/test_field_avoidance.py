"""Sums of fields, and what moves under them: out of their reach, within the limit."""

import numpy as np
import pytest

from poise.control import FieldAvoidance, PlanarField, RadialField
from poise.errors import DefinitionError, ShapeError

# The fields fade at their rims, so the rim is reached asymptotically: to rounding.
ROUNDING = 1e-9
DT = 0.01


def leave(law, start, steps):
    """Where a point ends that moves as the law says."""
    x = np.array(start)
    for _ in range(steps):
        u = law.velocity(x)
        if law.max_velocity is not None:
            assert (np.abs(u) <= np.asarray(law.max_velocity) * (1 + 1e-15)).all()
        x = x + DT * u
    return x


class TestNumbers:
    def test_fields_add_up(self, rng):
        one, two = RadialField(np.zeros(3), 3.0), PlanarField(np.zeros(3), [0, 0, 1.0], 2.0)
        x = rng.uniform(0.2, 0.8, size=3)
        law = FieldAvoidance([one, two], kp=[1.0, 2.0, 3.0])
        expected = np.array([1.0, 2.0, 3.0]) * (one.push(x) + two.push(x))
        np.testing.assert_allclose(law.velocity(x), expected, rtol=1e-14)

    def test_saturation_keeps_the_direction_of_the_sum(self, rng):
        fields = [RadialField(rng.normal(size=3), 3.0) for _ in range(3)]
        free = FieldAvoidance(fields, kp=10.0)
        limited = FieldAvoidance(fields, kp=10.0, max_velocity=[0.1, 0.2, 0.3])
        for x in rng.uniform(-0.5, 0.5, size=(50, 3)):
            u = limited.velocity(x)
            assert (np.abs(u) <= np.array([0.1, 0.2, 0.3]) * (1 + 1e-15)).all()
            np.testing.assert_allclose(np.cross(u, free.velocity(x)), 0.0, atol=1e-12)
            assert u @ free.velocity(x) > 0

    def test_no_fields_ask_for_nothing(self):
        assert FieldAvoidance([]).velocity([1.0, 2.0]).tolist() == [0.0, 0.0]


class TestClosedLoop:
    @pytest.mark.parametrize("limit", [None, 0.2])
    def test_a_point_leaves_a_sphere(self, limit):
        law = FieldAvoidance([RadialField(np.zeros(3), 10.0)], kp=10.0, max_velocity=limit)
        x = leave(law, [1.0, 0.0, 0.0], 60_000)
        assert np.linalg.norm(x) >= 10.0 - ROUNDING
        assert x[1] == x[2] == 0.0

    @pytest.mark.parametrize("side", [1.0, -1.0])
    def test_a_point_leaves_a_plane_on_its_side(self, side):
        field = PlanarField(np.zeros(3), [0.0, 1.0, 0.0], 3.0)
        x = leave(FieldAvoidance([field], kp=0.1, max_velocity=0.5), [0.0, 0.2 * side, 0.0], 20_000)
        assert side * x[1] >= 3.0 - ROUNDING
        assert x[0] == x[2] == 0.0

    def test_a_point_leaves_two_spheres_that_overlap(self):
        fields = [RadialField(np.zeros(3), 0.3), RadialField([2.0, 0.2, 0.0], 3.0)]
        x = leave(FieldAvoidance(fields, kp=10.0), [0.0, 0.1, 0.0], 20_000)
        assert fields[0].distance(x) >= 0.3 - ROUNDING
        assert fields[1].distance(x) >= 3.0 - ROUNDING

    def test_what_sits_in_the_centre_or_on_the_plane_gets_out(self):
        fields = [RadialField([0.0, 0.0], 0.5), PlanarField([0.0, 0.0], [0.0, 1.0], 0.5)]
        x = leave(FieldAvoidance(fields, max_velocity=0.5), [0.0, 0.0], 10_000)
        assert all(field.distance(x) >= 0.5 - 1e-6 for field in fields)

    def test_a_pull_into_a_field_comes_to_rest_without_chatter(self):
        # At the rim the pull and the fading field balance. A field that jumps there would be
        # entered and left in every other step.
        law = FieldAvoidance([RadialField([0.0, 0.0], 1.0)], kp=10.0)
        pull = np.array([-5e-3, 0.0])
        x = np.array([1.001, 0.0])
        for _ in range(6000):
            last, x = x, x + DT * (law.velocity(x) + pull)
        assert 0.95 < x[0] < 1.0
        assert abs(x[0] - last[0]) < 1e-12


class TestMistakes:
    def test_fields_have_one_dimension(self):
        with pytest.raises(ShapeError, match=r"fields\[0\] has 2 and fields\[1\] has 3"):
            FieldAvoidance([RadialField([0.0, 0.0], 1.0), RadialField(np.zeros(3), 1.0)])

    def test_fields_are_fields(self):
        with pytest.raises(DefinitionError, match=r"fields\[0\] must be a PotentialField"):
            FieldAvoidance(["sphere"])

    @pytest.mark.parametrize("name", ["kp", "max_velocity"])
    def test_gains_and_limits_are_checked(self, name):
        fields = [RadialField([0.0, 0.0], 1.0)]
        for value in (-1.0, np.nan, "stiff"):
            with pytest.raises(DefinitionError, match=f"{name} must"):
                FieldAvoidance(fields, **{name: value})
        with pytest.raises(ShapeError, match=f"{name} must be one number or 2"):
            FieldAvoidance(fields, **{name: [1.0, 1.0, 1.0]})

    def test_positions_are_checked(self):
        law = FieldAvoidance([RadialField([0.0, 0.0], 1.0)])
        with pytest.raises(ShapeError, match="position must have shape"):
            law.velocity([0.0, 0.0, 0.0])
        with pytest.raises(DefinitionError, match="position must be finite"):
            law.velocity([0.0, np.nan])
