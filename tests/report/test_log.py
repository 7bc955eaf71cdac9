"""The log of a run, read back by another reader."""

from __future__ import annotations

import csv
from dataclasses import replace

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
    np.testing.assert_allclose(table["knee_joint.torque [N·m]"], record.torque[:, 1], rtol=1e-8)
    hand = record.task("hand")
    np.testing.assert_allclose(table["hand.y.error [m]"], hand.error[:, 1], atol=1e-15, rtol=1e-8)
    np.testing.assert_allclose(table["hand.y.achieved [m/s²]"], hand.achieved[:, 1], rtol=1e-8)
    np.testing.assert_array_equal(table["load.fz.actual [N]"], 41.0)
    np.testing.assert_allclose(table["right_foot.fz [N]"], record.wrench[:, 1, 2], rtol=1e-8)
    simulated = table["right_foot.fz.simulated [N]"]
    np.testing.assert_allclose(simulated[1:], record.measured_wrench[1:, 1, 2], rtol=1e-8)
    assert np.isnan(simulated[0])  # the simulator had not stepped yet
    assert (table["solved"] == 1.0).all()


def test_some_ticks_and_a_robot_without_contacts(tmp_path):
    record = arm_record()
    write_log(record, tmp_path / "log.csv", every=100)
    table = read(tmp_path / "log.csv")
    np.testing.assert_allclose(table["time [s]"], record.time[::100], rtol=1e-8)
    assert not any("foot" in name for name in table)


def test_what_there_was_not_is_nan(tmp_path):
    record = standing_record(duration=1.0)
    record.task("hand").achieved[3] = np.nan
    record.solved[3] = False
    write_log(record, tmp_path / "log.csv")
    table = read(tmp_path / "log.csv")
    for name in ("hand.x.achieved [m/s²]", "left_foot.mx [N·m]"):
        assert np.flatnonzero(np.isnan(table[name])).tolist() == [3]
    assert np.flatnonzero(table["solved"] == 0.0).tolist() == [3]


def test_sliding_joints_have_their_units(tmp_path):
    record = replace(standing_record(duration=1.0), joint_units=("rad", "m", "rad", "rad"))
    write_log(record, tmp_path / "log.csv")
    names = {"knee_joint.position [m]", "knee_joint.velocity [m/s]", "knee_joint.torque [N]"}
    assert names <= set(read(tmp_path / "log.csv"))


def test_a_reader_that_knows_no_quotes_reads_it(tmp_path):
    record = standing_record(duration=1.0)
    write_log(record, tmp_path / "log.csv", every=7)
    table = np.genfromtxt(tmp_path / "log.csv", delimiter=",", names=True, encoding="utf-8")
    assert table.shape == (143,)  # of 1000 ticks the first and each seventh after it
    names = {"hand.z.target [m]", "hip_joint.position [rad]", "left_foot.fz [N]"}
    assert names <= set((tmp_path / "log.csv").read_text().splitlines()[0].split(","))


def test_the_log_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "log.csv"
    path.write_text("before")
    monkeypatch.setattr("pathlib.Path.replace", _full)
    with pytest.raises(DefinitionError, match=r"log\.csv cannot be written: No space"):
        write_log(standing_record(duration=1.0), path)
    assert path.read_text() == "before"
    assert [file.name for file in tmp_path.iterdir()] == ["log.csv"]


def _full(*_):
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("every", [0, -1, 2.5, "2"])
def test_wrong_use_is_answered(tmp_path, every):
    with pytest.raises(DefinitionError, match="every must be a whole number ≥ 1"):
        write_log(standing_record(duration=1.0), tmp_path / "log.csv", every=every)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_answered(tmp_path):
    with pytest.raises(DefinitionError, match="no folder"):
        write_log(standing_record(duration=1.0), tmp_path / "absent" / "log.csv")
