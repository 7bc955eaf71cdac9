"""Radial and planar fields: their numbers, their rims, and the points where "away" is undefined."""

import numpy as np
import pytest

from poise.control import PlanarField, RadialField
from poise.control.potential_field import CORE, RIM, sigmoid_repulsion
from poise.errors import DefinitionError, ShapeError


class TestRadialField:
    def test_numbers_of_its_law(self):
        field = RadialField(np.zeros(3), influence_distance=10.0)
        for distance, expected in ((1e-12, 0.997527), (5.0, 0.5), (2.5, 0.952574)):
            pushed = field.push([0.0, -distance, 0.0])
            np.testing.assert_allclose(pushed, [0.0, -expected, 0.0], atol=1e-6)

    def test_law_holds_until_the_rim(self):
        distance = np.linspace(0.0, 1.0 - RIM, 50)
        expected = 1.0 / (1.0 + np.exp(6.0 * (1.0 - 2.0 * (1.0 - distance))))
        found = sigmoid_repulsion(distance, np.array(1.0))
        np.testing.assert_allclose(found, expected, rtol=1e-13)

    def test_it_points_away_from_the_centre(self, rng):
        centre = rng.normal(size=3)
        field = RadialField(centre, influence_distance=2.0)
        for _ in range(50):
            offset = rng.uniform(-1.0, 1.0, size=3)
            pushed = field.push(centre + offset)
            np.testing.assert_allclose(np.cross(pushed, offset), 0.0, atol=1e-12)
            assert pushed @ offset > 0
            assert field.distance(centre + offset) == pytest.approx(np.linalg.norm(offset))

    def test_it_is_zero_from_the_rim_on(self):
        field = RadialField([0.0, 0.0], influence_distance=2.0)
        for distance in (2.0, 2.1, 1e3, 1e300):
            assert not field.push([0.0, distance]).any()

    def test_at_the_centre_it_pushes_along_a_direction_one_can_choose(self):
        strength = 1.0 / (1.0 + np.exp(-6.0))
        pushed = RadialField([1.0, 2.0], 3.0).push([1.0, 2.0])
        np.testing.assert_allclose(pushed, [strength, 0.0])
        pushed = RadialField([1.0, 2.0], 3.0, escape=[0.0, -5.0]).push([1.0, 2.0])
        np.testing.assert_allclose(pushed, [0.0, -strength])

    @pytest.mark.parametrize("tiny", [5e-324, 1e-200, 1e-160])
    def test_next_to_the_centre_it_still_points_away(self, tiny):
        pushed = RadialField([0.0, 0.0], 1.0).push([0.0, tiny])
        np.testing.assert_allclose(pushed, [0.0, 0.997527], atol=1e-6)


class TestPlanarField:
    def test_numbers_of_its_law(self):
        field = PlanarField([0.0, 1.0, 0.0], [0.0, 1.0, 0.0], influence_distance=3.0)
        for height, expected in ((0.5, 2.0), (2.0, 0.5), (0.1, 10.0)):
            np.testing.assert_allclose(field.push([7.0, 1.0 + height, -3.0]), [0, expected, 0])

    def test_field_is_one_at_the_reference_distance(self):
        field = PlanarField([0.0], [1.0], influence_distance=3.0, reference_distance=0.25)
        assert field.push([0.25]).tolist() == [1.0]

    def test_normal_may_have_any_length(self, rng):
        normal, x = rng.normal(size=(2, 3))
        one, other = (PlanarField(np.zeros(3), s * normal, 9.0) for s in (1.0, 1e-200))
        np.testing.assert_allclose(one.push(x), other.push(x), rtol=1e-12)
        assert one.distance(x) == pytest.approx(abs(normal @ x) / np.linalg.norm(normal))

    def test_it_pushes_to_the_side_one_is_on(self):
        field = PlanarField([0.0, 0.0], [0.0, 2.0], influence_distance=3.0)
        above, below = field.push([5.0, 0.5]), field.push([5.0, -0.5])
        np.testing.assert_allclose(above, [0.0, 2.0])
        np.testing.assert_allclose(below, [0.0, -2.0])
        assert field.signed_distance([5.0, -0.5]) == -0.5
        assert field.distance([5.0, -0.5]) == 0.5

    def test_on_the_plane_it_pushes_along_the_normal_and_is_finite(self):
        field = PlanarField([0.0, 0.0], [0.0, -2.0], influence_distance=2.0)
        np.testing.assert_allclose(field.push([5.0, 0.0]), [0.0, -1.0 / (CORE * 2.0)])

    def test_it_is_zero_from_the_rim_on(self):
        field = PlanarField([0.0, 0.0], [0.0, 1.0], influence_distance=2.0)
        for height in (2.0, -2.0, 2.1, -1e300):
            assert not field.push([0.0, height]).any()


