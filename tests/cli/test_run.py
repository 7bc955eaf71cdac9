"""``poise run`` and ``poise validate``: what they print and how they end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from broken_files import BROKEN, FILE
from standing_records import fallen_record, slipping_record, standing_record

pytestmark = pytest.mark.requires("example-robot-data")


@pytest.fixture
def file(poise):
    """A file without faults, in the working folder."""
    path = Path("my.yaml")
    path.write_text(FILE)
    return path


@pytest.fixture
def asked(monkeypatch):
    """The experiments that were run; every run gives the same record."""

    class Asked(list):
        record = standing_record()

        def run(self, experiment, progress=None):
            self.append(experiment)
            return self.record

    found = Asked()
    monkeypatch.setattr("poise.experiment.run", found.run)
    return found


@pytest.mark.requires("matplotlib")
def test_a_file_is_run_and_its_outputs_are_written_and_named(poise, file, asked):
    result = poise("run", file)
    assert result.exit_code == 0
    assert "Stilts stood for 10 s" in result.stdout
    assert result.stdout.endswith("Report: report.html\nLog: ticks.csv\n")
    assert Path("report.html").read_text().startswith("<!DOCTYPE html>")
    assert Path("ticks.csv").read_text().startswith("time [s],solved")
    assert asked[0].robot.name == "go2"


@pytest.mark.parametrize(
    ("record", "status"), [(standing_record, 0), (fallen_record, 1), (slipping_record, 3)]
)
def test_exit_status_tells_what_happened(poise, file, asked, record, status):
    asked.record = record()
    assert poise("run", file, "-q", "--set", "outputs={}").exit_code == status


def test_settings_change_single_fields(poise, file, asked):
    settings = ("outputs={}", "duration=5 s", "backend", "tasks.com.weight=3")
    options = [part for s in settings if s != "backend" for part in ("--set", s)]
    assert poise("run", file, *options, "--set", "scene.backend=piqp").exit_code == 0
    (experiment,) = asked
    assert (experiment.duration, experiment.backend) == (5.0, "piqp")
    assert experiment.tasks[0].task.weights(experiment.robot).tolist() == [3.0, 3.0, 3.0]


def test_outputs_of_the_command_line_may_lie_anywhere(poise, file, asked, tmp_path):
    path = tmp_path / "elsewhere.csv"
    result = poise("run", file, "--set", "outputs={}", "--set", f"outputs.log={path}")
    assert result.exit_code == 0
    assert path.is_file()


def test_validate_says_what_the_file_is_about(poise, file):
    result = poise("validate", file)
    assert result.exit_code == 0
    assert result.stdout.startswith("my.yaml: no faults. Unitree Go2: tasks com, trunk, posture")
    assert poise("validate", file, "-q").stdout == ""
    told = json.loads(poise("validate", file, "--json").stdout)
    assert told == {"file": "my.yaml", "valid": True, "problems": []}


@pytest.mark.parametrize("command", ["run", "validate"])
@pytest.mark.parametrize("broken", BROKEN[::9], ids=lambda broken: broken.fault)
def test_a_fault_is_one_message_and_never_a_traceback(poise, asked, command, broken):
    Path("my.yaml").write_text(broken.text)
    result = poise(command, "my.yaml")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"poise: my.yaml:{broken.line}:")
    assert "Traceback" not in result.stderr
    assert asked == []


def test_faults_are_told_to_programs_too(poise, file):
    file.write_text(FILE.replace("weight: 10", "weight: heavy"))
    result = poise("validate", file, "--json")
    assert result.exit_code == 2
    (problem,) = json.loads(result.stdout)["problems"]
    assert (problem["line"], problem["column"], problem["field"]) == (11, 13, "tasks.com.weight")
    assert "must be a number" in problem["message"]


def test_the_schema_is_printed(poise):
    result = poise("validate", "--schema")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["title"] == "poise experiment"


def test_a_file_that_is_not_there_is_answered(poise):
    result = poise("run", "absent.yaml")
    assert result.exit_code == 2
    assert "absent.yaml: the file cannot be read: No such file" in result.stderr
