"""Recorded motions: through their samples, at rest at both ends, whatever the signs and axes."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from experiment.references.situations import JOINTS, PLACE, TURN, follow, rates
from poise.errors import DefinitionError
from poise.experiment.references import Recorded

TIME = np.linspace(0.5, 4.5, 9)
TURNS = Rotation.from_rotvec(
    np.outer(np.sin(TIME), [0.5, 0.2, -0.9]) + np.outer(TIME, [0.0, 0.3, 0.2])
)
WAY = {"x": np.sin(TIME), "y": np.cos(2 * TIME), "z": 0.1 * TIME**2}
XYZ = np.column_stack(list(WAY.values()))
TURNING = dict(zip(("qx", "qy", "qz", "qw"), TURNS.as_quat().T, strict=True))


def test_it_goes_through_its_samples():
    target = follow(Recorded(TIME, WAY | TURNING), "pose")
    for time, position, turn in zip(TIME, XYZ, TURNS.as_matrix(), strict=True):
        pose = target(time).value
        np.testing.assert_allclose(pose.translation, position, atol=1e-14)
        np.testing.assert_allclose(pose.rotation, turn, atol=1e-14)


def test_it_rests_at_both_ends_and_outside():
    target = follow(Recorded(TIME, WAY | TURNING), "pose")
    for time, end in ((-1.0, 0), (0.5, 0), (4.5, -1), (9.0, -1)):
        np.testing.assert_allclose(target(time).value.translation, XYZ[end], atol=1e-14)
        assert not any(rate.any() for rate in rates(target(time)))
    # The velocity is continuous at the ends: 1e-9 s at below 100 m/s².
    for time in (0.5 + 1e-9, 4.5 - 1e-9):
        assert np.abs(target(time).velocity).max() < 1e-7


def test_smooth_motions_are_met_between_samples():
    """An error of fourth order: 1/384 h⁴ times the fourth derivative, at most (2π/3)⁴ here."""
    time = np.linspace(0.0, 3.0, 31)
    rest_to_rest = 1.0 - np.cos(2.0 * np.pi / 3.0 * time)
    columns = dict.fromkeys("xyz", rest_to_rest)
    target = follow(Recorded(time, columns), "position")
    for at in (0.05, 1.234, 2.95):
        expected = 1.0 - np.cos(2.0 * np.pi / 3.0 * at)
        np.testing.assert_allclose(target(at).value, expected, atol=0.1**4 * 20.0 / 384.0 * 2.0)


def test_a_turn_about_one_axis_stays_on_it():
    angles = np.array([0.0, 0.3, 0.9, 1.2, 1.0])
    turns = Rotation.from_rotvec(np.outer(angles, [0.0, 0.6, 0.8])).as_quat()
    columns = dict(zip(("qx", "qy", "qz", "qw"), turns.T, strict=True))
    target = follow(Recorded(np.arange(5.0), columns), "orientation")
    for time in (0.4, 1.7, 3.2):
        omega = target(time).velocity
        np.testing.assert_allclose(np.cross(omega, [0.0, 0.6, 0.8]), 0.0, atol=1e-14)
    assert target(1.5).velocity @ [0.0, 0.6, 0.8] == pytest.approx(0.6, abs=0.1)


def test_the_sign_and_the_rounding_of_quaternions_do_not_matter():
    signs = np.where(np.arange(TIME.size) % 3, -1.0, 1.0)
    flipped = {name: signs * values for name, values in TURNING.items()}
    rounded = {name: np.round(values, 2) for name, values in TURNING.items()}
    motions = (follow(Recorded(TIME, turn), "pose") for turn in (TURNING, flipped, rounded))
    first, second, third = motions
    for time in (0.8, 1.7, 3.2, 4.5):
        np.testing.assert_allclose(first(time).value, second(time).value, atol=1e-14)
        np.testing.assert_allclose(first(time).velocity, second(time).velocity, atol=1e-13)
        np.testing.assert_allclose(first(time).value, third(time).value, atol=0.05)
        assert abs(np.linalg.det(third(time).value.rotation) - 1.0) < 1e-14


def test_a_relative_motion_begins_where_the_task_is_and_turns_about_the_world():
    absolute = follow(Recorded(TIME, WAY | TURNING), "pose")
    relative = follow(Recorded(TIME, WAY | TURNING, relative=True), "pose")
    first = absolute(0.0).value
    for time in (0.0, 0.8, 3.3):
        there, here = absolute(time), relative(time)
        moved = there.value.translation - first.translation
        np.testing.assert_allclose(here.value.translation, PLACE + moved, atol=1e-14)
        turn = there.value.rotation @ first.rotation.T
        np.testing.assert_allclose(here.value.rotation, turn @ TURN, atol=1e-14)
        for a, b in zip(rates(here), rates(there), strict=True):
            np.testing.assert_allclose(a, b, atol=1e-12)


def test_what_has_no_column_stays():
    shifted = follow(Recorded(TIME, WAY), "pose")(1.7)
    np.testing.assert_array_equal(shifted.value.rotation, TURN)
    assert not shifted.velocity[3:].any()
    turned = follow(Recorded(TIME, TURNING), "pose")(1.7)
    np.testing.assert_array_equal(turned.value.translation, PLACE)
    assert not turned.velocity[:3].any()
    bent = follow(Recorded(TIME, {"bend": np.sin(TIME)}), "posture")(TIME[3])
    np.testing.assert_allclose(bent.value, [*JOINTS[:2], np.sin(TIME[3])])
    assert not bent.velocity[:2].any()
    assert bent.velocity[2]


@pytest.mark.parametrize(
    ("columns", "kind", "words"),
    [
        (WAY, "orientation", "way.csv: column 'x' is nothing that task 'head' has.*'qx'"),
        (WAY | TURNING, "position", "column 'qx' is nothing that task 'tip' has.*'x'"),
        ({"x": TIME, "y": TIME}, "pose", "the columns x, y, z belong together, but z is missing"),
        ({"qx": TIME, "qy": TIME}, "pose", "belong together, but qz, qw are missing"),
        ({"bnd": TIME}, "posture", "way.csv: column 'bnd' is no joint of .* Did you mean 'bend'"),
        ({"bend": TIME}, "pose", "column 'bend' is nothing that task 'hand' has"),
        (WAY, "posture", "column 'x' is no joint"),
    ],
)
def test_columns_must_fit_the_task(columns, kind, words):
    with pytest.raises(DefinitionError, match=words):
        follow(Recorded(TIME, columns, source="way.csv"), kind)


@pytest.mark.parametrize(
    ("time", "columns", "words"),
    [
        ([0.0, 0.0], {"x": [0, 1]}, "time must hold .* each after the one before"),
        ([0.0], {"x": [0]}, "time must hold two instants"),
        (["a", "b"], {"x": [0, 1]}, "time must be an array of numbers"),
        ([0.0, np.nan], {"x": [0, 1]}, "time must be finite"),
        ([0.0, 1.0], {}, "the recorded motion must have columns"),
        ([0.0, 1.0], {"x": [0.0]}, r"column 'x' must have shape \(2,\)"),
        ([0.0, 1.0], {"x": [0.0, np.inf]}, "column 'x' must be finite"),
        (TIME, TURNING | {"qw": TURNING["qw"] + (TIME == 2.5)}, "unit quaternion.*at time 2.5"),
    ],
)
def test_wrong_samples_are_refused(time, columns, words):
    with pytest.raises(DefinitionError, match=words):
        Recorded(time, columns)


def test_samples_are_copied():
    bends = np.array([0.0, 1.0])
    motion = Recorded([0.0, 1.0], {"bend": bends})
    bends[:] = 9.0
    assert follow(motion, "posture")(1.0).value[2] == 1.0
