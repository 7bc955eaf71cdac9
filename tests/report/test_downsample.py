from __future__ import annotations

import numpy as np
import pytest

from poise.report.downsample import min_max


def test_every_peak_survives(rng):
    values = rng.normal(size=10_000)
    values[[17, 4_321, 9_998]] = 50.0, -60.0, 70.0
    time = np.arange(values.size) * 1e-3
    thin_time, thin = min_max(time, values, buckets=100)
    assert {50.0, -60.0, 70.0} <= set(thin.tolist())
    assert thin.size <= 202
    assert (np.diff(thin_time) > 0).all()
    assert (thin_time[0], thin_time[-1]) == (time[0], time[-1])
    # What is left are points of the curve, at their own times.
    assert np.interp(thin_time, time, values) == pytest.approx(thin, abs=1e-9)


def test_a_short_curve_stays_whole():
    time, values = np.arange(10.0), np.arange(10.0) ** 2
    assert min_max(time, values, buckets=5)[1].tolist() == values.tolist()


def test_a_gap_stays_a_gap_and_hides_no_neighbour():
    values = np.ones(1_000)
    values[400:500] = np.nan
    values[399] = 9.0
    _, thin = min_max(np.arange(1_000.0), values, buckets=20)
    assert np.isnan(thin).any()
    assert np.nanmax(thin) == 9.0


def test_nothing_but_gaps_is_no_error():
    _, thin = min_max(np.arange(1_000.0), np.full(1_000, np.nan), buckets=20)
    assert np.isnan(thin).all()
