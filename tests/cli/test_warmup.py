"""``poise warmup`` says where compiled loops are kept."""

from __future__ import annotations

import json

from typer.testing import CliRunner

from poise.cli.main import app
from poise.compiling import cache_folder


def test_it_says_where_loops_are_kept():
    result = CliRunner().invoke(app, ["warmup"])
    assert result.exit_code == 0
    assert result.stdout.startswith("Ready after")
    assert str(cache_folder()) in result.stdout


def test_json_is_all_there_is():
    result = CliRunner().invoke(app, ["warmup", "--json"])
    assert result.exit_code == 0
    assert set(json.loads(result.stdout)) == {"folder", "seconds"}


def test_quiet_says_nothing():
    result = CliRunner().invoke(app, ["warmup", "-q"])
    assert result.exit_code == 0
    assert result.stdout == ""
