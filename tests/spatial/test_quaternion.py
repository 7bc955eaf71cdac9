"""Quaternions against SciPy and Pinocchio; the order is what the name says."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from poise.errors import DefinitionError, ShapeError
from poise.spatial import (
    quat_wxyz_from_rotation,
    quat_xyzw_from_rotation,
    rotation_from_quat_wxyz,
    rotation_from_quat_xyzw,
)

ROUNDING = 2e-15
quaternions = (
    st.tuples(*[st.floats(-1, 1)] * 4)
    .map(np.array)
    .filter(lambda q: np.linalg.norm(q) > 1e-3)
    .map(lambda q: q / np.linalg.norm(q))
)


@given(quaternions)
def test_quaternions_agree_with_scipy_and_pinocchio(quat_xyzw):
    rotation = rotation_from_quat_xyzw(quat_xyzw)
    theirs = Rotation.from_quat(quat_xyzw)
    np.testing.assert_allclose(rotation, theirs.as_matrix(), atol=ROUNDING)
    ours = quat_xyzw_from_rotation(theirs.as_matrix())
    pinocchios = pin.Quaternion(theirs.as_matrix()).coeffs()
    assert min(np.abs(ours - pinocchios).max(), np.abs(ours + pinocchios).max()) < ROUNDING
    assert ours[3] >= 0
    np.testing.assert_allclose(np.linalg.norm(ours), 1, atol=ROUNDING)


@given(quaternions)
def test_orders_differ_by_place_of_w_only(quat_xyzw):
    rotation = rotation_from_quat_xyzw(quat_xyzw)
    np.testing.assert_array_equal(rotation_from_quat_wxyz(np.roll(quat_xyzw, 1)), rotation)
    np.testing.assert_array_equal(
        quat_wxyz_from_rotation(rotation), np.roll(quat_xyzw_from_rotation(rotation), 1)
    )


def test_quarter_turn_about_z_in_both_orders():
    rotation = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])
    half = np.sqrt(0.5)
    np.testing.assert_allclose(quat_xyzw_from_rotation(rotation), [0, 0, half, half])
    np.testing.assert_allclose(quat_wxyz_from_rotation(rotation), [half, 0, 0, half])
    np.testing.assert_allclose(rotation_from_quat_wxyz([half, 0, 0, half]), rotation, atol=ROUNDING)


@pytest.mark.parametrize("axis", [[-1, 0, 0], [0, -1, 0], [0, 0, -1], [-0.6, 0, 0.8]])
def test_half_turn_has_one_answer(axis):
    half_turn = 2 * np.outer(axis, axis) - np.eye(3)
    np.testing.assert_allclose(
        quat_xyzw_from_rotation(half_turn), [*(-np.array(axis)), 0], atol=ROUNDING
    )


@pytest.mark.parametrize("convert", [rotation_from_quat_xyzw, rotation_from_quat_wxyz])
def test_wrong_quaternions_are_refused(convert):
    with pytest.raises(DefinitionError, match="length 1"):
        convert([0.0, 0, 0, 0])
    with pytest.raises(DefinitionError, match="length 1"):
        convert([1.0, 0, 0, 0.1])
    with pytest.raises(ShapeError, match=r"\(4,\)"):
        convert([1.0, 0, 0])
