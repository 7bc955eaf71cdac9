"""Representations against SciPy, Pinocchio, known numbers and finite differences."""

from __future__ import annotations

from math import pi

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from poise.errors import DefinitionError, ShapeError
from poise.spatial import pose_from_vector, vector_from_pose
from poise.spatial.representations import (
    AxisAngle,
    CartesianPosition,
    CylindricalPosition,
    EulerYZPose,
    EulerZYZ,
    PolarAzimuth,
    PositionAndOrientation,
    QuaternionWXYZ,
    QuaternionXYZW,
    RollPitchYaw,
    ScaledAxisAngle,
    SphericalPosition,
)

QUARTER = pi / 4
PLACE = (1.0, 1.0, 2.0)
DEGREES = {"degrees": True}
FULL = [
    RollPitchYaw(), RollPitchYaw(**DEGREES), EulerZYZ(), EulerZYZ(**DEGREES), AxisAngle(),
    AxisAngle(**DEGREES), ScaledAxisAngle(), ScaledAxisAngle(**DEGREES), QuaternionXYZW(),
    QuaternionWXYZ(),
]  # fmt: skip
POSITIONS = [
    CartesianPosition(), CylindricalPosition(), CylindricalPosition(**DEGREES),
    SphericalPosition(), SphericalPosition(**DEGREES),
]  # fmt: skip
POSES = [
    PositionAndOrientation(),
    PositionAndOrientation(SphericalPosition(**DEGREES), QuaternionXYZW()),
    PositionAndOrientation(CylindricalPosition(), AxisAngle(**DEGREES)),
    EulerYZPose(), EulerYZPose(**DEGREES), EulerYZPose(SphericalPosition(**DEGREES)),
]  # fmt: skip
axis_angles = st.tuples(*[st.floats(-1.8, 1.8)] * 3).map(np.array)
places = st.tuples(*[st.floats(-3, 3)] * 3).map(np.array)


@pytest.mark.parametrize(
    ("orientation", "values"),
    [
        (AxisAngle(**DEGREES), (0, 0, 1, 45)), (ScaledAxisAngle(**DEGREES), (0, 0, 45)),
        (RollPitchYaw(**DEGREES), (0, 0, 45)), (EulerZYZ(**DEGREES), (45, 0, 0)),
        (AxisAngle(), (0, 0, 1, QUARTER)), (RollPitchYaw(), (0, 0, QUARTER)),
    ],
)  # fmt: skip
def test_quarter_of_half_turn_about_z(orientation, values):
    poses = PositionAndOrientation(orientation=orientation)
    expected = [*PLACE, 0, 0, QUARTER]
    there = vector_from_pose(poses.pose([*PLACE, *values]))
    np.testing.assert_allclose(there, expected, atol=1e-14)
    back = poses.values(pose_from_vector(expected))
    np.testing.assert_allclose(back, [*PLACE, *values], atol=1e-13)


def test_known_numbers_of_euler_yz_and_polar_azimuth():
    pose = EulerYZPose(**DEGREES).pose([*PLACE, 0, 0])
    np.testing.assert_allclose(vector_from_pose(pose), [*PLACE, 0, 0, QUARTER], atol=1e-14)
    np.testing.assert_allclose(EulerYZPose().values(pose), [*PLACE, 0, 0], atol=1e-14)
    polar = PolarAzimuth(**DEGREES)
    np.testing.assert_allclose(polar.rotation([45, 90]), pin.exp3(np.array([-QUARTER, 0, 0])),
                               atol=1e-15)  # fmt: skip
    diagonal = pin.exp3(np.array([np.sqrt(0.5), np.sqrt(0.5), 0]) * QUARTER)
    np.testing.assert_allclose(polar.values(diagonal), [45, -45], atol=1e-13)


@settings(max_examples=30)
@given(axis_angles)
def test_every_rotation_has_values_that_give_it_back(axis_angle):
    rotation = pin.exp3(axis_angle)
    for orientation in FULL:
        back = orientation.rotation(orientation.values(rotation))
        # Directions below 1e-14 are read as none.
        np.testing.assert_allclose(back, rotation, atol=3e-14)
    angles = EulerZYZ().values(rotation)
    scipy = Rotation.from_euler("ZYZ", angles).as_matrix()
    np.testing.assert_allclose(scipy, rotation, atol=3e-14)


