"""The hand's path: smooth, from rest, and its rates are its derivatives."""

import numpy as np
import pytest

from poise.errors import DefinitionError
from poise.experiment import HandPath

PATH = HandPath(np.array([0.05, 0.03, 0.04]), period=3.0, start=0.5, fade=1.2)


@pytest.mark.parametrize("time", [0.2, 0.7, 1.1, 1.5, 1.9, 4.0, 7.3])
def test_rates_are_the_derivatives(time):
    h = 1e-4
    before, here, after = (PATH.offset(time + d) for d in (-h, 0.0, h))
    # Central differences: error ~ h²/6 × third derivative (< 5 m/s³): below 1e-7.
    np.testing.assert_allclose((after[0] - before[0]) / (2 * h), here[1], atol=1e-6)
    np.testing.assert_allclose((after[1] - before[1]) / (2 * h), here[2], atol=1e-6)


@pytest.mark.parametrize("time", [0.5, 1.7])
def test_is_twice_differentiable_where_it_starts_and_where_it_is_full(time):
    before, after = PATH.offset(time - 1e-9), PATH.offset(time + 1e-9)
    for left, right in zip(before, after, strict=True):
        np.testing.assert_allclose(left, right, atol=1e-6)


def test_starts_from_rest_where_the_hand_is():
    for part in PATH.offset(0.5):
        assert not part.any()


def test_stays_within_its_extent():
    offsets = np.array([PATH.offset(t)[0] for t in np.linspace(0, 10, 500)])
    assert np.abs(offsets[:, 0]).max() <= 0.05
    assert np.abs(offsets[:, 1]).max() <= 0.03
    assert offsets[:, 2].min() >= -1e-12
    assert offsets[:, 2].max() <= 0.08
    assert np.abs(offsets).max(axis=0) == pytest.approx([0.05, 0.03, 0.08], rel=0.02)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"amplitude": np.zeros(2)}, r"amplitude must have shape \(3,\)"),
        ({"period": 0.0}, "period must be > 0"),
        ({"fade": -1.0}, "fade must be > 0"),
    ],
)
def test_wrong_parameters_are_refused(change, message):
    with pytest.raises(DefinitionError, match=message):
        HandPath(**({"amplitude": np.ones(3)} | change))
