"""Inverse kinematics finds what there is, within limits, on every chain."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

import chains

REACHED = 1e-6  # m and rad, as the solvers it is compared with are judged


def successes(name: str, wanted: np.ndarray) -> float:
    """Share of targets reached from random guesses, judged by Pinocchio; no answer may lie."""
    solver = chains.arm(name)
    truth = chains.Truth(solver)
    targets = [truth.pose(q) for q in wanted]
    guesses = chains.positions(solver, len(wanted), seed=1)
    reached = 0
    for target, result in zip(targets, solver.inv_kin_batch(targets, guesses), strict=True):
        far, turned = truth.errors(result.q, target)
        within = (result.q >= solver.lower_limits) & (result.q <= solver.upper_limits)
        assert within.all()
        assert result.converged == (far < REACHED and turned < REACHED)
        reached += result.converged
    return reached / len(wanted)


@pytest.mark.requires("example-robot-data")
@pytest.mark.parametrize("name", chains.NAMES)
def test_random_targets(name):
    assert successes(name, chains.positions(chains.arm(name), 1000, seed=0)) >= 0.999


@pytest.mark.requires("example-robot-data")
@pytest.mark.parametrize("name", chains.NAMES)
def test_joints_at_limits(name):
    # 500 of 5000: a single miss more than the share allowed is within chance.
    assert successes(name, chains.positions_at_limits(chains.arm(name), 500, seed=0)) >= 0.996


@pytest.mark.requires("example-robot-data")
@pytest.mark.parametrize("name", chains.NAMES)
def test_joints_at_zero(name):
    assert successes(name, chains.positions_at_zero(chains.arm(name), 500, seed=0)) >= 0.996


@pytest.mark.soak
@pytest.mark.requires("example-robot-data")
@pytest.mark.parametrize("sets", [chains.positions_at_limits, chains.positions_at_zero])
@pytest.mark.parametrize("name", chains.NAMES)
def test_hard_targets_in_numbers(name, sets):
    assert successes(name, sets(chains.arm(name), 5000, seed=0)) >= 0.999


@pytest.mark.requires("example-robot-data")
@pytest.mark.parametrize("name", ["panda", "ur5", "so101", "sliding_arm"])
def test_what_is_out_of_reach_costs_little(name):
    solver = chains.arm(name)
    guesses = chains.positions(solver, 50, seed=1)
    reachable = [
        solver.inv_kin(solver.tcp_pose(q), guess).iterations
        for q, guess in zip(chains.positions(solver, 50, seed=0), guesses, strict=True)
    ]
    for guess in guesses:
        result = solver.inv_kin(pin.SE3(np.eye(3), np.array([3.0, 0.5, 0.5])), guess)
        assert result.status.name == "UNREACHABLE"
        assert result.iterations <= 20 * np.median(reachable)
        # The best effort points the arm at the target: it lies as far from it as the arm is short.
        assert result.position_residual < 3.2
