"""``poise demo``: exit statuses, output and usage errors; the run itself is a stand-in."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from poise.contact import PointContact, SurfaceContact
from poise.experiment import StateNoise
from standing_records import arm_record, fallen_record, slipping_record, standing_record


@pytest.fixture
def asked(monkeypatch):
    """The experiments that were run, and what the next run gives."""

    class Asked(list):
        record = standing_record()
        error = None

        def run(self, experiment, progress=None):
            self.append(experiment)
            assert progress is None  # nobody sits before a test
            if self.error is not None:
                raise self.error
            return self.record

    found = Asked()
    monkeypatch.setattr("poise.experiment.run", found.run)
    return found


@pytest.fixture
def own(urdf):
    """Options for the robot of the fixtures."""
    feet = ("--contact", "left_foot:0.2x0.1", "--contact", "right_foot:0.2x0.1")
    return ("demo", "--robot", urdf, *feet, "--no-report")


def hand_of(experiment):
    return next((m.task.frame for m in experiment.motions if m.task.name == "hand"), None)


@pytest.mark.parametrize(
    ("record", "status"),
    [(standing_record, 0), (fallen_record, 1), (slipping_record, 3)],
    ids=["held", "fell", "broken"],
)
@pytest.mark.parametrize("extra", [(), ("--json",), ("-q",)])
def test_exit_status_tells_what_happened(poise, own, asked, record, status, extra):
    asked.record = record()
    assert poise(*own, *extra).exit_code == status


def test_table_says_figures_thresholds_and_verdict(poise, own, asked):
    result = poise(*own)
    assert "the contacts fix 12 directions" in result.stderr  # that robot cannot move much
    for words in (
        "Hand off its path",
        "Torque nearest its limit",
        "knee_joint",
        "Controller tick",
        "Ticks not solved",
        "✓ held",
        "Damping and friction",
        "Stilts stood for 10 s and survived three pushes of 6 N·s.",
    ):
        assert words in result.stdout
    assert "Report:" not in result.stdout


def test_a_fall_is_said_plainly(poise, own, asked):
    asked.record = fallen_record()
    result = poise(*own)
    assert "Stilts fell at 3.1 s, 0.6 s after the push" in result.stdout
    assert "✗ broken" in result.stdout


def test_tables_fit_into_80_columns(poise, own, asked, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    table = [line for line in poise(*own).stdout.splitlines() if not line.startswith("Stilts")]
    assert max(len(line) for line in table) <= 80


def test_json_is_all_there_is_on_stdout(poise, own, asked):
    result = poise(*own, "--json")
    told = json.loads(result.stdout)
    assert told["verdict"].startswith("Stilts stood for 10 s")
    assert told["exit_status"] == 0
    assert {t["name"]: t["held"] for t in told["thresholds"]}["largest foot slip"] is True
    assert set(told["thresholds"][0]) == {"name", "value", "limit", "unit", "relation", "held"}
    assert told["figures"]["torque"]["joint"] == "knee_joint"
    assert told["figures"]["tick"]["p99"] > told["figures"]["tick"]["median"]
    assert told["files"] == {}


def test_json_has_no_nan_or_infinity(poise, own, asked):
    asked.record = standing_record()
    asked.record.solved[:] = False

    def refuse(name):
        raise AssertionError(name)

    told = json.loads(poise(*own, "--json").stdout, parse_constant=refuse)
    assert told["figures"]["contacts"][0]["smallest_reserve"] is None


def test_quiet_prints_nothing(poise, own, asked):
    result = poise(*own, "-q")
    assert (result.stdout, result.stderr) == ("", "")


@pytest.mark.requires("matplotlib")
def test_report_is_written_and_named(poise, own, asked):
    result = poise(*own[:-1], "--report", "my report.html")
    assert "Report: my report.html" in result.stdout
    text = Path("my report.html").read_text()
    assert "Stilts stood for 10 s" in text
    assert "Friction coefficient" in text


@pytest.mark.requires("matplotlib")
def test_a_report_that_cannot_be_written_stops_before_the_run(poise, own, asked):
    for path in ("absent/report.html", "."):
        result = poise(*own[:-1], "--report", path)
        assert result.exit_code == 2
        assert "cannot be written" in result.stderr
    assert asked == []


def test_missing_plotter_stops_before_the_run(poise, own, asked, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    result = poise(*own[:-1])
    assert result.exit_code == 2
    assert 'pip install "poise[report]"' in result.stderr
    assert asked == []


def test_options_reach_the_experiment(poise, own, asked):
    options = ("--sim", "soft", "--duration", "4", "--push", "2", "--noise", "--seed", "7")
    more = ("--backend", "piqp", "--hand", "trunk", "--friction", "0.8")
    assert poise(*own, *options, *more).exit_code != 2
    (experiment,) = asked
    assert (experiment.simulator, experiment.duration) == ("soft", 4.0)
    assert (experiment.backend, experiment.seed, hand_of(experiment)) == ("piqp", 7, "trunk")
    assert experiment.noise == StateNoise()
    assert [push.time for push in experiment.pushes] == [1.0, 2.0, 3.0]
    assert experiment.pushes[0].impulse.tolist() == [-2.0, 0.0, 0.0]
    assert [contact.friction for contact in experiment.contacts] == [0.8, 0.8]
    assert all(isinstance(contact, SurfaceContact) for contact in experiment.contacts)
    assert experiment.robot.floating_base


def test_defaults_of_an_own_robot(poise, own, asked):
    poise(*own)
    (experiment,) = asked
    assert (experiment.simulator, experiment.duration) == ("mujoco", 10.0)
    assert (experiment.noise, hand_of(experiment)) == (None, None)
    assert [contact.friction for contact in experiment.contacts] == [0.6, 0.6]
    # 0.15 m/s for 24 kg.
    assert np.linalg.norm(experiment.pushes[0].impulse) == pytest.approx(3.6)
    assert np.array_equal(experiment.stance, [0.0, 0.0])


def test_push_of_zero_is_no_push_and_mirror_turns_them_round(poise, own, asked):
    poise(*own, "--push", "0")
    poise(*own, "--push", "1", "--mirror")
    assert asked[0].pushes == ()
    assert asked[1].pushes[0].impulse.tolist() == [1.0, 0.0, 0.0]


def test_a_contact_without_size_is_a_point(poise, urdf, asked):
    poise("demo", "--robot", urdf, "--contact", "left_foot@0,0,-0.01", "--no-report")
    (contact,) = asked[0].contacts
    assert isinstance(contact, PointContact)


@pytest.mark.requires("example-robot-data")
@pytest.mark.parametrize(("name", "impulse"), [("g1", 6.0), ("talos", 15.0), ("go2", 3.0)])
def test_known_robots_bring_contacts_stance_hand_and_push(poise, asked, name, impulse):
    assert poise("demo", "--robot", name, "--no-report").exit_code == 0
    (experiment,) = asked
    assert experiment.robot.name == name
    assert len(experiment.contacts) == (4 if name == "go2" else 2)
    assert (hand_of(experiment) is None) == (name == "go2")
    known = experiment.robot.joint_vector(experiment.robot.preset.stance)
    np.testing.assert_array_equal(experiment.stance, known)
    assert np.linalg.norm(experiment.pushes[0].impulse) == pytest.approx(impulse)


def test_a_urdf_without_contacts_is_answered_with_candidates_and_an_example(poise, urdf, asked):
    result = poise("demo", "--robot", urdf, "--no-report")
    assert result.exit_code == 2
    assert "left_foot  0.000 m" in result.stderr
    assert "trunk  0.500 m" in result.stderr
    example = result.stderr.strip().splitlines()[-1].split()
    assert example[:2] == ["poise", "demo"]
    # The line it proposes is one that it accepts.
    assert poise(*example[1:], "--no-report").exit_code == 0
    assert {contact.frame for contact in asked[0].contacts} == {"left_foot", "right_foot"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--robot", "g2"), "neither a file nor a known robot"),
        (("--contact", "left_fot:0.2x0.1"), "Did you mean 'left_foot'"),
        (("--contact", "left_foot:0.2"), "LENGTHxWIDTH"),
        (("--contact", "trunk:0x0.1"), "contacts.trunk.length: must be > 0"),
        (("--hand", "hnad"), "no frame 'hnad'"),
        (("--push", "-1"), "--push -1.0: events.0.impulse: must be ≥ 0"),
        (("--duration", "0"), "duration: must be > 0"),
        (("--duration", "nan"), "duration: must be finite"),
        (("--duration", "long"), "Invalid value for '--duration'"),
        (("--friction", "0"), "must be > 0"),
        (("--sim", "gazebo"), "'gazebo' is not"),
        (("--seed", "-1"), "--seed"),
        (("--no-such-option",), "No such option"),
        (("surplus",), "unexpected extra argument"),
    ],
)
def test_wrong_usage_exits_with_2_and_says_what_is_right(poise, own, asked, options, words):
    result = poise(*own, *options)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr
    assert result.stdout == ""
    assert asked == []


@pytest.mark.requires("example-robot-data")
def test_an_arm_goes_round_a_circle_instead(poise, asked):
    asked.record = arm_record()
    result = poise("demo", "--robot", "panda", "--no-report")
    assert result.exit_code == 0
    assert "Crane ran for 10 s" in result.stdout
    (experiment,) = asked
    assert not experiment.robot.floating_base
    assert [type(plan.reference).__name__ for plan in experiment.motions] == ["Circle", "Hold"]


@pytest.mark.requires("example-robot-data")
@pytest.mark.parametrize("options", [("--push", "3"), ("--mirror",), ("--friction", "0.5")])
def test_what_means_nothing_for_an_arm_is_refused(poise, asked, options):
    result = poise("demo", "--robot", "panda", "--no-report", *options)
    assert result.exit_code == 2
    assert options[0] in result.stderr
    assert asked == []


@pytest.mark.requires("example-robot-data")
@pytest.mark.parametrize("robot", ["g1", "talos", "go2", "panda"])
def test_the_file_that_is_written_runs_as_the_demo_does(poise, asked, robot):
    assert poise("demo", "--robot", robot, "--write", "my.yaml").stdout == (
        "Wrote my.yaml. Run it: poise run my.yaml\n"
    )
    for command in (("demo", "--robot", robot), ("run", "my.yaml")):
        assert poise(*command, "-q").exit_code == 0
    demo, written = asked
    assert demo.robot.name == written.robot.name == robot
    for each in ("duration", "dt", "seed", "simulator", "backend", "penalties", "limits"):
        assert getattr(demo, each) == getattr(written, each)
    assert [p.time for p in demo.pushes] == [p.time for p in written.pushes]
    assert [p.task.name for p in demo.tasks] == [p.task.name for p in written.tasks]


def test_a_file_that_exists_is_not_overwritten(poise):
    Path("my.yaml").write_text("precious")
    result = poise("demo", "--write", "my.yaml")
    assert result.exit_code == 2
    assert "exists and is left as it is" in result.stderr
    assert Path("my.yaml").read_text() == "precious"


def test_options_that_a_written_file_would_lose_are_refused(poise):
    result = poise("demo", "--write", "my.yaml", "--duration", "3")
    assert result.exit_code == 2
    assert "--duration" in result.stderr
    assert not Path("my.yaml").exists()


def test_interruption_ends_quietly_with_130(poise, own, asked):
    asked.error = KeyboardInterrupt()
    result = poise(*own, "-q")
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "")


def test_logging_is_left_as_it_was(poise, own, asked):
    before = list(logging.getLogger("poise").handlers)
    poise(*own, "-vv")
    assert logging.getLogger("poise").handlers == before


@pytest.mark.requires("example-robot-data", "mujoco")
def test_a_short_real_run_stands(poise):
    options = ("--duration", "0.3", "--push", "0", "--no-report", "--json")
    result = poise("demo", "--robot", "go2", *options)
    told = json.loads(result.stdout)
    assert told["figures"]["fell_at"] is None
    assert told["figures"]["ticks_not_solved"] == 0
    assert told["figures"]["ticks"] == 300
    assert result.exit_code == told["exit_status"] == 0


@pytest.mark.parametrize("options", [["--sweep"], ["--sweep", "--noise", "--no-report"]])
def test_a_sweep_needs_noise_and_a_report(poise, options):
    result = poise("demo", "--robot", "go2", *options)
    assert result.exit_code == 2
    assert "--sweep needs noise" in result.stderr


def test_explain_shows_the_tick_that_matters(poise, own, asked):
    asked.record = replace(standing_record(), explained_at=1.5, explanation="Cost 3:\n  task com")
    assert "The tick at 1.5 s: Cost 3:" in poise(*own, "--explain").stdout
    assert "task com" not in poise(*own).stdout
    told = json.loads(poise(*own, "--json").stdout)["explanation"]
    assert told == {"time": 1.5, "text": "Cost 3:\n  task com"}
