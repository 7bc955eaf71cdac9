"""Moving median and average: growing windows, vectors, and what is refused."""

import numpy as np
import pytest

from poise.control import MovingAverage, MovingMedian, SampleWindow
from poise.errors import DefinitionError, ShapeError

BOTH = pytest.mark.parametrize("kind", [MovingMedian, MovingAverage])


def outputs(kind, window, samples):
    moving = kind(window)
    state, results = moving.init(), []
    for sample in samples:
        result, state = moving.step(state, sample)
        results.append(result)
    return np.array(results)


class TestNumbers:
    def test_median_of_a_growing_window(self):
        assert outputs(MovingMedian, 5, [5, 9, 3, 4, 1]).tolist() == [5, 7, 5, 4.5, 4]

    def test_median_of_a_full_window_forgets_the_oldest(self):
        assert outputs(MovingMedian, 3, [1, 2, 9, 8, 7]).tolist() == [1, 1.5, 2, 8, 8]

    def test_average_grows_and_then_forgets(self):
        assert outputs(MovingAverage, 2, [1, 3, 5, 5]).tolist() == [1, 2, 4, 5]

    def test_median_throws_an_outlier_out(self):
        assert outputs(MovingMedian, 3, [1, 1, 100, 1, 1]).tolist()[2:] == [1, 1, 1]

    @BOTH
    def test_vectors_are_filtered_entry_by_entry(self, kind, rng):
        samples = rng.normal(size=(20, 3))
        together = outputs(kind, 4, samples)
        for i in range(3):
            np.testing.assert_array_equal(together[:, i], outputs(kind, 4, samples[:, i]))

    @pytest.mark.parametrize(
        ("kind", "truth"), [(MovingMedian, np.median), (MovingAverage, np.mean)]
    )
    @pytest.mark.parametrize("window", [1, 2, 5, 30])
    def test_each_output_is_that_of_the_last_samples(self, kind, truth, window, rng):
        samples = rng.normal(size=20)
        expected = [truth(samples[max(0, k + 1 - window) : k + 1]) for k in range(20)]
        np.testing.assert_allclose(outputs(kind, window, samples), expected, rtol=1e-14)

    def test_average_keeps_no_trace_of_what_has_left(self):
        # A running sum would keep the rounding of 1e16 for ever.
        assert outputs(MovingAverage, 2, [0.1, 1e16, 0.1, 0.1])[-1] == 0.1

    @BOTH
    def test_same_step_same_answer(self, kind):
        moving = kind(3)
        _, state = moving.step(moving.init(), [1.0, 2.0])
        first, _ = moving.step(state, [3.0, 4.0])
        second, _ = moving.step(state, [3.0, 4.0])
        assert (first == second).all()
        assert state.samples.tolist() == [[1.0, 2.0]]

    @BOTH
    def test_init_forgets_everything(self, kind):
        moving = kind(3)
        moving.step(moving.init(), 7.0)
        assert moving.step(moving.init(), 1.0)[0] == 1.0

    @BOTH
    def test_states_do_not_follow_their_sources(self, kind):
        mine = np.array([1.0, 2.0])
        _, state = kind(2).step(kind(2).init(), mine)
        mine[:] = 9.0
        assert state.samples.tolist() == [[1.0, 2.0]]
        with pytest.raises(ValueError, match="read-only"):
            state.samples[0, 0] = 9.0


class TestClosedLoop:
    @BOTH
    def test_a_loop_with_a_filtered_measurement_converges(self, kind, rng):
        moving = kind(5)
        x, state = 0.0, moving.init()
        for k in range(2000):
            spike = 50.0 if kind is MovingMedian and k % 10 == 0 else 0.0
            filtered, state = moving.step(state, x + spike)
            x += 0.01 * 2.0 * (1.0 - filtered)
        assert x == pytest.approx(1.0, abs=1e-6)


class TestMistakes:
    @BOTH
    @pytest.mark.parametrize("window", [0, -1, 2.5, True, "five"])
    def test_windows_hold_a_whole_number_of_samples(self, kind, window):
        with pytest.raises(DefinitionError, match="window must be an integer ≥ 1"):
            kind(window)

    @BOTH
    def test_samples_are_checked(self, kind):
        moving = kind(3)
        _, state = moving.step(moving.init(), [1.0, 2.0])
        with pytest.raises(ShapeError, match="sample must have shape"):
            moving.step(state, [1.0, 2.0, 3.0])
        with pytest.raises(ShapeError, match="sample must have shape"):
            moving.step(state, 1.0)
        for start in (state, moving.init()):
            with pytest.raises(DefinitionError, match="sample must be finite"):
                moving.step(start, [np.nan, 0.0])

    def test_windows_hold_a_list(self):
        with pytest.raises(ShapeError, match="samples must be a list"):
            SampleWindow(np.array(1.0))
