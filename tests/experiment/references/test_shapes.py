"""Where references lead: circles, lines, figures and set-points against their definitions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest
from scipy.spatial.transform import Rotation, Slerp

from experiment.references.situations import JOINTS, PLACE, TURN, follow, rates
from poise.experiment.references import (
    Circle,
    Figure,
    JointSinusoid,
    Line,
    SetPoint,
    SetPoints,
    Sinusoid,
    Sway,
)
from poise.spatial import rotation_from_axis_angle

SHIFT = np.array([0.05, 0.03, 0.04])
OTHER = pin.SE3(rotation_from_axis_angle(np.array([0.8, -0.9, 0.3])) @ TURN, PLACE + SHIFT)


def offsets(reference, times):
    target = follow(reference, "position")
    return np.array([target(time).value for time in times]) - PLACE


def test_a_circle_goes_through_the_start_by_the_right_hand_at_constant_speed():
    normal, towards = np.array([1.0, 2.0, -1.0]), np.array([0.3, 0.0, 1.0])
    target = follow(Circle(0.2, 3.0, normal, towards, start=0.5, fade=1.0), "position")
    axis = normal / np.linalg.norm(normal)
    inwards = towards - axis * (axis @ towards)
    centre = PLACE + 0.2 * inwards / np.linalg.norm(inwards)
    assert np.linalg.norm(PLACE - centre) == pytest.approx(0.2)
    for time in (1.5, 2.0, 3.1, 5.7):
        out = target(time).value - centre
        assert np.linalg.norm(out) == pytest.approx(0.2)
        assert axis @ out == pytest.approx(0.0, abs=1e-12)
        # ω × r, by the right hand, at full speed once it is under way.
        full = 2.0 * np.pi / 3.0 * np.cross(axis, out)
        np.testing.assert_allclose(target(time).velocity, full, atol=1e-12)
    # Its speed fades in evenly, so half of the fade is lost: one round ends 0.5 s late.
    np.testing.assert_allclose(target(0.5 + 0.5 + 3.0).value, PLACE, atol=1e-12)


def test_lengths_of_directions_do_not_matter():
    one = Circle(0.1, normal=[0.0, 0.0, 1.0], towards=[1.0, 0.0, 0.0])
    other = Circle(0.1, normal=[0.0, 0.0, 1e200], towards=[1e-200, 0.0, 0.0])
    np.testing.assert_array_equal(offsets(one, [1.0, 3.0]), offsets(other, [1.0, 3.0]))


def test_a_line_ends_at_its_offset_and_may_come_back():
    np.testing.assert_allclose(offsets(Line(SHIFT, 1.0, 0.5), [1.5, 9.0]), [SHIFT, SHIFT])
    shares = np.array([0.0, 0.5, 1.0, 0.5, 0.0, 1.0])
    times = [0.5, 1.0, 1.5, 2.0, 2.5, 3.5]
    back = offsets(Line(SHIFT, 1.0, 0.5, back=True), times)
    np.testing.assert_allclose(back, shares[:, None] * SHIFT, atol=1e-12)


def test_a_line_is_the_one_of_minimum_jerk():
    """Its speed in the middle is 15/8 of the mean one."""
    target = follow(Line(SHIFT, 2.0, 0.0), "position")
    np.testing.assert_allclose(target(1.0).velocity, 15.0 / 8.0 * SHIFT / 2.0)
    np.testing.assert_allclose(target(1.0).acceleration, 0.0, atol=1e-15)


def test_a_figure_has_its_extents_and_stays_above_its_start():
    figure = Figure(SHIFT, period=3.0, start=0.5, fade=1.2)
    whole = offsets(figure, np.linspace(1.7, 4.7, 2001))
    np.testing.assert_allclose(np.ptp(whole, axis=0), 2.0 * SHIFT, rtol=1e-5)
    begun = offsets(figure, np.linspace(0.0, 10.0, 500))
    assert begun[:, 2].min() >= -1e-12
    assert (np.abs(begun).max(axis=0) <= SHIFT * [1.0, 1.0, 2.0] + 1e-12).all()


def test_sines_are_sines_once_they_have_faded_in():
    times = np.linspace(2.0, 5.0, 13)
    sine = np.sin(2.0 * np.pi / 1.7 * (times - 0.5))
    found = offsets(Sinusoid(SHIFT, 1.7, 0.5, 1.5), times)
    np.testing.assert_allclose(found, sine[:, None] * SHIFT, atol=1e-15)
    joints = follow(JointSinusoid({"bend": 0.2}, 1.7, 0.5, 1.5), "posture")
    bends = [joints(time).value - JOINTS for time in times]
    np.testing.assert_allclose(bends, sine[:, None] * [0.0, 0.0, 0.2], atol=1e-15)
    sway = follow(Sway(0.6, [0.0, 0.0, 3.0], 1.7, 0.5, 1.5), "orientation")
    for time, share in zip(times, sine, strict=True):
        turn = Rotation.from_euler("z", 0.6 * share).as_matrix()
        np.testing.assert_allclose(sway(time).value, turn @ TURN, atol=1e-14)


def test_set_points_are_hit_at_their_times_on_straight_ways_about_one_axis():
    start = pin.SE3(TURN, PLACE)
    points = SetPoints((SetPoint(0.5, OTHER, 1.5), SetPoint(2.5, start, 1.0)))
    target = follow(points, "pose")
    for time, value in ((0.5, start), (2.0, OTHER), (2.5, OTHER), (3.5, start), (9.0, start)):
        assert target(time).value.isApprox(value, 1e-12)
        assert not any(rate.any() for rate in rates(target(time)))
    slerp = Slerp([0.0, 1.0], Rotation.from_matrix([TURN, OTHER.rotation]))
    for time in (0.9, 1.25, 1.8):
        on_the_way = target(time).value
        share = (on_the_way.translation - PLACE) @ SHIFT / (SHIFT @ SHIFT)
        assert 0.0 < share < 1.0
        np.testing.assert_allclose(on_the_way.translation, PLACE + share * SHIFT)
        np.testing.assert_allclose(on_the_way.rotation, slerp(share).as_matrix(), atol=1e-12)
    assert share > 0.9  # most of it is done at 1.3 s of 1.5 s


def test_a_way_of_no_duration_is_a_jump():
    target = follow(SetPoints((SetPoint(1.0, PLACE + SHIFT, 0.0),)), "position")
    np.testing.assert_array_equal(target(1.0 - 1e-9).value, PLACE)
    np.testing.assert_array_equal(target(1.0).value, PLACE + SHIFT)
    assert not any(rate.any() for rate in rates(target(1.0)))


def test_what_a_set_point_leaves_out_stays():
    position = SetPoint(0.0, PLACE + SHIFT, 0.0)
    rotation = SetPoint(1.0, OTHER.rotation, 0.0)
    target = follow(SetPoints((position, rotation)), "pose")
    np.testing.assert_allclose(target(0.5).value.rotation, TURN, atol=1e-15)
    assert target(1.5).value.isApprox(OTHER, 1e-12)
    target = follow(SetPoints((replace(rotation, time=0.0), replace(position, time=1.0))), "pose")
    assert target(1.5).value.isApprox(OTHER, 1e-12)
    joints = SetPoints((SetPoint(0.0, {"bend": 1.0}, 0.0), SetPoint(1.0, {"spin": 0.7}, 0.0)))
    np.testing.assert_allclose(follow(joints, "posture")(2.0).value, [0.7, 0.1, 1.0])


def test_relative_set_points_count_from_the_first_value():
    turn = rotation_from_axis_angle(np.array([0.8, -0.9, 0.3]))
    for value, expected in ((pin.SE3(turn, SHIFT), OTHER), (SHIFT, pin.SE3(TURN, PLACE + SHIFT))):
        points = SetPoints((SetPoint(0.0, -SHIFT, 0.0), SetPoint(1.0, value, 0.0)), relative=True)
        assert follow(points, "pose")(2.0).value.isApprox(expected, 1e-12)
    turned = SetPoints((SetPoint(0.0, turn, 0.0),), relative=True)
    np.testing.assert_allclose(follow(turned, "orientation")(1.0).value, OTHER.rotation)
    joints = (SetPoint(0.0, {"bend": 1.0}, 0.0), SetPoint(1.0, {"bend": 0.2, "spin": 1.0}, 0.0))
    relative = follow(SetPoints(joints, relative=True), "posture")
    np.testing.assert_allclose(relative(2.0).value, [JOINTS[0] + 1.0, JOINTS[1], JOINTS[2] + 0.2])


def test_a_set_point_keeps_a_copy_of_its_value():
    value = PLACE.copy()
    point = SetPoint(0.0, value, 0.0)
    value[0] = 99.0
    np.testing.assert_array_equal(follow(SetPoints((point,)), "position")(1.0).value, PLACE)
