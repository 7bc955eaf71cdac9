from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from poise.experiment import Threshold, judge
from poise.report import rows, summarise, threshold_rows
from poise.report.rows import duration, millimetres
from standing_records import (
    arm_record,
    pressing_record,
    quadruped_record,
    slipping_record,
    standing_record,
)


def by_label(record):
    return {row.label: row for row in rows(summarise(record))}


def test_every_figure_that_was_asked_for_has_a_row():
    table = by_label(standing_record())
    assert table["Hand off its path"].value == "2 mm RMS"
    assert table["left_foot"].value == "4 mm slip"
    assert table["left_foot"].note.startswith("cone reserve at least 10 % (10 N at 2.80 s)")
    assert table["Torque nearest its limit"].value == "50 % of it"
    assert "knee_joint at 2.80 s" in table["Torque nearest its limit"].note
    assert table["Position nearest its limit"].value == "0.6 rad left"
    assert "p99" in table["Controller tick"].note
    assert table["Not solved"].value == "0 of 10000"
    assert table["Damping and friction"].note
    assert table["Simulator"].value == "mujoco"


def test_no_hand_gives_no_hand_row():
    assert "Hand off its path" not in by_label(quadruped_record())


def test_each_kind_of_task_is_told_in_its_unit():
    table = by_label(standing_record())
    assert table["Centre of mass off its target"].note == (
        "outside the second after a push; 5.2 mm overall, at most 20 mm at 2.80 s; "
        "0.173 m/s² RMS from the acceleration asked for"
    )
    assert "turned by 0.00° RMS" in table["Hand off its path"].note
    arm = by_label(arm_record())["Posture off its target"]
    assert (arm.value, arm.note) == (
        "2.00° RMS",
        "at most 2.00° at 0.00 s; 5.73°/s² RMS from the acceleration asked for",
    )
    load = by_label(pressing_record())["Load off its target"]
    assert load.value == "1 N RMS"
    assert "asked for" not in load.note


def test_a_force_that_is_not_always_known_is_not_a_number():
    record = pressing_record()
    record.task("load").error[3] = np.nan
    row = by_label(record)["Load off its target"]
    assert (row.value, row.note) == ("—", "not known: some ticks were not solved")


def test_sliding_joints_are_told_in_metres():
    table = by_label(replace(standing_record(), joint_units=("m",) * 4))
    assert table["Position nearest its limit"].value == "0.6 m left"
    assert table["Torque nearest its limit"].note.endswith("margin 69 N")
    assert table["Speed nearest its limit"].note.endswith("m/s")


def test_a_fixed_base_has_no_tilt_and_no_contacts():
    groups = {row.group for row in rows(summarise(arm_record()))}
    assert groups == {"Tasks", "Joints", "Ticks", "Set-up"}


def test_failures_are_told_with_their_counts():
    record = standing_record()
    solved = record.solved.copy()
    solved[:3] = False
    row = by_label(replace(record, solved=solved, statuses={"No point fits.": 3}))["Not solved"]
    assert (row.value, row.note) == ("3 of 10000", "3 × No point fits.")


def test_slack_is_told_only_where_it_was_used():
    record = standing_record()
    assert "slack" not in by_label(record)["left_foot"].note
    used = by_label(replace(record, slack=np.full_like(record.slack, 2.5)))
    assert "cone slack up to 2.5 N" in used["left_foot"].note


def test_a_threshold_is_marked_by_sign_and_word():
    held, broken = (
        threshold_rows(judge(standing_record())),
        threshold_rows(judge(slipping_record())),
    )
    assert {row.mark for row in held} == {"✓ held"}
    assert [row.name for row in broken if row.mark == "✗ broken"] == ["Largest foot slip"]


@pytest.mark.parametrize(
    ("value", "shown"), [(12.345, "12.3 mm"), (10.0001, "10.0001 mm"), (9.99999, "9.99999 mm")]
)
def test_rounding_never_makes_a_value_look_like_the_other_verdict(value, shown):
    (row,) = threshold_rows([Threshold("slip", value, 10.0, "mm", "<")])
    assert row.value == shown


def test_lengths_and_times_choose_their_unit():
    assert [millimetres(0.0123456), millimetres(0.5)] == ["12.3 mm", "500 mm"]
    assert [duration(412.4e-6), duration(13.94e-3)] == ["412 µs", "13.9 ms"]
