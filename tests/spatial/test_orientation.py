"""Orientations against SciPy, Pinocchio and closed forms, at the angles where code goes wrong."""

from __future__ import annotations

from math import pi

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation, Slerp

from poise.errors import DefinitionError, ShapeError
from poise.spatial import (
    axis_angle_from_rotation,
    interpolate_rotation,
    orientation_error,
    rotation_from_axis_angle,
    rotation_from_rpy,
    rotation_matrix,
    rpy_from_rotation,
)

# A few roundings of numbers of size π.
ROUNDING = 2e-15

ANGLES = [
    *(0.0, 5e-324, 1e-300, 1e-160, 1e-16, 1e-9, 1e-8, 1e-6, 1e-4, 1e-2, 0.5, 1.0, 2.0, 2.1, 3.0),
    *(pi - 1e-2, pi - 1e-4, pi - 1e-6, pi - 1e-8, pi - 1e-9, pi - 1e-12, pi - 1e-15),
]
AXES = [
    *np.eye(3),
    *-np.eye(3),
    *(np.array(a) / np.linalg.norm(a) for a in ([1, 1, 0], [-1, 0, 1], [0, -1, -1])),
    *(np.array(a) / np.linalg.norm(a) for a in ([1, 2, 3], [-0.3, 1e-9, 0.2], [1e-8, 1, -1e-8])),
]
axis_angles = st.tuples(*[st.floats(-1.8, 1.8)] * 3).map(np.array)  # shorter than π


def exact_rotation(axis: np.ndarray, angle: float) -> np.ndarray:
    """Rodrigues' formula with 1 − cos as 2 sin², which keeps small angles exact."""
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + np.sin(angle) * cross + 2 * np.sin(angle / 2) ** 2 * cross @ cross


@pytest.mark.parametrize("angle", ANGLES)
@pytest.mark.parametrize("axis", AXES, ids=lambda a: f"({a[0]:.2g},{a[1]:.2g},{a[2]:.2g})")
def test_axis_angle_is_exact_at_every_angle(axis, angle):
    rotation = exact_rotation(axis, angle)
    np.testing.assert_allclose(rotation_from_axis_angle(angle * axis), rotation, atol=ROUNDING)
    # Relative, too: a tiny rotation keeps its digits. Numbers below 1e-300 have fewer.
    tolerance = {"rtol": 1e-14, "atol": max(1e-16 * angle, 1e-323)}
    if angle > 2:  # the matrix holds the angle with an absolute rounding error
        tolerance = {"rtol": 0, "atol": ROUNDING}
    np.testing.assert_allclose(axis_angle_from_rotation(rotation), angle * axis, **tolerance)


@pytest.mark.parametrize("angle", ANGLES)
@pytest.mark.parametrize("axis", AXES[6:])
def test_axis_angle_agrees_with_scipy(axis, angle):
    theirs = Rotation.from_rotvec(angle * axis)
    np.testing.assert_allclose(
        rotation_from_axis_angle(angle * axis), theirs.as_matrix(), atol=ROUNDING
    )
    np.testing.assert_allclose(
        axis_angle_from_rotation(theirs.as_matrix()), angle * axis, atol=ROUNDING
    )


@pytest.mark.parametrize(
    ("axis", "expected"),
    [
        ([1, 0, 0], [1, 0, 0]),
        ([0, -1, 0], [0, 1, 0]),
        ([0, 0, -1], [0, 0, 1]),
        ([-0.6, 0.8, 0], [0.6, -0.8, 0]),
        ([0, -0.6, 0.8], [0, 0.6, -0.8]),
    ],
)
def test_half_turn_has_one_answer_with_first_entry_positive(axis, expected):
    half_turn = 2 * np.outer(axis, axis) - np.eye(3)
    log = axis_angle_from_rotation(half_turn)
    np.testing.assert_allclose(log, pi * np.array(expected), atol=ROUNDING)


def test_angle_grows_through_half_turn_and_then_falls():
    axis = np.array([2.0, -1.0, 2.0]) / 3
    for step in (1e-3, 1e-6, 1e-9, 1e-12):
        before = axis_angle_from_rotation(exact_rotation(axis, pi - step))
        after = axis_angle_from_rotation(exact_rotation(axis, pi + step))
        np.testing.assert_allclose(before, (pi - step) * axis, atol=ROUNDING)
        np.testing.assert_allclose(after, -(pi - step) * axis, atol=ROUNDING)


@given(axis_angles)
def test_logarithm_undoes_exponential(axis_angle):
    np.testing.assert_allclose(
        axis_angle_from_rotation(rotation_from_axis_angle(axis_angle)), axis_angle, atol=3e-15
    )


@given(axis_angles, axis_angles)
def test_orientation_error_turns_rotation_into_target(first, second):
    rotation, target = pin.exp3(first), pin.exp3(second)
    error = orientation_error(rotation, target)
    np.testing.assert_allclose(pin.exp3(error) @ rotation, target, atol=5e-15)
    assert np.linalg.norm(error) <= pi + ROUNDING


