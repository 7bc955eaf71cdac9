"""The log of a run, read back by another reader."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from poise.errors import DefinitionError
from poise.report import write_log
from standing_records import arm_record, pressing_record, standing_record


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        head, *rows = list(csv.reader(file))
    return dict(zip(head, np.array(rows, dtype=float).T, strict=True))


def test_every_tick_is_there_with_its_unit(tmp_path):
    record = pressing_record()
    write_log(record, tmp_path / "log.csv")
    table = read(tmp_path / "log.csv")
    np.testing.assert_allclose(table["time [s]"], record.time, rtol=1e-8)
    np.testing.assert_allclose(table["knee_joint.torque [N·m, N]"], record.torque[:, 1], rtol=1e-8)
    hand = record.task("hand")
    np.testing.assert_allclose(table["hand.y.error [m]"], hand.error[:, 1], atol=1e-15, rtol=1e-8)
    np.testing.assert_allclose(table["hand.y.achieved [m/s²]"], hand.achieved[:, 1], rtol=1e-8)
    np.testing.assert_array_equal(table["load.fz.actual [N]"], 41.0)
    np.testing.assert_allclose(
        table["right_foot.fz.simulated [N]"], record.measured_wrench[:, 1, 2], rtol=1e-8
    )


def test_some_ticks_and_a_robot_without_contacts(tmp_path):
    record = arm_record()
    write_log(record, tmp_path / "log.csv", every=100)
    table = read(tmp_path / "log.csv")
    np.testing.assert_allclose(table["time [s]"], record.time[::100], rtol=1e-8)
    assert not any("foot" in name for name in table)


def test_what_there_was_not_is_nan(tmp_path):
    record = standing_record(duration=1.0)
    record.task("hand").achieved[3] = np.nan
    write_log(record, tmp_path / "log.csv")
    assert np.isnan(read(tmp_path / "log.csv")["hand.x.achieved [m/s²]"]).tolist().index(True) == 3


def test_wrong_use_is_answered(tmp_path):
    with pytest.raises(DefinitionError, match="every must be a whole number ≥ 1"):
        write_log(standing_record(duration=1.0), tmp_path / "log.csv", every=0)
    with pytest.raises(DefinitionError, match="no folder"):
        write_log(standing_record(duration=1.0), tmp_path / "absent" / "log.csv")
