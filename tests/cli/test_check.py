"""``poise check``: what it finds and how it ends."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.requires("example-robot-data", "mujoco")


@pytest.mark.parametrize("name", ["g1", "panda", "kinova"])
def test_a_good_robot_passes(poise, name):
    result = poise("check", name, "--states", "2")
    assert result.exit_code == 0
    assert "MuJoCo computes the same robot" in result.stdout
    told = json.loads(poise("check", name, "--states", "2", "--json").stdout)
    assert told["exit_status"] == 0
    assert {report["status"] for report in told["bridge"]} == {"agrees"}


def test_a_true_fault_is_named_with_a_suggestion(poise):
    result = poise("check", "icub", "--states", "1")
    assert result.exit_code == 1
    assert "all moments of inertia are 0" in " ".join(result.stdout.split())


def test_a_broken_file_of_ones_own_is_reviewed(poise, urdf):
    urdf.write_text(urdf.read_text().replace('ixx="0.4"', 'ixx="-0.4"'))
    told = json.loads(poise("check", urdf, "--json").stdout)
    assert told["exit_status"] == 1
    assert any("trunk" in str(finding) for finding in told["findings"])


def test_what_is_no_robot_is_answered(poise):
    result = poise("check", "g2")
    assert result.exit_code == 2
    assert "g1" in result.stderr
