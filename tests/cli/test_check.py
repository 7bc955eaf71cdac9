"""``poise check``: tables, JSON and exit statuses."""

from __future__ import annotations

import json
import sys

import pytest


@pytest.fixture
def faulty(urdf):
    """The stilts with a foot that no rigid body can be, and a hip that may not move."""
    text = urdf.read_text()
    text = text.replace('ixx="0.01"', 'ixx="-0.01"', 1).replace('velocity="10"', 'velocity="0"', 1)
    urdf.write_text(text)
    return urdf


@pytest.fixture
def no_mujoco(monkeypatch):
    """An environment without MuJoCo."""
    monkeypatch.setitem(sys.modules, "mujoco", None)


@pytest.mark.requires("mujoco")
def test_a_sound_robot_passes(poise, urdf):
    result = poise("check", urdf)
    assert result.exit_code == 0
    assert f"{urdf}: URDF, 2 joints, 24 kg" in result.stdout
    assert "fixed base" in result.stdout
    assert "floating base" in result.stdout
    assert "✗" not in result.stdout
    assert f"{urdf}: no faults, MuJoCo computes the same robot." in result.stdout


@pytest.mark.requires("mujoco")
def test_faults_are_listed_with_suggestions(poise, faulty):
    result = poise("check", faulty)
    assert result.exit_code == 1
    assert "✗ fault" in result.stdout
    assert "left_foot: principal moments -0.01, 0.01, 0.01 kg·m²: a negative one" in result.stdout
    assert "→ Take mass, centre of mass and moments" in result.stdout
    assert "! warning" in result.stdout
    assert "made-up inertia in both programs" in result.stdout
    assert "1 fault, 1 warning, MuJoCo computes the same robot." in result.stdout


@pytest.mark.requires("mujoco")
def test_warnings_alone_pass(poise, urdf):
    urdf.write_text(urdf.read_text().replace('velocity="10"', 'velocity="0"'))
    result = poise("check", urdf)
    assert result.exit_code == 0
    assert "The velocity limit is zero (2)" in result.stdout
    assert "no faults, 2 warnings, MuJoCo computes the same robot." in result.stdout


@pytest.mark.requires("mujoco")
def test_json_says_the_same(poise, faulty):
    result = poise("check", faulty, "--json", "--states", "2")
    told = json.loads(result.stdout)
    assert result.exit_code == told["exit_status"] == 1
    assert [item["severity"] for item in told["findings"]] == ["fault", "warning"]
    assert told["findings"][0]["kind"] == "unphysical_inertia"
    assert told["findings"][0]["subject"] == "left_foot"
    assert [item["base"] for item in told["bridge"]] == ["fixed", "floating"]
    for report in told["bridge"]:
        assert (report["status"], report["states"]) == ("agrees", 2)
        assert report["stand_ins"] == ["left_foot"]
        assert all(item["agrees"] for item in report["differences"])
    assert told["bridge_not_tested"] is None


@pytest.mark.requires("mujoco")
def test_a_difference_without_a_fault_has_its_own_exit_status(poise, urdf, monkeypatch):
    from poise.sim.mujoco_bridge import ledger

    monkeypatch.setattr(ledger, "TOLERANCE", -1.0)  # nothing is ever equal
    result = poise("check", urdf)
    assert result.exit_code == 3
    assert "✗ Frame positions, fixed base:" in result.stdout
    assert "MuJoCo computes another robot" in result.stdout


def test_a_file_that_cannot_be_loaded_is_a_fault(poise, tmp_path):
    path = tmp_path / "empty.urdf"
    path.write_text('<robot name="r"/>')
    result = poise("check", path)
    assert result.exit_code == 1
    assert "has no links" in result.stdout
    assert "nothing to compare" in result.stdout


def test_a_robot_that_does_not_exist_is_wrong_usage(poise):
    result = poise("check", "nope")
    assert result.exit_code == 2
    assert "'nope' is neither a file nor a known robot" in result.stderr


def test_the_file_is_reviewed_without_mujoco(poise, faulty, no_mujoco):
    result = poise("check", faulty)
    assert result.exit_code == 1
    assert "MuJoCo is not installed" in result.stdout
    assert "left_foot" in result.stdout
    assert result.stdout.endswith("1 fault, 1 warning.\n")


@pytest.mark.requires("mujoco")
def test_all_subjects_are_listed_when_asked_for(poise, urdf):
    text = urdf.read_text()
    meshes = "".join(
        f'<visual><geometry><mesh filename="part{i}.stl"/></geometry></visual>' for i in range(6)
    )
    urdf.write_text(text.replace('<link name="trunk">', f'<link name="trunk">{meshes}'))
    short, long = poise("check", urdf).stdout, poise("check", urdf, "-v").stdout
    assert "… and 3 more; -v lists all" in short
    assert "part5.stl" not in short
    assert "part5.stl" in long


def test_quiet_prints_nothing(poise, urdf):
    result = poise("check", urdf, "-q")
    assert (result.exit_code, result.stdout) == (0, "")
