"""Properties P1 to P10 of the seed's law, for all parameters."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from poise import SoftContactModel
from poise.contact.laws.layer import layer
from soft_ground import bounce

SMOOTH = ("sigmoid", "tanh", "abs")
heights = st.floats(-0.2, 0.2)
speeds = st.tuples(*[st.floats(-3.0, 3.0)] * 3)
names = st.sampled_from(("none", *SMOOTH))
parameters = st.fixed_dictionaries(
    {
        "k": st.floats(0.0, 1e5),
        "d": st.floats(0.0, 2e3),
        "alpha": st.floats(1.0, 500.0),
        "alpha_n": st.sampled_from((-1.0, 20.0, 100.0)),
        "z_offset": st.floats(-0.05, 0.05),
        "smoothing": names,
    }
)


def force(model, z, v=(0.0, 0.0, 0.0), x=0.0, y=0.0):
    return model.point_force(np.array([x, y, z]), np.array(v, dtype=float))


@given(parameters, st.floats(1e-9, 1e3), speeds)
def test_p1_no_force_outside_without_smoothing(values, height, v):
    model = SoftContactModel(**values | {"smoothing": "none"})
    np.testing.assert_array_equal(force(model, height + values["z_offset"] + 1e-12, v), 0.0)


@given(st.sampled_from(SMOOTH), st.floats(0.05, 2.0), speeds)
def test_p1_tails(smoothing, height, v):
    size = np.linalg.norm(force(SoftContactModel(smoothing=smoothing), height, v))
    fading = 1.0 / (2.0 * 100.0 * height) if smoothing == "abs" else np.exp(-100.0 * height)
    # TANH loses the tail to rounding: half an ulp of one.
    assert size <= 500.0 * np.linalg.norm(v) * (fading + 1.2e-16) * (1.0 + 1e-12)


@given(st.sampled_from(SMOOTH), speeds)
def test_p2_deep_is_spring_and_whole_damper(smoothing, v):
    model = SoftContactModel.ct(smoothing=smoothing)
    z = -100.0 if smoothing == "abs" else -1.0
    expected = -500.0 * np.array(v) + [0.0, 0.0, -5000.0 * z]
    np.testing.assert_allclose(force(model, z, v), expected, rtol=1e-4, atol=0.1)


@given(st.floats(-5.0, 5.0), st.floats(1.0, 500.0))
def test_p3_layers_are_shares_that_fall(height, alpha):
    for smoothing in (1, 2, 3):
        h = np.array([height, -height])
        share, slope, _ = layer(smoothing, h, alpha)
        assert share.sum() == pytest.approx(1.0, abs=1e-15)
        assert np.all((share >= 0.0) & (share <= 1.0))
        assert np.all(slope <= 0.0)
    one, two = (layer(s, np.array(height), alpha)[0] for s in (1, 2))
    assert one == pytest.approx(two, abs=2e-16)


@given(parameters, speeds)
def test_p4_smoothed_force_is_continuous_at_the_ground(values, v):
    model = SoftContactModel(**values | {"smoothing": "sigmoid"})
    z, step = values["z_offset"], 1e-9
    jump = force(model, z + step, v) - force(model, z - step, v)
    bound = values["k"] * max(1.0, values["alpha_n"]) + values["alpha"] * values["d"] * 5.2
    assert np.abs(jump).max() <= 2.0 * step * bound + 1e-9


def test_p4_jump_without_smoothing_is_the_damper():
    model = SoftContactModel()
    jump = force(model, 0.0, (0.2, 0.0, -1.0)) - force(model, 1e-12, (0.2, 0.0, -1.0))
    np.testing.assert_allclose(jump, [-100.0, 0.0, 500.0])


@given(parameters, heights, speeds, st.floats(0.1, 10.0))
def test_p5_linear_in_k_and_d_together(values, z, v, c):
    scaled = values | {"k": c * values["k"], "d": c * values["d"]}
    one, other = force(SoftContactModel(**values), z, v), force(SoftContactModel(**scaled), z, v)
    np.testing.assert_allclose(other, c * one, rtol=1e-9, atol=1e-9)


@given(parameters, heights, speeds, st.floats(-3.0, 3.0), st.floats(-np.pi, np.pi))
def test_p5_places_are_equal_and_headings_turn(values, z, v, x, yaw):
    model = SoftContactModel(**values)
    here = force(model, z, v)
    np.testing.assert_array_equal(here, force(model, z, v, x=x, y=-x))
    turn = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
    np.testing.assert_allclose(force(model, z, turn @ v), turn @ here, rtol=1e-9, atol=1e-9)


@given(parameters, heights, speeds)
def test_p6_moving_costs_energy_at_any_height(values, z, v):
    # At one height the spring's part is the force at rest; the rest is the damper's, also where the
    # ground lets go of a point that leaves fast.
    model = SoftContactModel(**values)
    damped = force(model, z, v) - force(model, z)
    assert float(damped @ v) <= 1e-9


@given(parameters, heights, speeds)
def test_p7_ground_does_not_pull(values, z, v):
    assert force(SoftContactModel(**values), z, v)[2] >= 0.0


@given(parameters, heights, speeds)
def test_p7_with_pulling_and_no_offset_it_is_the_source(values, z, v):
    values = values | {"z_offset": 0.0}
    model = SoftContactModel(**values)
    model.set_parameters(pulling=True)
    np.testing.assert_array_equal(force(model, z, v), force(SoftContactModel.ct(**values), z, v))


def test_p7_pulls_where_asked():
    model = SoftContactModel()
    model.set_parameters(pulling=True)
    assert force(model, -0.01, (0.0, 0.0, 0.3))[2] == pytest.approx(-100.0)


@given(st.floats(10.0, 1e4), st.sampled_from((50.0, 100.0)))
def test_p9_static_rest(weight, alpha_n):
    linear = force(SoftContactModel(smoothing="sigmoid"), -weight / 5000.0)
    assert linear[2] == pytest.approx(weight)
    model = SoftContactModel(smoothing="sigmoid", alpha_n=alpha_n)
    assert force(model, -np.log(weight / 5000.0) / alpha_n)[2] == pytest.approx(weight)


@given(st.floats(-0.05, 0.02), st.floats(1.0, 100.0))
def test_p10_creep(z, push):
    model = SoftContactModel(smoothing="sigmoid")
    share = float(layer(1, np.array(z), 100.0)[0])
    creep = push / (share * 500.0)
    assert force(model, z, (creep, 0.0, 0.0))[0] == pytest.approx(-push)


@pytest.mark.parametrize("z", [1e3, -1e3])
@given(parameters, speeds)
def test_force_is_finite_everywhere(z, values, v):
    assert np.isfinite(force(SoftContactModel(**values), z, v)).all()


def test_not_a_number_stays_one():
    for smoothing in ("none", *SMOOTH):
        assert np.isnan(force(SoftContactModel(smoothing=smoothing), np.nan)[2])


@pytest.mark.parametrize(
    ("zeta", "source", "held"),
    [(0.2, 0.52662, 0.57174), (0.5, 0.16303, 0.29844), (0.8266, 0.0099098, 0.172749)],
)
def test_p11_bounce(zeta, source, held):
    # Closed forms, gravity neglected: e^{−πζ/√(1−ζ²)}, and e^{−2ζ acos ζ/√(1−ζ²)} without pulling.
    mass, k = 10.0, 5000.0
    parameters = {"k": k, "d": 2.0 * zeta * np.sqrt(k * mass)}
    assert bounce(SoftContactModel.ct(**parameters), mass) == pytest.approx(source, rel=1.5e-3)
    assert bounce(SoftContactModel(**parameters), mass) == pytest.approx(held, rel=1.5e-3)
    root = np.sqrt(1.0 - zeta**2)
    assert source == pytest.approx(np.exp(-np.pi * zeta / root), rel=1e-4)
    assert held == pytest.approx(np.exp(-2.0 * zeta * np.arccos(zeta) / root), rel=1e-4)


def test_p11_overdamped_bounce():
    mass, k, zeta = 10.0, 5000.0, 1.5
    model = SoftContactModel(k=k, d=2.0 * zeta * np.sqrt(k * mass))
    assert bounce(model, mass) == pytest.approx(0.0755883, rel=1.5e-3)
