"""``poise warmup`` says where compiled loops are kept."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
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


# Loops are compiled for the types of what they are called with; a warm-up must know all of those.
LATER = """
import sys
import numpy as np
from poise import ChainSolver, SoftContactSimulator, TreeSolver, load_robot, preset_contacts
from poise.cli.warmup import _steps

def known():
    dispatchers = {
        f"{name}.{key}": value
        for name, module in list(sys.modules.items())
        if name.startswith("poise.")
        for key, value in vars(module).items()
        if hasattr(value, "signatures") and hasattr(value, "py_func")
    }
    return {(name, str(kind)) for name, value in dispatchers.items() for kind in value.signatures}

for step in _steps():
    step()
before = known()
robot = load_robot("talos")
for solver in (
    ChainSolver(robot, "base_link", "arm_left_7_link"),
    TreeSolver(robot, ["arm_left_7_link", "arm_right_7_link"]),
):
    q = np.clip(0.3, solver.lower_limits, solver.upper_limits)
    solver.inv_kin(solver.fwd_kin(q), q + 0.1)
    solver.inv_kin(list(solver.fwd_kin(q) + 5.0), list(q))
    solver.diff_inv_kin(q, np.full(6 * solver.num_tcps, 0.1))
    solver.jacobian(q)
arm = ChainSolver(robot, "base_link", "arm_left_7_link")
targets = np.tile(arm.fwd_kin(np.full(arm.num_joints, 0.3)), (40, 1))
arm.inv_kin_batch(list(targets), np.zeros((40, arm.num_joints)), max_joint_distance=3.0)
arm.fwd_kin_batch(np.zeros((40, arm.num_joints)))
quadruped = load_robot("go2")
simulator = SoftContactSimulator(quadruped, preset_contacts(quadruped), dt=1e-3)
simulator.reset(quadruped.neutral_state())
simulator.step(np.zeros(quadruped.na))
print(*sorted(known() - before), sep="\\n")
"""


@pytest.mark.requires("example-robot-data")
def test_nothing_is_compiled_after_a_warm_up():
    command = [sys.executable, "-W", "ignore", "-c", LATER]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
