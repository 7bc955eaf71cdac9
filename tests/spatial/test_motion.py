"""Twists, wrenches and accelerations against Pinocchio's actions and finite differences."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given
from hypothesis import strategies as st

from poise.spatial import (
    change_axes,
    classical_acceleration,
    pose_from_vector,
    shift_classical_acceleration,
    shift_twist,
    shift_wrench,
    spatial_acceleration,
    transform_twist,
    transform_wrench,
    twist_adjoint,
    wrench_adjoint,
)

ROUNDING = 1e-12  # products of three numbers of size 10
six = st.tuples(*[st.floats(-10, 10)] * 6).map(np.array)
poses = st.tuples(*[st.floats(-3, 3)] * 6).map(pose_from_vector)


@given(poses, six)
def test_transport_agrees_with_pinocchio(T_a_b, vector):
    np.testing.assert_allclose(
        transform_twist(T_a_b, vector), T_a_b.act(pin.Motion(vector)).vector, atol=ROUNDING
    )
    np.testing.assert_allclose(
        transform_wrench(T_a_b, vector), T_a_b.act(pin.Force(vector)).vector, atol=ROUNDING
    )


@given(poses, six, six)
def test_power_is_the_same_in_every_frame(T_a_b, twist, wrench):
    transported = transform_wrench(T_a_b, wrench) @ transform_twist(T_a_b, twist)
    np.testing.assert_allclose(transported, wrench @ twist, atol=1e-10)


@given(six, six, st.tuples(*[st.floats(-3, 3)] * 3).map(np.array))
def test_power_is_the_same_at_every_point(twist, wrench, displacement):
    shifted = shift_wrench(wrench, displacement) @ shift_twist(twist, displacement)
    np.testing.assert_allclose(shifted, wrench @ twist, atol=1e-10)


@given(poses, six)
def test_transport_is_a_shift_and_a_turn(T_a_b, vector):
    # The origin of a, seen from b's origin in b's axes.
    displacement = -T_a_b.rotation.T @ T_a_b.translation
    for transform, shift in ((transform_twist, shift_twist), (transform_wrench, shift_wrench)):
        np.testing.assert_allclose(
            transform(T_a_b, vector),
            change_axes(T_a_b.rotation, shift(vector, displacement)),
            atol=ROUNDING,
        )


@given(poses, poses)
def test_adjoints_compose_like_poses(T_a_b, T_b_c):
    for adjoint in (twist_adjoint, wrench_adjoint):
        np.testing.assert_allclose(
            adjoint(T_a_b * T_b_c), adjoint(T_a_b) @ adjoint(T_b_c), atol=ROUNDING
        )
    np.testing.assert_allclose(
        wrench_adjoint(T_a_b), np.linalg.inv(twist_adjoint(T_a_b)).T, atol=ROUNDING
    )


def test_adjoints_are_linear_first():
    T_a_b = pin.SE3(np.eye(3), np.array([0.0, 0.0, 2.0]))
    # Turning about x at a point 2 m up: the origin below moves along +y.
    np.testing.assert_allclose(transform_twist(T_a_b, np.eye(6)[3]), [0, 2, 0, 1, 0, 0])
    # A force along x, 2 m up, has a moment about +y.
    np.testing.assert_allclose(transform_wrench(T_a_b, np.eye(6)[0]), [1, 0, 0, 0, 2, 0])


def test_shift_knows_lever_arms():
    spin = np.array([0.0, 0, 0, 0, 0, 3])
    np.testing.assert_allclose(shift_twist(spin, np.array([2.0, 0, 0])), [0, 6, 0, 0, 0, 3])
    pull = np.array([0.0, 5, 0, 0, 0, 0])
    np.testing.assert_allclose(shift_wrench(pull, np.array([2.0, 0, 0])), [0, 5, 0, 0, 0, -10])


@pytest.mark.parametrize(
    "function", [shift_twist, shift_wrench, change_axes, classical_acceleration]
)
def test_arguments_are_not_changed(function):
    first, second = np.arange(6.0), np.arange(6.0) + 3
    if function is change_axes:
        function(np.eye(3), second)[:] = 9
    elif function is classical_acceleration:
        function(first, second)[:] = 9
    else:
        function(second, first[:3])[:] = 9
    np.testing.assert_array_equal(first, np.arange(6.0))
    np.testing.assert_array_equal(second, np.arange(6.0) + 3)


def _falling_turning_body(t: float) -> pin.SE3:
    """A smooth motion without symmetry."""
    turn = np.array([0.3 * np.sin(t), 0.5 * t * t, 0.7 * np.cos(2 * t)])
    return pin.SE3(pin.exp3(turn), np.array([t**3, np.sin(3 * t), 0.2 * t]))


def _rates(t: float, h: float = 1e-4) -> tuple[np.ndarray, np.ndarray]:
    """Twist and classical acceleration in world axes at the body's origin, by differences."""

    def twist(s: float) -> np.ndarray:
        ahead, behind = _falling_turning_body(s + h), _falling_turning_body(s - h)
        linear = (ahead.translation - behind.translation) / (2 * h)
        return np.hstack((linear, pin.log3(ahead.rotation @ behind.rotation.T) / (2 * h)))

    return twist(t), (twist(t + h) - twist(t - h)) / (2 * h)


