"""The figures of a run against numbers worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from poise.report import summarise
from poise.report.summary import limit_shares
from standing_records import (
    CONTACTS,
    arm_record,
    pressing_record,
    quadruped_record,
    standing_record,
)


@pytest.fixture(scope="module")
def record():
    return standing_record()


def test_joint_nearest_its_torque_limit_is_found_with_its_margin(record):
    torque = summarise(record).torque
    # At the top of a bump the knee has −40 − 30 = −70 of 139 N·m: 50 %. The hip: 25 of 88, 28 %.
    assert torque.joint == "knee_joint"
    assert torque.value == pytest.approx(-70.0, abs=1e-9)
    assert torque.limit == 139.0
    assert torque.margin == pytest.approx(69.0, abs=1e-9)
    assert torque.time == pytest.approx(2.8, abs=1e-9)  # half of 0.6 s after the push at 2.5 s


def test_a_joint_without_limit_is_never_the_worst(record):
    torque = record.torque.copy()
    torque[:, 3] = 1e6
    assert summarise(replace(record, torque=torque)).torque.joint == "knee_joint"
    unlimited = replace(record, torque_limit=np.full(4, np.inf))
    assert summarise(unlimited).torque is None


def test_a_torque_beyond_its_limit_has_a_negative_margin(record):
    torque = record.torque.copy()
    torque[1234, 0] = -90.0
    peak = summarise(replace(record, torque=torque)).torque
    assert (peak.joint, peak.value, peak.margin) == ("hip_joint", -90.0, -2.0)
    assert peak.time == pytest.approx(1.234)


def test_nearest_position_limit_is_the_smallest_distance_to_either_side(record):
    # Hip 2.2 rad, knee 0.7 (to −0.1), ankle 0.6 (−0.3 to −0.9): the ankle's lower limit.
    position = summarise(record).position
    assert (position.joint, position.limit) == ("ankle_joint", -0.9)
    assert position.margin == pytest.approx(0.6)


def test_fastest_joint_is_judged_against_its_own_limit(record):
    speed = np.zeros_like(record.joint_velocity)
    speed[500, 0], speed[700, 2] = 16.0, -37.0 / 4.0  # 50 % of 32, 25 % of 37
    peak = summarise(replace(record, joint_velocity=speed)).speed
    assert (peak.joint, peak.value, peak.margin) == ("hip_joint", 16.0, 16.0)


def test_cone_reserve_and_slip_belong_to_their_contact(record):
    left, right = summarise(record).contacts
    assert (left.contact, right.contact) == CONTACTS
    assert left.smallest_reserve == pytest.approx(0.1)
    assert left.margin == pytest.approx(10.0)
    assert left.time == pytest.approx(2.8)
    assert right.smallest_reserve == pytest.approx(0.3)
    assert left.slip == pytest.approx(0.004, rel=1e-3)  # the last tick is 1 ms before the end
    assert right.slip == pytest.approx(0.002, rel=1e-3)
    # A sine of amplitude 1 N over two and a half rounds has an RMS of 1/√2 N.
    assert left.normal_force_rms == pytest.approx(np.sqrt(0.5), rel=1e-3)


def test_ticks_that_were_not_solved_do_not_count_for_the_cones(record):
    solved, reserve = record.solved.copy(), record.cone_reserve.copy()
    solved[100], reserve[100] = False, 0.0
    summary = summarise(
        replace(record, solved=solved, cone_reserve=reserve, statuses={"No point fits.": 1})
    )
    assert summary.contacts[0].smallest_reserve == pytest.approx(0.1)
    assert summary.ticks_not_solved == 1
    assert summary.failures == {"No point fits.": 1}


def test_nothing_solved_gives_no_reserve_instead_of_a_number(record):
    nothing = summarise(replace(record, solved=np.zeros_like(record.solved)))
    assert np.isnan(nothing.contacts[0].smallest_reserve)
    assert nothing.ticks_not_solved == record.time.size


def test_hand_is_judged_outside_the_second_after_a_push(record):
    _, hand = summarise(record).tasks
    assert (hand.task, hand.unit, hand.moves) == ("hand", "m", True)
    assert hand.rms_calm == pytest.approx(0.002, rel=1e-9)
    assert hand.largest == pytest.approx(0.022, rel=1e-9)
    assert hand.largest_at == pytest.approx(2.8)
    # Mean square: 2² + 2·2·20·m₁ + 20²·m₂ with the means of the bumps, sin² over 0.6 s three
    # times in 10 s: m₁ = 0.09 and of its square m₂ = 0.0675 mm².
    assert hand.rms * 1e3 == pytest.approx(np.sqrt(4.0 + 80.0 * 0.09 + 400.0 * 0.0675), rel=1e-4)
    assert hand.turn_rms == 0.0
    # 0.1 m/s² along each axis of the position; the rotation, 0.1 rad/s², is another quantity.
    assert hand.missed_rms == pytest.approx(0.1 * np.sqrt(3.0))


def test_a_turned_hand_has_its_angle(record):
    hand = record.task("hand")
    error = np.array(hand.error)
    error[:, 3:] = np.radians([0.0, 3.0, 4.0])
    turned = replace(record, tasks=(replace(hand, error=error),))
    (tracking,) = summarise(turned).tasks
    assert np.degrees(tracking.turn_rms) == pytest.approx(5.0)
    assert tracking.rms_calm == pytest.approx(0.002)


def test_what_was_asked_for_is_compared_at_solved_ticks(record):
    com = record.task("com")
    achieved = com.reference + np.array([0.3, 0.0, 0.4])
    achieved[7] = np.nan
    solved = np.arange(record.time.size) != 7
    missing = replace(record, tasks=(replace(com, achieved=achieved),), solved=solved)
    assert summarise(missing).tasks[0].missed_rms == pytest.approx(0.5)


def test_a_run_without_hand_has_no_hand_figures():
    assert [tracking.task for tracking in summarise(quadruped_record()).tasks] == ["com"]


def test_joints_are_judged_by_the_worst_of_them_and_a_fixed_base_has_no_tilt():
    summary = summarise(arm_record())
    _, posture = summary.tasks
    assert (posture.unit, posture.turn_rms) == ("rad", None)
    assert np.degrees(posture.rms) == pytest.approx(2.0)
    assert posture.missed_rms == pytest.approx(0.1)  # of the worst joint
    assert summary.tilt_at_end is None
    assert summary.contacts == ()


def test_a_force_is_judged_in_newtons_where_it_is_known():
    record = pressing_record()
    load = summarise(record).tasks[-1]
    assert (load.unit, load.rms) == ("N", pytest.approx(1.0))
    record.task("load").error[5:8] = np.nan
    record.task("load").error[9] = [0.0, 0.0, -4.0]
    load = summarise(record).tasks[-1]
    assert np.isnan(load.rms)
    assert (load.largest, load.largest_at) == (4.0, pytest.approx(0.009))


def test_times_are_median_and_99th_percentile(record):
    tick = np.linspace(0.0, 1.0, record.time.size) * 1e-3
    tick[-5:] = 7e-3
    summary = summarise(replace(record, tick_time=tick))
    assert summary.tick.median == pytest.approx(0.5e-3, rel=1e-3)
    assert summary.tick.p99 == pytest.approx(0.99e-3, rel=1e-3)
    assert summary.tick.worst == 7e-3
    assert summary.ticks_late == 5


def test_tilt_is_given_at_the_end_and_at_its_largest(record):
    summary = summarise(record)
    assert np.degrees(summary.tilt_at_end) == pytest.approx(0.1)
    assert np.degrees(summary.largest_tilt) == pytest.approx(2.1)


def test_shares_of_limits_ignore_signs_and_absent_limits():
    shares = limit_shares(np.array([[-5.0, 3.0, 1.0]]), np.array([10.0, np.inf, 0.0]))
    assert shares.tolist() == [[0.5, 0.0, 0.0]]
