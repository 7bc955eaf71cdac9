"""Motions in CSV files: what is read, and how faults are named."""

from __future__ import annotations

import numpy as np
import pytest

from poise.errors import DefinitionError
from poise.experiment.references import Recorded
from poise.experiment.references.motion_table import read_motion_table


@pytest.fixture
def path(tmp_path):
    return tmp_path / "way.csv"


def test_a_table_with_mark_spaces_and_blank_lines_is_read(path):
    path.write_bytes("\ufefftime, x ,y\r\n0, 1, 2\r\n\r\n 0.5,1e-1,-2\r\n".encode())
    table = read_motion_table(path)
    assert list(table) == ["time", "x", "y"]
    np.testing.assert_array_equal(table["x"], [1.0, 0.1])
    np.testing.assert_array_equal(table["time"], [0.0, 0.5])


def test_a_motion_comes_from_a_table(path):
    path.write_text("x,time\n5,0\n6,1\n")
    motion = Recorded.from_csv(path, relative=True)
    assert motion.relative
    assert motion.source == str(path)
    np.testing.assert_array_equal(motion.columns["x"], [5.0, 6.0])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "way.csv: the file is empty"),
        (b"time;x\n0;1\n", "way.csv:1: columns must be separated by commas"),
        (b"t,x\n0,1\n", "way.csv:1: the first line must name the columns, 'time'"),
        (b"time,x,x\n0,1,2\n", "way.csv:1: two columns are named 'x'"),
        (b"time,x\n0,1\n1\n", "way.csv:3: the line has 1 values for 2 columns"),
        (b"time,x\n0,1\n1,one\n", "way.csv:3: column 'x' must hold finite numbers, got 'one'"),
        (b"time,x\n0,nan\n", "way.csv:2: column 'x' must hold finite numbers, got 'nan'"),
        (b"time,x\n0,inf\n", "way.csv:2: column 'x'"),
        (b"time,x\n0,\n", "way.csv:2: column 'x' must hold finite numbers, got ''"),
        (b"\xff\xfe", "not UTF-8"),
        (b"time,,x\n0,1,2\n", "way.csv:1: column 2 has no name"),
        (b"time,x\n0,1\n,\n1,2\n", "way.csv:3: column 'time' must hold finite numbers, got ''"),
        (b"time,x\n0,1\n\n2,1\n1.5,2\n", "way.csv:5: column 'time' must grow.* 1.5 after 2"),
        (b"time,x\n0,1\n0,2\n", "way.csv:3: column 'time' must grow.* 0 after 0"),
        (b"time,x\n", "two lines of numbers or more"),
        (b"time,x\n0,1\n", "two lines of numbers or more"),
        (b"time,qx,qy,qz,qw\n0,0,0,0,1\n1,0,0,0,2\n", "way.csv: .*unit quaternion.* time 1 .* 2"),
        (b"time,x\n0," + b"9" * 200_000 + b"\n", "way.csv:2: no line of a CSV file"),
        (b'time,x\n0,"1\n2,3\n', "column 'x' must hold finite numbers"),
    ],
)
def test_faults_name_line_and_column(path, content, words):
    path.write_bytes(content)
    with pytest.raises(DefinitionError, match=words):
        Recorded.from_csv(path)


def test_missing_and_huge_files_are_answered(path, monkeypatch):
    with pytest.raises(DefinitionError, match="cannot be read: No such file"):
        read_motion_table(path)
    path.write_text("time,x\n0,1\n")
    monkeypatch.setattr("poise.experiment.references.motion_table.LARGEST_FILE", 5)
    with pytest.raises(DefinitionError, match="more than 5 bytes"):
        read_motion_table(path)