def test_classical_acceleration_at_a_point_is_its_second_derivative():
    t, h, point = 0.4, 1e-3, np.array([0.3, -0.5, 0.8])  # point fixed in the body
    positions = [_falling_turning_body(s).act(point) for s in (t - h, t, t + h)]
    second = (positions[0] - 2 * positions[1] + positions[2]) / h**2
    twist, classical = _rates(t)
    lever = _falling_turning_body(t).rotation @ point
    at_point = shift_classical_acceleration(classical, twist, lever)
    # Both sides are differences: truncation h² ~ 1e-6 times fourth derivatives ~ 10.
    np.testing.assert_allclose(at_point[:3], second, atol=1e-4)
    np.testing.assert_array_equal(at_point[3:], classical[3:])


def test_spatial_acceleration_shifts_like_a_twist():
    # Spatial acceleration is the derivative of a twist's coordinates at a point fixed in space,
    # so it is transported by the twist's own adjoint; the classical one is not.
    twist, classical = _rates(0.4)
    lever = np.array([0.3, -0.5, 0.8])
    shifted_twist = shift_twist(twist, lever)
    spatial = shift_twist(spatial_acceleration(classical, twist), lever)
    np.testing.assert_allclose(
        classical_acceleration(spatial, shifted_twist),
        shift_classical_acceleration(classical, twist, lever),
        atol=ROUNDING,
    )


def test_classical_acceleration_agrees_with_pinocchio(rng):
    model = pin.buildSampleModelHumanoidRandom()
    data = model.createData()
    q = pin.integrate(model, pin.neutral(model), rng.normal(size=model.nv))
    v, a = rng.normal(size=(2, model.nv))
    pin.forwardKinematics(model, data, q, v, a)
    joint = model.njoints - 1
    for axes in (pin.LOCAL, pin.LOCAL_WORLD_ALIGNED):
        ours = classical_acceleration(
            pin.getAcceleration(model, data, joint, axes).vector,
            pin.getVelocity(model, data, joint, axes).vector,
        )
        theirs = pin.getClassicalAcceleration(model, data, joint, axes).vector
        np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=ROUNDING)


@given(six, six)
def test_spatial_undoes_classical(acceleration, twist):
    np.testing.assert_allclose(
        spatial_acceleration(classical_acceleration(acceleration, twist), twist),
        acceleration,
        atol=ROUNDING,
    )


def test_steady_turn_has_centripetal_acceleration_at_a_distance():
    turning = np.array([0.0, 0, 0, 0, 0, 2.0])
    at_rest = np.zeros(6)
    shifted = shift_classical_acceleration(at_rest, turning, np.array([0.5, 0, 0]))
    np.testing.assert_allclose(shifted, [-2.0, 0, 0, 0, 0, 0])