@pytest.mark.parametrize(
    "field",
    [RadialField([0.0, 0.0], 2.0), PlanarField([0.0, 0.0], [1.0, 0.0], 2.0)],
    ids=["radial", "planar"],
)
class TestBoth:
    def test_they_are_continuous_along_a_way_out(self, field):
        x = np.linspace(1e-6, 2.2, 20_001)
        strength = np.array([field.push([a, 0.0])[0] for a in x])
        # Steepest at the edge of a planar field's core: 1/d² = 2500 per metre.
        assert np.abs(np.diff(strength)).max() <= 2600 * (x[1] - x[0])

    @pytest.mark.parametrize("step", [1e-3, 1e-6, 1e-9])
    def test_they_vanish_towards_the_rim(self, field, step):
        # Slope at the rim: value of the law there (planar ½) over the width of the rim. Further
        # in, 1/d makes it steeper.
        assert 0 < field.push([2.0 - step, 0.0])[0] <= 0.5 / (RIM * 2.0) * step * (1 + step + 1e-6)
        assert field.push([2.0 + step, 0.0])[0] == 0

    def test_they_only_weaken_on_the_way_out(self, field):
        strength = [field.push([a, 0.0])[0] for a in np.linspace(1e-6, 2.2, 2000)]
        assert (np.diff(strength) <= 0).all()

    def test_positions_are_checked(self, field):
        for method in (field.push, field.distance):
            with pytest.raises(ShapeError, match="position must have shape"):
                method([0.0, 0.0, 0.0])
            with pytest.raises(DefinitionError, match="position must be finite"):
                method([np.nan, 0.0])


class TestMistakes:
    @pytest.mark.parametrize("distance", [np.inf, np.nan, 0.0, -1.0, "far"])
    def test_influence_ends_somewhere(self, distance):
        with pytest.raises(DefinitionError, match="influence_distance must be"):
            RadialField([0.0], distance)
        with pytest.raises(DefinitionError, match="influence_distance must be"):
            PlanarField([0.0], [1.0], distance)

    def test_directions_are_not_zero(self):
        with pytest.raises(DefinitionError, match="normal must not be zero"):
            PlanarField([0.0, 0.0], [0.0, 0.0], 1.0)
        with pytest.raises(DefinitionError, match="escape must not be zero"):
            RadialField([0.0, 0.0], 1.0, escape=[0.0, 0.0])

    def test_shapes_agree(self):
        with pytest.raises(ShapeError, match="normal must have shape"):
            PlanarField([0.0, 0.0], [1.0], 1.0)
        with pytest.raises(ShapeError, match="escape must have shape"):
            RadialField([0.0, 0.0], 1.0, escape=[1.0])
        for value in (0.0, [], np.eye(2)):
            with pytest.raises(ShapeError, match="centre must be a list of numbers"):
                RadialField(value, 1.0)
            with pytest.raises(ShapeError, match="point must be a list of numbers"):
                PlanarField(value, [1.0], 1.0)

    def test_reference_distance_is_positive(self):
        with pytest.raises(DefinitionError, match="reference_distance must be > 0"):
            PlanarField([0.0], [1.0], 1.0, reference_distance=0.0)
