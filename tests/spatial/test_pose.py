"""Poses: 6-vectors, differences and interpolation against SciPy and Pinocchio."""

from __future__ import annotations

from math import pi

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from poise.errors import DefinitionError, ShapeError
from poise.spatial import (
    change_origin,
    difference,
    integrate,
    interpolate,
    pose_from_vector,
    vector_from_pose,
)

# Positions of a few metres, a few roundings.
ROUNDING = 1e-14
pose_vectors = st.tuples(*[st.floats(-5, 5)] * 3, *[st.floats(-1.8, 1.8)] * 3).map(np.array)


def assert_same_pose(ours, theirs, atol=ROUNDING):
    np.testing.assert_allclose(ours.homogeneous, theirs.homogeneous, atol=atol)


@given(pose_vectors)
def test_vector_is_position_then_axis_angle(vector):
    pose = pose_from_vector(vector)
    np.testing.assert_array_equal(pose.translation, vector[:3])
    np.testing.assert_allclose(
        pose.rotation, Rotation.from_rotvec(vector[3:]).as_matrix(), atol=ROUNDING
    )
    np.testing.assert_allclose(vector_from_pose(pose), vector, atol=ROUNDING)


@pytest.mark.parametrize("angle", [0.0, 1e-300, 1e-12, 1e-8, 1.0, pi - 1e-9, pi - 1e-15])
def test_vector_comes_back_at_extreme_angles(angle):
    vector = np.array([1.0, -2.0, 3.0, 0.6 * angle, 0.0, -0.8 * angle])
    np.testing.assert_allclose(vector_from_pose(pose_from_vector(vector)), vector, atol=2e-15)


@given(pose_vectors, pose_vectors)
def test_integrating_the_difference_arrives(first, second):
    start, end = pose_from_vector(first), pose_from_vector(second)
    assert_same_pose(integrate(start, difference(start, end)), end)


@given(pose_vectors, pose_vectors)
def test_difference_of_integrated_is_the_displacement(vector, displacement):
    start = pose_from_vector(vector)
    np.testing.assert_allclose(
        difference(start, integrate(start, displacement)), displacement, atol=ROUNDING
    )


def test_difference_is_the_frame_task_error(rng):
    for _ in range(20):
        first, second = Rotation.random(2, rng=rng)
        p, p_target = rng.normal(size=(2, 3))
        error = difference(pin.SE3(first.as_matrix(), p), pin.SE3(second.as_matrix(), p_target))
        np.testing.assert_array_equal(error[:3], p_target - p)
        expected = first.apply((first.inv() * second).as_rotvec())
        np.testing.assert_allclose(error[3:], expected, atol=ROUNDING)


def test_difference_keeps_its_arguments(rng):
    start, end = (pose_from_vector(rng.normal(size=6)) for _ in range(2))
    before = start.homogeneous.copy(), end.homogeneous.copy()
    displacement = difference(start, end)
    displacement[:] = 7.0
    np.testing.assert_array_equal(start.homogeneous, before[0])
    np.testing.assert_array_equal(end.homogeneous, before[1])


def test_integrating_a_world_twist_follows_the_frame(rng):
    # Small steps of ṗ = v, Ṙ = [ω]× R for constant v, ω reach the closed form.
    start = pose_from_vector(rng.normal(size=6))
    twist, steps = rng.normal(size=6), 1000
    pose = start
    for _ in range(steps):
        pose = integrate(pose, twist / steps)
    assert_same_pose(pose, integrate(start, twist), atol=1e-12)


@given(pose_vectors, pose_vectors, st.floats(0, 1))
def test_interpolation_splits_the_displacement(first, second, fraction):
    start, end = pose_from_vector(first), pose_from_vector(second)
    # Near a half turn both ways round are about equally short.
    assume(np.linalg.norm(difference(start, end)[3:]) < pi - 1e-6)
    middle = interpolate(start, end, fraction)
    np.testing.assert_allclose(
        difference(start, middle), fraction * difference(start, end), atol=1e-9
    )


def test_interpolation_moves_on_a_straight_line_about_one_axis():
    start = pin.SE3(np.eye(3), np.zeros(3))
    end = pin.SE3(pin.exp3(np.array([0, 0, pi / 2])), np.array([2.0, 4.0, 0.0]))
    middle = interpolate(start, end, 0.5)
    np.testing.assert_allclose(middle.translation, [1, 2, 0])
    np.testing.assert_allclose(middle.rotation, pin.exp3(np.array([0, 0, pi / 4])))


def test_change_of_origin_composes_homogeneous_matrices(rng):
    object_, old = (pose_from_vector(rng.normal(size=6)) for _ in range(2))
    np.testing.assert_allclose(
        change_origin(object_, old).homogeneous, old.homogeneous @ object_.homogeneous, atol=1e-15
    )


def test_change_of_origin_agrees_with_a_stored_result():
    # Computed by another Cartesian solver library, to the eight digits it printed.
    moved = change_origin(
        pose_from_vector([0.1, 0.2, 0.3, 0.3, -0.2, 0.1]),
        pose_from_vector([-0.5, 0.4, 0.2, 0.1, 0.2, 0.3]),
    )
    expected = [0.43602878, 0.040064906, 0.35589897]
    np.testing.assert_allclose(vector_from_pose(moved)[3:], expected, atol=1e-8)


def test_what_is_no_pose_is_refused():
    with pytest.raises(DefinitionError, match=r"pose must be a pinocchio\.SE3, got ndarray"):
        vector_from_pose(np.eye(4))
    with pytest.raises(DefinitionError, match="T_new_old"):
        change_origin(pin.SE3.Identity(), None)
    with pytest.raises(DefinitionError, match="rotation"):
        vector_from_pose(pin.SE3(2 * np.eye(3), np.zeros(3)))
    with pytest.raises(ShapeError, match="pose_vector"):
        pose_from_vector([0, 0, 0])
    with pytest.raises(DefinitionError, match=r"displacement\[4\] is nan"):
        integrate(pin.SE3.Identity(), [0, 0, 0, 0, np.nan, 0])
    with pytest.raises(DefinitionError, match="fraction"):
        interpolate(pin.SE3.Identity(), pin.SE3.Identity(), 2.0)