@settings(max_examples=30)
@given(places)
def test_every_position_has_values_that_give_it_back(place):
    for position in POSITIONS:
        np.testing.assert_allclose(position.position(position.values(place)), place, atol=5e-15)


def regular(representation, rng):
    """Values, rates and second rates away from singularities, unit vectors kept."""
    values = rng.uniform(0.3, 0.9, representation.size) / representation._units
    rates, second = rng.uniform(-1, 1, (2, representation.size)) / representation._units
    rows = representation.constraints(values)
    if len(rows):
        kept = rows[0] != 0
        values[kept] /= np.linalg.norm(values[kept])
        unit = representation.constraints(values)[0]
        rates = rates - unit * (unit @ rates)
        second = second - unit * (unit @ second + (rates * kept) @ (rates * kept))
    return values, rates, second


def state(representation, values):
    """What is represented: position and rotation, whichever there is."""
    if isinstance(representation, (PositionAndOrientation, EulerYZPose)):
        pose = representation.pose(values)
        return pose.translation, pose.rotation
    if hasattr(representation, "position"):
        return representation.position(values), None
    return None, representation.rotation(values)


@pytest.mark.parametrize("representation", [*FULL, PolarAzimuth(), *POSITIONS, *POSES], ids=repr)
def test_velocities_and_accelerations_are_derivatives(representation, rng):
    values, rates, second = regular(representation, rng)

    def at(time):
        moved = values + time * rates + 0.5 * time**2 * second
        for row in representation.constraints(values):  # third order only
            kept = row != 0
            moved[kept] /= np.linalg.norm(moved[kept])
        return moved

    h = 1e-4  # central differences: h² ≈ 1e-8 against rounding 1e-16/h² ≈ 1e-8
    (p0, R0), (p1, R1), (p2, R2) = (state(representation, at(t)) for t in (-h, 0, h))
    velocity, acceleration = [], []
    if p0 is not None:
        velocity.append((p2 - p0) / (2 * h))
        acceleration.append((p2 - 2 * p1 + p0) / h**2)
    if R0 is not None:
        ahead, behind = pin.log3(R2 @ R1.T), pin.log3(R0 @ R1.T)
        velocity.append((ahead - behind) / (2 * h))
        acceleration.append((ahead + behind) / h**2)
    given = representation.velocity(values, rates)
    np.testing.assert_allclose(given, np.concatenate(velocity), atol=1e-6)
    bent = representation.acceleration(values, rates, second)
    np.testing.assert_allclose(bent, np.concatenate(acceleration), atol=1e-5)
    # Both maps back; conditions are below 1e3.
    np.testing.assert_allclose(representation.rates(values, given), rates, rtol=1e-9, atol=1e-9)
    back = representation.second_rates(values, rates, bent)
    np.testing.assert_allclose(back, second, rtol=1e-9, atol=1e-9)


def test_yaw_rate_turns_about_the_vertical():
    np.testing.assert_allclose(RollPitchYaw().velocity([0.3, 0.4, 0.5], [0, 0, 1]), [0, 0, 1])


def test_rotation_vector_rates_agree_with_pinocchio(rng):
    for length in (1e-9, 1e-3, 0.99, 1.01, 3.1):
        v = rng.normal(size=3)
        v *= length / np.linalg.norm(v)
        np.testing.assert_allclose(ScaledAxisAngle().rate_matrix(v), pin.Jexp3(v).T, atol=1e-12)


