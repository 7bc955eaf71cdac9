"""A small robot of one's own, and the program in this process."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from poise.cli.main import app

URDF = """<robot name="stilts">
  <link name="trunk"><inertial><mass value="20"/>
    <inertia ixx="0.4" iyy="0.4" izz="0.3" ixy="0" ixz="0" iyz="0"/></inertial></link>
  {legs}
</robot>"""
LEG = """<link name="{side}_foot"><inertial><origin xyz="0 0 0.1"/><mass value="2"/>
    <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="{side}_hip" type="revolute"><parent link="trunk"/><child link="{side}_foot"/>
    <origin xyz="0 {y} -0.5"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="50" velocity="10"/></joint>"""


@pytest.fixture
def urdf(tmp_path):
    """The path of a URDF with a trunk and two feet 0.5 m below it."""
    legs = LEG.format(side="left", y=0.1) + LEG.format(side="right", y=-0.1)
    path = tmp_path / "stilts.urdf"
    path.write_text(URDF.format(legs=legs))
    return path


@pytest.fixture
def poise(tmp_path, monkeypatch):
    """``poise("demo", "--robot", …)`` runs the program in an empty folder."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    # Wide enough that no message is broken into lines.
    monkeypatch.setenv("COLUMNS", "200")
    return lambda *arguments: CliRunner().invoke(app, [str(a) for a in arguments])
