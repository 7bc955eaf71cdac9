"""The program as a whole: help, version, what it loads, what becomes of errors."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import poise as package
from poise.cli import main as program
from poise.errors import DefinitionError

COMMON = ("--json", "--version", "--verbose", "-v", "--quiet", "-q", "--help")
DEMO = (
    *("--robot", "--contact", "--hand", "--friction", "--sim", "--duration", "--push", "--mirror"),
    *("--noise", "--seed", "--backend", "--report", "--no-report", *COMMON),
)


def python(code):
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_names_every_command(poise, flag):
    result = poise(flag)
    assert result.exit_code == 0
    assert all(command in result.stdout for command in ("demo", "robots"))


@pytest.mark.parametrize(("command", "options"), [("demo", DEMO), ("robots", COMMON)])
def test_help_of_a_command_explains_every_option(poise, command, options):
    text = poise(command, "--help").stdout
    for option in options:
        assert option in text
    for parameter in _parameters(command):
        assert parameter.help, parameter.name


def test_help_of_the_demo_tells_defaults_and_exit_statuses(poise):
    text = " ".join(poise("demo", "--help").stdout.replace("│", " ").split())
    for words in (
        "Exit status: 0 every threshold held, 1 it fell, 2 wrong usage, 3 it stands but",
        "[default: g1]",
        "[default: report.html]",
        "[default: 10.0]",
        "FRAME[:LENGTHxWIDTH][@x,y,z]",
        "in metres",
        "in seconds",
    ):
        assert words in text


@pytest.mark.parametrize(
    "arguments", [("--version",), ("demo", "--version"), ("robots", "--version")]
)
def test_version_is_told_by_every_command(poise, arguments):
    result = poise(*arguments)
    assert (result.exit_code, result.stdout) == (0, f"poise {package.__version__}\n")


def test_a_command_that_does_not_exist_is_wrong_usage(poise):
    result = poise("dmeo")
    assert result.exit_code == 2
    assert "dmeo" in result.stderr


def test_help_loads_nothing_heavy():
    status, _, errors = python(
        "import sys\n"
        "from poise.cli.main import app\n"
        "try: app(['demo', '--help'], prog_name='poise')\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'scipy', 'pinocchio', 'mujoco', 'numba', 'matplotlib'}\n"
        "sys.exit(' '.join(heavy & set(sys.modules)) or 0)\n"
    )
    assert (status, errors) == (0, "")


def test_an_error_of_ours_is_one_message_without_traceback(poise, monkeypatch):
    def refuse():
        raise DefinitionError("size must be > 0, got -1.")

    monkeypatch.setattr("poise.model.presets.preset_names", refuse)
    result = poise("robots")
    assert (result.exit_code, result.stderr) == (2, "poise: size must be > 0, got -1.\n")


def test_a_bug_is_no_fall(monkeypatch, capsys):
    def broken():
        raise ZeroDivisionError("of our making")

    monkeypatch.setattr("poise.model.presets.preset_names", broken)
    monkeypatch.setattr(sys, "argv", ["poise", "robots"])
    with pytest.raises(SystemExit) as caught:
        program.main()
    assert caught.value.code == 70
    assert "of our making" in capsys.readouterr().err


def test_signs_that_a_terminal_cannot_show_are_no_error():
    status, output, _ = python(
        "import sys, io\n"
        "sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='ascii')\n"
        "sys.argv = ['poise', 'robots']\n"
        "from poise.cli.main import main; main()\n"
    )
    assert status == 0
    assert "g1" in output


def test_robots_lists_every_preset(poise):
    from poise.model.presets import preset_names

    text = poise("robots").stdout
    assert all(f" {name} " in text for name in preset_names())


@pytest.mark.requires("example-robot-data")
def test_robots_as_json_tell_joints_contacts_and_where_they_are(poise):
    found = {robot["name"]: robot for robot in json.loads(poise("robots", "--json").stdout)}
    assert found["g1"]["joints"] == 29
    assert found["g1"]["floating_base"] is True
    assert found["g1"]["found"] is True
    assert found["g1"]["path"].endswith("g1_29dof_rev_1_0.urdf")
    assert [contact["type"] for contact in found["go2"]["contacts"]] == ["point"] * 4
    assert found["panda"]["floating_base"] is False
    assert found["panda"]["contacts"] == []


def test_robots_that_are_not_found_are_said_to_be_so(poise, monkeypatch):
    from poise.errors import DependencyError

    def absent(_):
        raise DependencyError("not installed")

    monkeypatch.setattr("poise.model.presets.preset_urdf_path", absent)
    text = poise("robots").stdout
    assert "✗ no" in text
    assert "✓ yes" not in text
    assert 'pip install "poise[robots]"' in text
    (first, *_) = json.loads(poise("robots", "--json").stdout)
    assert (first["found"], first["path"], first["joints"]) == (False, None, None)


def test_quiet_robots_print_nothing(poise):
    assert poise("robots", "-q").stdout == ""


def _parameters(command):
    import typer.main

    group = typer.main.get_command(program.app)
    return [p for p in group.commands[command].params if p.name != "ctx"]
