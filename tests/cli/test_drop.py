"""``poise drop``."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.requires("example-robot-data")


def test_figures_and_plot_of_hyq(poise, tmp_path):
    plot = tmp_path / "drop.png"
    result = poise("drop", "--duration", "1.5", "--plot", str(plot), "--json")
    told = json.loads(result.stdout)
    assert result.exit_code == 0
    assert (told["robot"], told["at_rest"], told["height"]) == ("hyq", True, 0.1)
    assert told["total_normal_force"] == pytest.approx(told["weight"], rel=1e-2)
    assert len(told["contacts"]) == 4
    for contact in told["contacts"].values():
        assert 0.5e-3 < contact["penetration"] < 1.5e-3
    energy = told["energy"]
    balance = energy["fallen"] + energy["motor_work"] - energy["kinetic"]
    assert balance == pytest.approx(energy["dissipated"])
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_table_and_sentence(poise, tmp_path):
    result = poise("drop", "go2", "--height", "0.05", "--duration", "1.5", "--no-plot")
    assert result.exit_code == 0
    assert "Penetration FL_foot" in result.stdout
    assert "go2 dropped from 5 cm came to rest after 1.5 s." in result.stdout
    assert not list(tmp_path.glob("*.png"))


def test_one_that_still_moves_has_another_status(poise):
    result = poise("drop", "go2", "--duration", "0.1", "--no-plot")
    assert result.exit_code == 3
    assert "was still moving" in result.stdout


def test_stiffness_is_the_grounds(poise):
    result = poise("drop", "go2", "--stiffness", "1e5", "--duration", "1.5", "--no-plot", "--json")
    told = json.loads(result.stdout)
    for contact in told["contacts"].values():
        expected = contact["normal_force"] / 1e5
        assert contact["penetration"] == pytest.approx(expected, rel=0.02)


def test_robots_that_cannot_fall_are_refused(poise):
    result = poise("drop", "panda", "--no-plot")
    assert result.exit_code == 2
    assert "panda" in result.stderr