def test_orientation_error_is_in_outer_axes(rng):
    for _ in range(50):
        rotation, target = Rotation.random(2, rng=rng)
        # Its definition, R log(Rᵀ R*), with SciPy's logarithm.
        expected = rotation.apply((rotation.inv() * target).as_rotvec())
        error = orientation_error(rotation.as_matrix(), target.as_matrix())
        np.testing.assert_allclose(error, expected, atol=1e-14)


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-9, 1e-3, 1.0, pi - 1e-9])
def test_orientation_error_between_turned_frames_is_the_turn(angle, rng):
    for rotation in Rotation.random(20, rng=rng).as_matrix():
        axis = rng.normal(size=3)
        axis /= np.linalg.norm(axis)
        error = orientation_error(rotation, exact_rotation(axis, angle) @ rotation)
        np.testing.assert_allclose(error, angle * axis, atol=3e-15)


def test_orientation_error_rate_is_angular_velocity():
    # d/dt log(R*(t) Rᵀ) = ω* at R* = R, by central differences.
    rotation, omega, h = pin.exp3(np.array([0.3, -1.2, 2.0])), np.array([0.4, 0.5, -0.6]), 1e-4
    ahead = orientation_error(rotation, pin.exp3(h * omega) @ rotation)
    behind = orientation_error(rotation, pin.exp3(-h * omega) @ rotation)
    np.testing.assert_allclose((ahead - behind) / (2 * h), omega, atol=1e-11)


@given(axis_angles, axis_angles, st.floats(0, 1))
def test_interpolation_agrees_with_scipy(first, second, fraction):
    ends = Rotation.from_rotvec([first, second])
    # Near a half turn both ways are about equally short: either may be taken.
    assume((ends[0].inv() * ends[1]).magnitude() < pi - 1e-6)
    ours = interpolate_rotation(ends[0].as_matrix(), ends[1].as_matrix(), fraction)
    np.testing.assert_allclose(ours, Slerp([0, 1], ends)(fraction).as_matrix(), atol=1e-9)


def test_interpolation_meets_its_ends(rng):
    for _ in range(20):
        start, end = Rotation.random(2, rng=rng).as_matrix()
        np.testing.assert_allclose(interpolate_rotation(start, end, 0), start, atol=ROUNDING)
        np.testing.assert_allclose(interpolate_rotation(start, end, 1), end, atol=ROUNDING)


@pytest.mark.parametrize("fraction", [-0.1, 1.1, float("nan")])
def test_fraction_outside_the_way_is_refused(fraction):
    with pytest.raises(DefinitionError, match="fraction"):
        interpolate_rotation(np.eye(3), np.eye(3), fraction)


@given(st.tuples(st.floats(-pi, pi), st.floats(-pi / 2, pi / 2), st.floats(-pi, pi)))
def test_rpy_agrees_with_scipy_and_gives_the_rotation_back(rpy):
    rotation = rotation_from_rpy(rpy)
    np.testing.assert_allclose(rotation, Rotation.from_euler("xyz", rpy).as_matrix(), atol=ROUNDING)
    back = rpy_from_rotation(rotation)
    np.testing.assert_allclose(rotation_from_rpy(back), rotation, atol=ROUNDING)
    assert abs(back[1]) <= pi / 2
    if abs(rpy[1]) < 1.5:  # away from the singularity the angles themselves come back
        np.testing.assert_allclose(np.exp(1j * back), np.exp(1j * np.array(rpy)), atol=1e-13)


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize("distance", [0.0, 1e-16, 1e-12, 1e-9, 1e-6])
def test_rpy_gives_the_rotation_back_at_its_singularity(sign, distance):
    rotation = rotation_from_rpy([0.4, sign * (pi / 2 - distance), -1.3])
    np.testing.assert_allclose(
        rotation_from_rpy(rpy_from_rotation(rotation)), rotation, atol=ROUNDING
    )


@pytest.mark.parametrize("convert", [axis_angle_from_rotation, rpy_from_rotation])
def test_what_is_no_rotation_is_refused(convert):
    with pytest.raises(DefinitionError, match="rotation must be a rotation matrix"):
        convert(2 * np.eye(3))
    with pytest.raises(DefinitionError, match="mirrors"):
        convert(-np.eye(3))
    with pytest.raises(DefinitionError, match="finite"):
        convert(np.full((3, 3), np.nan))
    with pytest.raises(ShapeError, match=r"\(3, 3\)"):
        convert(np.eye(4))
    with pytest.raises(ShapeError, match="axis_angle"):
        rotation_from_axis_angle([0, 0, 0, 1])


def test_rotation_in_single_precision_passes(rng):
    for rotation in Rotation.random(20, rng=rng).as_matrix():
        rounded = rotation_matrix("R", rotation.astype(np.float32))
        np.testing.assert_allclose(pin.exp3(axis_angle_from_rotation(rounded)), rotation, atol=1e-6)
