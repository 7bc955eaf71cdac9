from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from poise.experiment import Limits, Threshold, judge, three_pushes
from poise.report import verdict
from poise.report.verdict import push_origin, pushes_in_words
from poise.sim import Push
from standing_records import arm_record, fallen_record, slipping_record, standing_record


def said(record):
    return verdict(record, judge(record))


def test_success_names_duration_and_pushes():
    assert said(standing_record()) == "Stilts stood for 10 s and survived three pushes of 6 N·s"


def test_a_run_without_pushes_survived_none():
    assert said(standing_record(impulse=0.0)) == "Stilts stood for 10 s"


def test_a_fixed_base_runs_and_does_not_stand_or_fall():
    assert said(arm_record()) == "Crane ran for 10 s"
    apart = replace(arm_record(), fell_at=2.0)
    assert said(apart) == "Crane came apart at 2.0 s"


def test_an_arm_off_its_path_is_named_with_its_limit():
    record = replace(arm_record(), limits=Limits(tracking={"hand": 0.001}))
    assert said(record) == (
        "Crane ran for 10 s, but hand tracking RMS was 2 mm (below 1 mm is asked for)"
    )


def test_a_fall_is_said_with_its_time_and_the_push_before_it():
    assert said(fallen_record()) == (
        "Stilts fell at 3.1 s, 0.6 s after the push of 40 N·s from the front began"
    )


def test_a_fall_long_after_a_push_or_before_any_is_not_blamed_on_one():
    fallen = fallen_record()
    assert said(replace(fallen, fell_at=1.0)) == "Stilts fell at 1.0 s"
    assert said(replace(fallen, fell_at=4.8)) == "Stilts fell at 4.8 s"


def test_a_broken_threshold_is_named_with_value_and_limit():
    assert said(slipping_record()) == (
        "Stilts stood for 10 s and survived three pushes of 6 N·s, "
        "but largest foot slip was 12.5 mm (below 10 mm is asked for)"
    )


def test_several_broken_thresholds_are_all_named():
    broken = [Threshold("a", 2.0, 1.0, "mm", "<"), Threshold("b", 3.0, 0.0, "", "=")]
    sentence = verdict(standing_record(), broken)
    assert "a was 2 mm (below 1 mm is asked for) and b was 3 (exactly 0 is asked for)" in sentence


def test_pushes_of_different_strength_give_a_range():
    weak, strong = Push(np.array([1.0, 0, 0]), 1.0), Push(np.array([0, -4.0, 3.0]), 2.0)
    assert pushes_in_words([weak]) == "one push of 1 N·s"
    assert pushes_in_words([weak, strong]) == "two pushes of 1 to 5 N·s"


@pytest.mark.parametrize(
    ("mirrored", "origins"),
    [
        (False, ["the front", "the right", "the back"]),
        (True, ["the back", "the left", "the front"]),
    ],
)
def test_a_push_comes_from_where_it_does_not_point(mirrored, origins):
    pushes = three_pushes(5.0, 10.0, mirrored=mirrored)
    assert [push_origin(push) for push in pushes] == origins