@pytest.mark.parametrize(
    ("representation", "values", "within", "outside"),
    [
        (RollPitchYaw(**DEGREES), [0, 90, 0], [0, 0, 1], [1, 0, 0]),
        (EulerZYZ(), [0.0, 0.0, 0.0], [0, 1, 1], [1, 0, 0]),
        (AxisAngle(), [0, 0, 1, 0], [0, 0, 1], [1, 0, 0]),
        (PolarAzimuth(), [0, 0], [0, 1, 0], [1, 0, 0]),
        (CylindricalPosition(), [0, 0, 1], [1, 0, 1], [0, 1, 0]),
        (SphericalPosition(), [1, 0, 0], [1, 0, 1], [0, 1, 0]),
    ],
    ids=repr,
)
def test_singularity_gives_smallest_rates_or_says_why_not(representation, values, within, outside):
    rates = representation.rates(values, within)
    np.testing.assert_allclose(representation.velocity(values, rates), within, atol=1e-12)
    with pytest.raises(DefinitionError, match=f"velocity .* {type(representation).__name__}"):
        representation.rates(values, outside)


def test_values_read_at_singularities():
    np.testing.assert_array_equal(AxisAngle().values(np.eye(3)), [0, 0, 1, 0])
    np.testing.assert_array_equal(PolarAzimuth().values(np.eye(3)), [0, 0])
    np.testing.assert_array_equal(EulerZYZ().values(np.diag([-1, 1, -1])), [0, pi, 0])
    np.testing.assert_array_equal(CylindricalPosition().values([-0.0, 0, 2]), [0, 0, 2])
    np.testing.assert_array_equal(SphericalPosition().values([-0.0, 0, -2]), [2, pi, 0])
    np.testing.assert_array_equal(SphericalPosition().values([0, 0, 0]), [0, 0, 0])
    upright = pin.SE3(np.eye(3), np.array([0.0, 0, 1]))
    np.testing.assert_array_equal(EulerYZPose().values(upright), [0, 0, 1, 0, 0])
    with pytest.raises(DefinitionError, match="off the z axis"):
        EulerYZPose().rates([0, 0, 1, 0, 0], np.zeros(6))


def test_what_a_representation_lacks_is_refused():
    with pytest.raises(DefinitionError, match="rotation must be about a horizontal axis"):
        PolarAzimuth().values(pin.exp3(np.array([0, 0, 0.1])))
    with pytest.raises(DefinitionError, match="pose must have its z axis"):
        EulerYZPose().values(pin.SE3(pin.exp3(np.array([0.1, 0, 0])), np.array([1.0, 0, 0])))
    with pytest.raises(ShapeError, match=r"values must have shape \(3,\)"):
        RollPitchYaw().rotation([0, 0])
    with pytest.raises(ShapeError, match="rates"):
        RollPitchYaw().velocity([0, 0, 0], [0])
    with pytest.raises(ShapeError, match="acceleration"):
        RollPitchYaw().second_rates([0, 0, 0], [0, 0, 0], [0])
    with pytest.raises(DefinitionError, match="values must have an axis of length 1"):
        AxisAngle().rotation([0, 0, 2, 1])
    with pytest.raises(DefinitionError, match="values must be a quaternion of length 1"):
        QuaternionXYZW().rotation([0, 0, 2, 1])
    with pytest.raises(DefinitionError, match="rates must keep the length"):
        QuaternionXYZW().velocity([0, 0, 0, 1], [0, 0, 0, 1])
    with pytest.raises(DefinitionError, match="distance"):
        CylindricalPosition().position([-1, 0, 0])


def test_an_axis_that_moves_without_an_angle_keeps_its_length():
    # Nothing turns: only the unit axis asks for anything.
    second = AxisAngle().second_rates([0, 0, 1, 0], [0.3, 0, 0, 0], [0, 0, 0])
    np.testing.assert_allclose(second, [0, 0, -0.09, 0], atol=1e-15)


def test_fast_turns_are_not_wrapped():
    fast = AxisAngle().velocity([0, 0, 1, 0.3], [0, 0, 0, 20])
    np.testing.assert_allclose(fast, [0, 0, 20], atol=1e-14)


def test_an_arm_bent_backwards_keeps_its_negative_angle():
    values = [0.4, -0.3, 0.2, -2.5, 0.7]
    there = EulerYZPose().pose(values)
    np.testing.assert_allclose(EulerYZPose().values(there), values, atol=1e-14)


def test_rates_at_a_singularity_are_the_smallest():
    shared = EulerZYZ().rates([0.4, 0, 0], [0, 0, 1])
    np.testing.assert_allclose(shared, [0.5, 0, 0.5], atol=1e-14)
